import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs all public libraries into a new folder, as `npm run pack:libs` does with what is built. */
export async function packLibraries(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'packed-'));
  await run(process.execPath, ['libs/pack.mjs', folder]);
  return folder;
}

/** What is needed to compile against the libraries, and what some need to run, where the workspace has it. */
const TYPES_OF_NODE = ['node_modules/@types/node'];
const OF_LIBRARY: Readonly<Record<string, readonly string[]>> = {
  client: ['libs/client/node_modules/lru-cache', 'libs/client/node_modules/openapi-fetch'],
  feeds: ['libs/feeds/node_modules/saxes'],
  extension: [
    ...['@nestjs/common', 'class-transformer', 'class-validator'].map((name) => `libs/extension/node_modules/${name}`),
    ...['reflect-metadata', 'rxjs'].map((name) => `apps/api/node_modules/${name}`),
  ],
};

/** Packed libraries as dependencies. */
export function packedDependencies(packed: string, libraries: readonly string[]): Record<string, string> {
  const tarballs = readdirSync(packed);
  return Object.fromEntries(
    libraries.map((name) => {
      const tarball = tarballs.find((file) => new RegExp(`^brickmarket-${name}-\\d`).test(file))!;
      return [`@brickmarket/${name}`, `file:${join(packed, tarball)}`];
    }),
  );
}

/**
 * Installs packed libraries by npm into a project that knows nothing of the workspace; its package.json is written
 * again. Packages of others come from tarballs too, made of what the workspace installed: npm would look for them in
 * the registry or in its cache, and tests must neither need the network nor depend on what is in a cache.
 */
export async function installPacked(project: string, packed: string, libraries: readonly string[]): Promise<void> {
  const dependencies = packedDependencies(packed, libraries);
  const folders = new Set<string>();
  for (const folder of [...TYPES_OF_NODE, ...libraries.flatMap((name) => OF_LIBRARY[name] ?? [])])
    addWithDependencies(realpathSync(folder), folders);
  for (const folder of folders) Object.assign(dependencies, await tarballOf(folder, project));
  const manifest = { name: 'outsider', version: '1.0.0', private: true, type: 'module', dependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const env = { ...process.env, npm_config_cache: join(project, 'empty-cache') };
  await run('npm', ['install', ...options], { cwd: project, env });
}

/** A package and all that it needs, each next to those that need it. */
function addWithDependencies(folder: string, folders: Set<string>): void {
  if (folders.has(folder)) return;
  folders.add(folder);
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    dependencies?: Record<string, string>;
  };
  const store = name.startsWith('@') ? dirname(dirname(folder)) : dirname(folder);
  for (const needed of Object.keys(dependencies)) addWithDependencies(realpathSync(join(store, needed)), folders);
}

/** Makes a tarball of an installed package, as a dependency on it. npm itself cannot pack every installed folder. */
async function tarballOf(folder: string, destination: string): Promise<Record<string, string>> {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const tarball = join(destination, `${name.replaceAll(/\W+/g, '-')}.tgz`);
  const staging = mkdtempSync(join(tmpdir(), 'staging-'));
  cpSync(folder, join(staging, 'package'), { recursive: true, filter: (path) => !path.endsWith('/node_modules') });
  await run('tar', ['-czf', tarball, '-C', staging, 'package']);
  rmSync(staging, { recursive: true });
  return { [name]: `file:${tarball}` };
}

/** Compiles files of a project with the strictest settings, the declarations of all packages included. */
export async function compileStrictly(
  project: string,
  files: readonly string[],
  more: Readonly<Record<string, string | boolean | readonly string[]>> = {},
  compiler = resolve('node_modules/.bin/tsc'),
): Promise<void> {
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    skipLibCheck: false,
    ...more,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run(compiler, ['-p', project]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
}

/** What a program of a project prints. */
export async function outputOf(
  project: string,
  ...args: readonly string[]
): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, args, { cwd: project, env: { PATH: process.env['PATH'] } });
}
