import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileStrictly, outputOf, packedDependencies, packLibraries } from './install-packed.ts';
import { publicPackages } from './public-api.ts';

const packages = publicPackages();
const NAMES = packages.map(({ name }) => name);
/** Peers of the extension, with their own peers: yarn installs none. */
const PEERS = {
  '@nestjs/common': '^12.0.0',
  'class-transformer': '^0.5.1',
  'class-validator': '^0.15.1',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.2',
};
/** Nest's dependencies ask for Node 22, which yarn alone enforces. */
const INSTALL: Readonly<Record<string, readonly string[]>> = {
  'pnpm@10': ['install'],
  'yarn@1': ['install', '--ignore-engines'],
  'bun@1': ['install'],
};
const MANAGERS = Object.keys(INSTALL);

const tools = mkdtempSync(join(tmpdir(), 'managers-'));
const tool = (name: string): string => join(tools, 'node_modules', '.bin', name);
const isFetched = (wanted: string): boolean =>
  spawnSync('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', wanted]).status === 0;
// Fetched while the tests are collected: without a network they are reported as skipped, not as passed.
const fetched = isFetched('typescript@5.4') ? MANAGERS.filter(isFetched) : [];
const missing = MANAGERS.filter((manager) => !fetched.includes(manager));
if (missing.length > 0)
  process.stderr.write(`SKIPPED: npm could not fetch ${missing.join(', ')} and TypeScript 5.4.\n`);

describe('the packed libraries, installed from the registry and type-checked with TypeScript 5.4', () => {
  let packed: string;
  beforeAll(async () => {
    packed = await packLibraries();
  });
  afterAll(() => [packed, tools].forEach((folder) => rmSync(folder, { recursive: true })));

  const libraries = (): Readonly<Record<string, string>> =>
    packedDependencies(
      packed,
      packages.map(({ folder }) => folder.slice('libs/'.length)),
    );

  async function installBy(manager: string): Promise<void> {
    const project = mkdtempSync(join(tmpdir(), 'managed-'));
    const home = join(project, 'home');
    mkdirSync(home);
    const dependencies = { ...libraries(), ...PEERS, '@types/node': '^20.0.0' };
    const manifest = { name: 'outsider', version: '1.0.0', private: true, type: 'module', dependencies };
    // Libraries need each other, and no registry has them.
    writeFileSync(join(project, 'package.json'), JSON.stringify({ ...manifest, resolutions: libraries() }));
    const env = { PATH: process.env['PATH'], HOME: home, YARN_CACHE_FOLDER: home };
    execFileSync(tool(manager.split('@')[0]!), INSTALL[manager], { cwd: project, env, stdio: 'pipe' });
    const imports = NAMES.map((name) => `export * as ${name.replace(/\W+/g, '_')} from '${name}';`);
    writeFileSync(join(project, 'all.ts'), ["import 'reflect-metadata';", ...imports].join('\n'));
    await compileStrictly(project, ['all.ts'], { target: 'es2022' }, tool('tsc'));
    writeFileSync(join(project, 'count.js'), `console.log(Object.keys(await import('./all.js')).length);`);
    expect((await outputOf(project, 'count.js')).stdout).toBe(`${NAMES.length}\n`);
    rmSync(project, { recursive: true });
  }

  if (fetched.length > 0) it.each(fetched)('are usable with %s', installBy);
  if (missing.length > 0) it.skip.each(missing)('are usable with %s', installBy);
});
