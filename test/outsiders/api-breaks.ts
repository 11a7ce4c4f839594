import { resolve } from 'node:path';
import ts from 'typescript';
import { COMPILER_OPTIONS } from './public-api.ts';

/** The declarations of one entry of a package, then and now. */
export interface ComparedApi {
  /** Where imports of the declarations are resolved from. */
  readonly folder: string;
  readonly released: string;
  readonly current: string;
}

/** How the compiler names a type of another file. */
const FILE_OF_TYPE = /import\("[^"]*"(?:, \{.*?\} \})?\)\./g;

/**
 * What code that was written against the released declarations can no longer do, for each API a sentence for each:
 * - an export is gone;
 * - a value cannot be put in the place of the former one: it takes less, or gives something else;
 * - a type no longer accepts all that it accepted (a field is now required), or gives what it did not give (a field is
 *   gone, or may now be null). Both count, since an exported type can be built and read by others.
 * The compiler decides, by assigning the one to the other; a text that has only been rearranged breaks nothing.
 */
export function breaksOf(compared: readonly ComparedApi[]): readonly (readonly string[])[] {
  if (compared.every(({ released, current }) => released === current)) return compared.map(() => []);
  const files = new Map<string, string>();
  const planned = compared.map(({ folder, released, current }, index) => {
    const [was, is] = [new Declarations(released), new Declarations(current)];
    const checks = [...was.exported].flatMap(([name, kind]) => checksOf(name, kind, is.exported.get(name)));
    const imports = [`import * as was from './was${index}.js';`, `import * as is from './is${index}.js';`];
    const file = (name: string): string => resolve(folder, 'dist', `${name}${index}`);
    files.set(`${file('was')}.d.ts`, was.text).set(`${file('is')}.d.ts`, is.text);
    files.set(`${file('check')}.ts`, [...imports, ...checks.map(({ code }) => code)].join('\n'));
    return { checks, file: `${file('check')}.ts`, firstCheck: imports.length };
  });
  const program = programOf(files);
  return planned.map(({ checks, file, firstCheck }) => {
    const breaks = checks.filter(({ code }) => code === '').map(({ sentence }) => sentence);
    const source = program.getSourceFile(file)!;
    for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
      const { line } = source.getLineAndCharacterOfPosition(start);
      // The last line of a message names the innermost part that does not fit.
      const reason = ts.flattenDiagnosticMessageText(messageText, '\n').split('\n').at(-1)!.trim();
      breaks.push(`${checks[line - firstCheck]!.sentence}: ${reason.replaceAll(FILE_OF_TYPE, '')}`);
    }
    return breaks;
  });
}

interface Exported {
  readonly isValue: boolean;
  readonly isType: boolean;
  /** As it is written: `<Item extends Copies>`; empty when there are none. */
  readonly typeParameters: string;
}

interface Check {
  /** A statement that compiles when nothing is broken; empty when it is broken anyhow. */
  readonly code: string;
  readonly sentence: string;
}

function checksOf(name: string, was: Exported, is: Exported | undefined): readonly Check[] {
  if (is === undefined) return [{ code: '', sentence: `${name} is gone` }];
  if ((was.isValue && !is.isValue) || (was.isType && !is.isType))
    return [{ code: '', sentence: `${name} is no longer ${was.isValue && !is.isValue ? 'a value' : 'a type'}` }];
  if (was.isType && was.typeParameters !== is.typeParameters)
    return [{ code: '', sentence: `${name}${was.typeParameters} has become ${name}${is.typeParameters}` }];
  const checks: Check[] = [];
  if (was.isValue)
    checks.push({
      code: `export const value_${name}: typeof was.${name} = is.${name};`,
      sentence: `${name} cannot be used as before`,
    });
  if (was.isType) {
    const type = was.typeParameters === '' ? name : probeOf(name);
    checks.push(
      {
        code: `export const gives_${name} = (given: is.${type}): was.${type} => given;`,
        sentence: `${name} gives something else`,
      },
      {
        code: `export const accepts_${name} = (accepted: was.${type}): is.${type} => accepted;`,
        sentence: `${name} no longer accepts all that it accepted`,
      },
    );
  }
  return checks;
}

const probeOf = (name: string): string => `${name}__probe`;
const { factory } = ts;

/** Declarations as the compiler compares them best. */
class Declarations {
  readonly exported = new Map<string, Exported>();
  /**
   * The declarations with methods as properties, because the compiler compares parameters of methods in both
   * directions, and with an alias for each generic type that fills in the constraints of its parameters.
   */
  readonly text: string;

