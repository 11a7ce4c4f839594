import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

/** The part of a package.json that says what others can import. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
}

/** A library that other projects install. */
export interface PublicPackage {
  /** `libs/domain`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** What can be imported, with its declarations: `@brickmarket/feeds/csv` and a file in `dist`. */
  readonly entries: readonly { readonly specifier: string; readonly file: string }[];
}

/** Every library that is not private. */
export function publicPackages(): readonly PublicPackage[] {
  return readdirSync('libs')
    .map((name) => join('libs', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ folder, manifest: { name, version, exports } }) => ({
      folder,
      name,
      version,
      entries: Object.entries(exports).map(([path, { types }]) => ({
        specifier: join(name, path),
        file: resolve(folder, types),
      })),
    }));
}

/** How declarations are read: as a strict project outside of the workspace does. */
export const COMPILER_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * The declarations of each entry of packages, by specifier: exports in order of their names, then the types they
 * mention without exporting them. Comments and private members are left out: they are no part of the API.
 */
export function publicApi(packages: readonly PublicPackage[]): ReadonlyMap<string, string> {
  const files = packages.flatMap(({ entries }) => entries.map(({ file }) => file));
  const program = ts.createProgram(files, COMPILER_OPTIONS);
  const checker = program.getTypeChecker();
  const exportsOf = (file: string): readonly ts.Symbol[] =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
  const api = new Map<string, string>();
  for (const { folder, entries } of packages)
    for (const { specifier, file } of entries) {
      const elsewhere = new Map<ts.Symbol, string>();
      for (const other of entries)
        if (other.file !== file)
          for (const symbol of exportsOf(other.file)) elsewhere.set(unaliased(checker, symbol), other.specifier);
      api.set(specifier, new EntryPrinter(checker, resolve(folder), elsewhere).print(exportsOf(file)));
    }
  return api;
}

/**
 * Exports without a doc comment, by specifier and name. A type that is made of a constant needs none: the comment on
 * the constant, which stands above it, is about both.
 */
export function undocumented(packages: readonly PublicPackage[]): readonly string[] {
  const entries = packages.flatMap((each) => each.entries);
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    COMPILER_OPTIONS,
  );
  const checker = program.getTypeChecker();
  const isMadeOfConstant = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.some((each) => ts.isTypeAliasDeclaration(each) && /\btypeof \w+\b/.test(each.type.getText()));
  return entries.flatMap(({ specifier, file }) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!)
      .map((symbol) => unaliased(checker, symbol))
      .filter((symbol) => symbol.getDocumentationComment(checker).length === 0 && !isMadeOfConstant(symbol))
      .map(({ name }) => `${specifier}: ${name}`),
  );
}

