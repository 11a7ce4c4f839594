import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { compileStrictly, installPacked, outputOf, packLibraries } from './install-packed.ts';
import { publicPackages } from './public-api.ts';

const packages = publicPackages();
/** Their examples need a service: test/client and wishlist.full.spec.ts run them. */
const NEED_SERVICE = ['@brickmarket/client', '@brickmarket/extension'];
/** Their declarations name types of Node, or of what Nest needs. */
const NEED_TYPES_OF_NODE = ['client', 'extension', 'feeds', 'persistence-ports'].map((name) => `@brickmarket/${name}`);
const WITH_PLAIN_EXAMPLES = packages.filter(({ name }) => !NEED_SERVICE.includes(name));
const APP = 'test/outsiders/pricing-app';

let packed: string;
beforeAll(async () => {
  packed = await packLibraries();
});
afterAll(() => rmSync(packed, { recursive: true }));

const block = (folder: string, language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readFileSync(join(folder, 'README.md'), 'utf8'))![1]!;

describe('the nine libraries, packed and installed by npm into an empty project', () => {
  const project = mkdtempSync(join(tmpdir(), 'outsider-'));
  const installed = (name: string): string => join(project, 'node_modules', name);
  const filesOf = (name: string): readonly string[] =>
    readdirSync(installed(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed(name), join(entry.parentPath, entry.name)));

  beforeAll(async () => {
    const libraries = packages.map(({ folder }) => folder.slice('libs/'.length));
    expect(libraries).toHaveLength(9);
    await installPacked(project, packed, libraries);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  it.each(packages)('$name holds its build, its sources and its README, and no tests', ({ name }) => {
    const code = /^(?:dist\/[\w/.-]+\.(?:js|d\.ts)(?:\.map)?|src\/[\w/.-]+\.ts|examples\/[\w-]+\.mjs)$/;
    const isExpected = (file: string): boolean =>
      code.test(file) || ['README.md', 'CHANGELOG.md', 'package.json'].includes(file);
    expect(filesOf(name).filter((file) => !isExpected(file) || /\.spec\./.test(file))).toEqual([]);
    expect(filesOf(name)).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'README.md']));
  });

  it.each(packages)('$name points at nothing that it lacks', ({ name }) => {
    const missing = filesOf(name)
      .filter((file) => file.endsWith('.map'))
      .flatMap((file) => {
        const { sources } = JSON.parse(readFileSync(join(installed(name), file), 'utf8')) as { sources: string[] };
        return sources.map((source) => resolve(installed(name), dirname(file), source));
      })
      .filter((source) => !existsSync(source));
    expect(missing).toEqual([]);
    const { exports } = JSON.parse(readFileSync(join(installed(name), 'package.json'), 'utf8')) as {
      exports: Record<string, Record<string, string>>;
    };
    for (const targets of Object.values(exports)) {
      expect(Object.keys(targets)).toEqual(['types', 'default']);
      for (const target of Object.values(targets)) expect(existsSync(join(installed(name), target))).toBe(true);
    }
  });

  it.each(packages)('$name names versions that every package manager knows', ({ name, version }) => {
    const text = readFileSync(join(installed(name), 'package.json'), 'utf8');
    expect(text).not.toMatch(/"(?:catalog|workspace|link|file):/);
    const manifest = JSON.parse(text) as Record<string, unknown>;
    expect(manifest).toMatchObject({ version, type: 'module', sideEffects: false, license: 'UNLICENSED' });
    expect(manifest['description']).toEqual(expect.any(String));
    expect(manifest['private']).toBeUndefined();
  });

  it.each(packages)('$name declares no types that TypeScript 5.4 lacks', ({ name }) => {
    const declarations = filesOf(name).filter((file) => file.endsWith('.d.ts'));
    // Typed arrays are generic from TypeScript 5.7 on.
    const areGeneric = (file: string): boolean =>
      /\b(?:Int|Uint|Float)\d+Array</.test(readFileSync(join(installed(name), file), 'utf8'));
    expect(declarations.filter(areGeneric)).toEqual([]);
  });

  it('type-checks without the types of Node what does not need them', async () => {
    const imports = packages
      .filter(({ name }) => !NEED_TYPES_OF_NODE.includes(name))
      .map(({ name }) => `export * as ${name.replace(/\W+/g, '_')} from '${name}';`);
    writeFileSync(join(project, 'without-node.ts'), imports.join('\n'));
    await compileStrictly(project, ['without-node.ts'], { types: [] });
  });

  it('compiles the example of each README with the strictest settings, and prints what is printed there', async () => {
    const examples = WITH_PLAIN_EXAMPLES.map(({ name, folder }) => ({ name: name.split('/')[1]!, folder }));
    for (const { name, folder } of examples) writeFileSync(join(project, `${name}.ts`), block(folder, 'ts'));
    await compileStrictly(
      project,
      examples.map(({ name }) => `${name}.ts`),
    );
    for (const { name, folder } of examples)
      expect([name, (await outputOf(project, `${name}.js`)).stdout]).toEqual([name, block(folder, 'text')]);
  });

  it('loads the contract suites of the ports, which register their tests with the globals of a runner', async () => {
    const program = `
      let tests = 0;
      Object.assign(globalThis, {
        describe: Object.assign((name, body) => body(), { each: (rows) => (name, body) => rows.forEach(body) }),
        it: Object.assign(() => tests++, { each: (rows) => () => (tests += rows.length) }),
        beforeAll() {}, beforeEach() {}, afterEach() {}, afterAll() {},
      });
      const suites = await import('@brickmarket/persistence-ports/testing');
      const names = Object.keys(suites).filter((name) => /^describe\\w+Ports$/.test(name));
      for (const name of names) suites[name](() => {});
      console.log(names.length, tests);`;
    writeFileSync(join(project, 'suites.js'), program);
    const [suites, tests] = (await outputOf(project, 'suites.js')).stdout.trim().split(' ').map(Number);
    expect(suites).toBeGreaterThan(10);
    expect(tests).toBeGreaterThan(150);
  });
});

