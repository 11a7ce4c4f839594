import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '../../apps/cli/src/program.ts';
import { commandLinePage } from '../support/reference-pages.ts';

describe('the check of the English', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brickmarket-english-'));
  const list = join(folder, 'today.json');
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the check prints of one file with this text; `allowed` is its count in the list. */
  function check(name: string, text: string, allowed: Record<string, number> = {}, ...options: string[]): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    const counts = Object.entries(allowed).map(([each, count]) => [join(folder, each), count]);
    writeFileSync(list, JSON.stringify(Object.fromEntries(counts)));
    const command = ['test/architecture/english.mjs', '--list', list, ...options, file];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(status).toBe(stderr === '' ? 0 : 1);
    return stderr.replaceAll(`${folder}/`, '');
  }

  it.each([
    ['a document', 'a.md', 'One.\n\nThe price of now.'],
    ['a document, over a line break', 'b.md', 'One.\n\nThe price of\nnow.'],
    ['a comment', 'a.ts', "/** One. */\nexport const a = 'a';\n// The price of now."],
    ['a comment, over a line break', 'a.mjs', '\n\n/** The price of\n * now. */'],
    ['a comment of SQL', 'a.sql', 'SELECT 1;\n\n-- The price of\n-- now.'],
    ['a message', 'b.ts', '\n\nthrow new Error(`${price} is the price of now`);'],
    ['a text in two pieces', 'c.ts', "\n\nexport const text = 'the price of ' +\n  'now';"],
    ['a page', 'a.tsx', '\n\nexport const Page = () => <p>The price of <b>one</b> set of now</p>;'],
    ['the help of a command', 'd.ts', "\n\nprogram.command('x').description('Show prices of now');"],
    ['the OpenAPI document', 'e.ts', "\n\n@ApiProperty({ description: 'Price of now' })"],
  ])('fails for a phrase in %s, and says where and what to write', (_, name, text) => {
    expect(check(name, text)).toBe(`${name} has 1 faults, at most 0 allowed:\n${name}:3 "of now": write current\n`);
  });

  it('finds nothing in the help as it is shown, and a phrase that one of its parts has', async () => {
    const program = await createProgram();
    expect(check('help.ts', commandLinePage(program))).toBe('');
    program.command('prices').description(['Show the prices of', 'now'].join(' '));
    expect(check('help.ts', commandLinePage(program))).toMatch(/^help\.ts has 1 faults.*\n.*write current\n$/);
  });

  it.each([
    ['API', 'apps/api/dist/openapi/print-document.js'],
    ['account area', 'apps/account/dist/print-document.js'],
  ])('finds nothing in the OpenAPI document of the %s, and a phrase in one description', (_, printer) => {
    const printed = execFileSync(process.execPath, [printer], { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(check('openapi.ts', printed)).toBe('');
    const planted = printed.replace(/"description": ?"/, (start) => `${start}The price of now. `);
    expect(check('openapi.ts', planted)).toMatch(/^openapi\.ts has 1 faults.*\n.*write current\n$/);
  });

  it('reads the comments of a test, and nothing else of it', () => {
    expect(check('b.spec.ts', "// The price of now.\nit('has prices of now');")).toContain('b.spec.ts has 1 faults');
  });

  it('fails for a sentence of more than 30 words in a document, and for none in code', () => {
    const words = (count: number): string => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
    expect(check('a.md', `- ${words(30)} W${words(30)}\n- X\n| ${words(20)} | ${words(20)} |\n`)).toBe('');
    expect(check('a.md', `${words(3)} Then ${words(30)}`)).toContain('a.md:1 a sentence of 31 words');
    expect(check('a.md', `${words(16)}\nThen ${words(15)}`.replace('.', ','))).toContain('a sentence of 32 words');
    expect(check('a.ts', `// ${words(40)}`)).toBe('');
  });

  it('reads neither code in documents, nor names of tests, generated files and released migrations', () => {
    mkdirSync(join(folder, 'migrations'));
    const text = 'of now';
    expect(check('a.md', `\`${text}\` and [x](${text})\n\n\`\`\`sh\n${text}\n\`\`\`\n`)).toBe('');
    for (const name of ['a.spec.ts', 'a.generated.ts', 'api-report.md']) expect(check(name, text)).toBe('');
    expect(check('folder', text)).toBe('');
  });

  it('lets a file have as many as the list says, and lowers the list, but raises nothing', () => {
    expect(check('a.md', 'Of now. Anew.', { 'a.md': 2 })).toBe('');
    expect(check('a.md', 'Of now. Anew.', { 'a.md': 1 })).toContain('a.md has 2 faults, at most 1 allowed');
    const counts = (): unknown => JSON.parse(readFileSync(list, 'utf8').replaceAll(`${folder}/`, ''));
    check('a.md', 'Of now.', { 'a.md': 2, 'gone.md': 3 }, '--lower');
    expect(counts()).toEqual({ 'a.md': 1 });
    check('a.md', 'Of now. Anew.', { 'a.md': 1 }, '--lower');
    expect(counts()).toEqual({ 'a.md': 1 });
    check('a.md', 'Of now.', {}, '--lower');
    expect(counts()).toEqual({});
  });
});