function unaliased(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

type TopLevel =
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration;

const { factory } = ts;
const EXPORT = factory.createModifier(ts.SyntaxKind.ExportKeyword);
const DECLARE = factory.createModifier(ts.SyntaxKind.DeclareKeyword);
const RESOLVED =
  ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.InTypeAlias | ts.NodeBuilderFlags.MultilineObjectLiterals;

/** Writes the declarations of one entry into one text that needs no other file of its package. */
class EntryPrinter {
  readonly #printer = ts.createPrinter({ removeComments: true });
  readonly #names = new Map<ts.Symbol, string>();
  readonly #taken = new Set<string>();
  readonly #imports = new Map<string, Set<string>>();
  readonly #mentioned: ts.Symbol[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly folder: string,
    /** What other entries of the package export: imported from these instead of being repeated. */
    private readonly elsewhere: ReadonlyMap<ts.Symbol, string>,
  ) {}

  print(exported: readonly ts.Symbol[]): string {
    const sorted = exported.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const symbol of sorted) this.#take(unaliased(this.checker, symbol), symbol.name);
    const texts = sorted.map((symbol) => this.#declarations(unaliased(this.checker, symbol), [EXPORT]));
    // Grows while it is walked: what is mentioned mentions more.
    for (const symbol of this.#mentioned) texts.push(this.#declarations(symbol, []));
    const imports = [...this.#imports.keys()].toSorted().map((from) => {
      return `import { ${[...this.#imports.get(from)!].toSorted().join(', ')} } from '${from}';\n`;
    });
    return `${imports.join('')}${imports.length === 0 ? '' : '\n'}${texts.join('')}`;
  }

  #take(symbol: ts.Symbol, wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}_${count}`;
    this.#taken.add(name);
    this.#names.set(symbol, name);
    return name;
  }

  #declarations(symbol: ts.Symbol, modifiers: readonly ts.Modifier[]): string {
    const name = factory.createIdentifier(this.#names.get(symbol)!);
    return (symbol.declarations ?? [])
      .map((declaration) => {
        const node = this.#statement(declaration as TopLevel, name, modifiers);
        // The printer takes literals from the text of the file that they stand in.
        return `${this.#printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile())}\n`;
      })
      .join('');
  }

  #statement(declaration: TopLevel, name: ts.Identifier, exported: readonly ts.Modifier[]): ts.Node {
    const node = this.#selfContained(declaration);
    const modifiers = [...exported, DECLARE];
    if (ts.isFunctionDeclaration(node))
      return factory.createFunctionDeclaration(
        modifiers,
        undefined,
        name,
        node.typeParameters,
        node.parameters,
        node.type,
        undefined,
      );
    if (ts.isClassDeclaration(node)) {
      const isAbstract = node.modifiers?.filter(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) ?? [];
      const all = [...modifiers, ...isAbstract];
      return factory.createClassDeclaration(all, name, node.typeParameters, node.heritageClauses, node.members);
    }
    if (ts.isInterfaceDeclaration(node))
      return factory.createInterfaceDeclaration(
        exported,
        name,
        node.typeParameters,
        node.heritageClauses,
        node.members,
      );
    if (ts.isTypeAliasDeclaration(node))
      return factory.createTypeAliasDeclaration(exported, name, node.typeParameters, node.type);
    const variable = factory.createVariableDeclaration(name, undefined, node.type, node.initializer);
    return factory.createVariableStatement(
      modifiers,
      factory.createVariableDeclarationList([variable], ts.NodeFlags.Const),
    );
  }

  /** A declaration without private members, in which every mentioned type has the name that it has in this text. */
  #selfContained<Node extends TopLevel>(declaration: Node): Node {
    if (ts.isTypeAliasDeclaration(declaration) && this.#isOfGenerated(declaration)) {
      const type = this.checker.getTypeAtLocation(declaration);
      const resolved = this.checker.typeToTypeNode(type, undefined, RESOLVED)!;
      return factory.updateTypeAliasDeclaration(declaration, undefined, declaration.name, undefined, resolved) as Node;
    }
    const visit = (node: ts.Node): ts.Node | undefined => {
      if (ts.isClassElement(node) && isPrivate(node)) return undefined;
      if (ts.isImportTypeNode(node) && node.qualifier !== undefined) {
        const name = this.#nameOf(this.checker.getSymbolAtLocation(node.qualifier)!);
        if (name !== null)
          return factory.createTypeReferenceNode(
            name,
            node.typeArguments?.map((each) => visit(each) as ts.TypeNode),
          );
      }
      if (ts.isQualifiedName(node) || ts.isIdentifier(node)) {
        const symbol = this.checker.getSymbolAtLocation(node);
        const name = symbol === undefined ? null : this.#nameOf(symbol);
        if (name !== null) return factory.createIdentifier(name);
      }
      return ts.visitEachChild(node, visit, undefined);
    };
    return ts.visitEachChild(declaration, visit, undefined);
  }

  /** The name of a type of this package or of one that is imported; null for parts of a type and for globals. */
  #nameOf(symbol: ts.Symbol): string | null {
    const target = unaliased(this.checker, symbol);
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const module = this.elsewhere.get(target) ?? importedFrom(symbol);
    if (module !== null) {
      const name = this.#take(target, target.name);
      const names = this.#imports.get(module) ?? new Set();
      this.#imports.set(module, names.add(name === target.name ? name : `${target.name} as ${name}`));
      return name;
    }
    if (!isOfFolder(target, this.folder)) return null;
    this.#mentioned.push(target);
    return this.#take(target, target.name);
  }

  /**
   * Whether an alias picks from a generated contract, be it through other aliases: it is shown resolved, since the
   * contract has thousands of lines.
   */
  #isOfGenerated(alias: ts.TypeAliasDeclaration, seen = new Set<ts.Node>()): boolean {
    if (seen.has(alias)) return false;
    seen.add(alias);
    const isOf = (node: ts.Node): boolean => {
      const symbol = ts.isIdentifier(node) ? this.checker.getSymbolAtLocation(node) : undefined;
      const [target] = (symbol && unaliased(this.checker, symbol).declarations) ?? [];
      if (target === undefined) return ts.forEachChild(node, isOf) ?? false;
      if (target.getSourceFile().fileName.endsWith('.generated.d.ts')) return true;
      return ts.isTypeAliasDeclaration(target) && this.#isOfGenerated(target, seen);
    };
    return isOf(alias.type);
  }
}

function isPrivate(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}

/** The package that a symbol is imported from; null when it is declared here, or imported from a neighbor. */
function importedFrom(symbol: ts.Symbol): string | null {
  const [declaration] = symbol.declarations ?? [];
  const from = ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier;
  return from !== undefined && ts.isStringLiteral(from) && !from.text.startsWith('.') ? from.text : null;
}

function isOfFolder(symbol: ts.Symbol, folder: string): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || !declaration.getSourceFile().fileName.startsWith(`${folder}/`)) return false;
  const parent = ts.isVariableDeclaration(declaration) ? declaration.parent.parent.parent : declaration.parent;
  return ts.isSourceFile(parent);
}