describe('a pricing app outside of the workspace', () => {
  const project = mkdtempSync(join(tmpdir(), 'pricing-app-'));
  beforeAll(async () => {
    cpSync(APP, project, { recursive: true });
    const { dependencies } = JSON.parse(readFileSync(join(APP, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    await installPacked(
      project,
      packed,
      Object.keys(dependencies).map((name) => name.split('/')[1]!),
    );
    await compileStrictly(project, ['main.ts']);
  });
  afterAll(() => rmSync(project, { recursive: true }));

  it('has less than 60 lines', () => {
    expect(readFileSync(join(APP, 'main.ts'), 'utf8').split('\n').length).toBeLessThan(60);
  });

  it('prints values with ranges, totals and the tax report of its files', async () => {
    const files = ['market-sales', 'collection', 'ledger'].map((name) => join('data', `${name}.csv`));
    const { stdout, stderr } = await outputOf(project, 'main.js', ...files, '2026-11-17');
    expect(stderr).toBe('line 24: sold_at is "yesterday": write a time like 2026-11-15T03:00:00Z\n');
    const [falcon, explorer, castle, total, ...tax] = stdout.trimEnd().split('\n');

    // The falcon sold for 788.00 to 820.00, 802.13 in the middle; all explorers for 60.00; nobody sold a castle.
    const [, value, low, high] = /^2 x 75192-1 sealed: (\S+) \((\S+) to (\S+)\)$/.exec(falcon!)!.map(Number);
    expect(Math.abs(value! / 802.13 - 1)).toBeLessThan(0.01);
    expect(low).toBeLessThan(788);
    expect(high).toBeGreaterThan(820);
    expect(explorer).toMatch(/^2 x 10497-1 used: 60\.00 \([345]\d\.\d\d to [67]\d\.\d\d\)$/);
    expect(castle).toBe('1 x 6080-1 used: unknown');

    // Left are 2 of the falcons for 700.00 and 2 of the explorers for 45.50; the castle had no price.
    const cents = 2 * Math.round(value! * 100) + 2 * 6_000;
    const usd = (amount: number): string => (amount / 100).toFixed(2);
    expect(total).toBe(`total: cost 1491.00, value ${usd(cents)}, gain ${usd(cents - 149_100)}`);

    // By hand: of 3 falcons for 2400.01 less 357.01, two were bought for 650.00 in 2023 and one for 700.00 in 2024;
    // two thirds of the odd cents are rounded up. The explorer of 2025 is in another year's report.
    expect(tax).toEqual([
      'tax: 2 75192-1 2023-05-01 2026-03-05 1600.01 238.01 1300.00 62.00',
      'tax: 1 75192-1 2024-02-10 2026-03-05 800.00 119.00 700.00 -19.00',
      'tax: 1 10497-1 2025-01-15 2026-06-01 80.00 8.00 45.50 26.50',
    ]);
  });
});