  constructor(text: string) {
    const file = ts.createSourceFile('api.d.ts', text, ts.ScriptTarget.ES2023, true);
    const probes = file.statements.flatMap((statement) => this.#register(statement));
    const { transformed } = ts.transform(file, [() => (node) => ts.visitNode(node, withoutMethods) as ts.SourceFile]);
    this.text = [ts.createPrinter().printFile(transformed[0]!), ...probes].join('\n');
  }

  #register(statement: ts.Statement): readonly string[] {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement)) {
      const { name } = ts.isFunctionDeclaration(statement) ? statement : statement.declarationList.declarations[0]!;
      // A function or constant may share its name with a type.
      this.#add(name!.getText(), { isValue: true, isType: false, typeParameters: '' });
      return [];
    }
    const declared = statement as ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
    const [name, parameters] = [declared.name!.text, declared.typeParameters ?? []];
    const written = parameters.map((parameter) => parameter.getText()).join(', ');
    const typeParameters = written === '' ? '' : `<${written}>`;
    this.#add(name, { isValue: ts.isClassDeclaration(declared), isType: true, typeParameters });
    if (typeParameters === '') return [];
    const names = new Set(parameters.map((parameter) => parameter.name.text));
    const filled = parameters.map(({ constraint }) => {
      const isOfOthers =
        constraint
          ?.getText()
          .match(/\w+/g)
          ?.some((word) => names.has(word)) ?? false;
      return isOfOthers ? 'any' : (constraint?.getText() ?? 'unknown');
    });
    return [`export type ${probeOf(name)} = ${name}<${filled.join(', ')}>;`];
  }

  #add(name: string, { isValue, isType, typeParameters }: Exported): void {
    const known = this.exported.get(name);
    this.exported.set(name, {
      isValue: isValue || (known?.isValue ?? false),
      isType: isType || (known?.isType ?? false),
      typeParameters: typeParameters || (known?.typeParameters ?? ''),
    });
  }
}

type Members = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode;

function withoutMethods(node: ts.Node): ts.Node {
  const visited = ts.visitEachChild(node, withoutMethods, undefined);
  if (!ts.isClassDeclaration(visited) && !ts.isInterfaceDeclaration(visited) && !ts.isTypeLiteralNode(visited))
    return visited;
  const members = membersWithoutMethods(visited);
  if (ts.isTypeLiteralNode(visited)) return factory.createTypeLiteralNode(members as ts.TypeElement[]);
  const { modifiers, name, typeParameters, heritageClauses } = visited;
  return ts.isClassDeclaration(visited)
    ? factory.createClassDeclaration(modifiers, name, typeParameters, heritageClauses, members as ts.ClassElement[])
    : factory.createInterfaceDeclaration(
        modifiers,
        name as ts.Identifier,
        typeParameters,
        heritageClauses,
        members as ts.TypeElement[],
      );
}

type Method = ts.MethodDeclaration | ts.MethodSignature;
const isMethod = (member: ts.Node): member is Method => ts.isMethodDeclaration(member) || ts.isMethodSignature(member);

/** Every method, with all its overloads, as one property. */
function membersWithoutMethods({ members }: Members): readonly ts.Node[] {
  const methods = [...members].filter(isMethod);
  return [...members].flatMap((member: ts.Node) => {
    if (!isMethod(member)) return [member];
    const overloads = methods.filter((other) => keyOf(other) === keyOf(member));
    return overloads[0] === member ? [propertyOf(member, overloads)] : [];
  });
}

function propertyOf(method: Method, overloads: readonly Method[]): ts.Node {
  const signatures = overloads.map(({ typeParameters, parameters, type }) => {
    const result = type ?? factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);
    return factory.createParenthesizedType(factory.createFunctionTypeNode(typeParameters, parameters, result));
  });
  const type = factory.createIntersectionTypeNode(signatures);
  if (ts.isMethodSignature(method))
    return factory.createPropertySignature(undefined, method.name, method.questionToken, type);
  const modifiers = isStatic(method) ? [factory.createModifier(ts.SyntaxKind.StaticKeyword)] : [];
  return factory.createPropertyDeclaration(modifiers, method.name, method.questionToken, type, undefined);
}

const isStatic = (method: Method): boolean =>
  method.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;

const keyOf = (method: Method): string => `${isStatic(method)} ${nameText(method.name)}`;

function nameText(name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? name.expression.getText() : name.text;
}

/** A program of files that exist in memory only, in folders from which their imports are resolved. */
function programOf(files: ReadonlyMap<string, string>): ts.Program {
  const disk = ts.createCompilerHost(COMPILER_OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    readFile: (file) => files.get(file) ?? disk.readFile(file),
    getSourceFile: (file, target, ...rest) => {
      const text = files.get(file);
      return text === undefined
        ? disk.getSourceFile(file, target, ...rest)
        : ts.createSourceFile(file, text, target, true);
    },
  };
  return ts.createProgram([...files.keys()], COMPILER_OPTIONS, host);
}
