import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Lock {
  readonly snapshots: Record<string, { readonly optionalDependencies?: Record<string, string> } | null>;
  readonly importers: Record<string, { readonly optionalDependencies?: Record<string, unknown> }>;
}

const lock = parse(readFileSync('pnpm-lock.yaml', 'utf8')) as Lock;
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const STORE = 'node_modules/.pnpm';
const folders = readdirSync(STORE);

/** The platform in the name of a package, with its C library where the name has one: linux-x64-musl. */
const platformOf = (name: string): string | undefined => /(?:linux|darwin)-(?:x64|arm64)(?:-[a-z]+)?$/.exec(name)?.[0];

/** The packages that one declares as optional; the lock file leaves out in silence those that the registry lacks. */
function declaredBy(snapshot: string): string[] {
  const [, name = '', version = ''] = /^(@?[^@]+)@([^(]+)/.exec(snapshot) ?? [];
  const start = `${name.replace('/', '+')}@${version}`;
  const folder = folders.find((each) => each === start || each.startsWith(`${start}_`));
  const manifest = join(STORE, folder ?? '', 'node_modules', name, 'package.json');
  if (folder === undefined || !existsSync(manifest)) return [];
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as Lock['importers'][string];
  return Object.keys(optionalDependencies ?? {});
}

/** Every package with variants by platform: those it declares, and those the lock file has. */
const native = [
  ...Object.entries(lock.snapshots).map(([name, snapshot]) => ({
    name,
    declared: declaredBy(name).filter((each) => platformOf(each)),
    locked: Object.keys(snapshot?.optionalDependencies ?? {}),
  })),
  ...Object.entries(lock.importers).map(([name, { optionalDependencies = {} }]) => ({
    name,
    declared: Object.keys(optionalDependencies).filter((each) => platformOf(each)),
    locked: Object.keys(optionalDependencies),
  })),
].filter(({ declared, locked }) => declared.length > 0 || locked.some((each) => platformOf(each)));

describe('the lock file', () => {
  it('knows the packages that have variants by platform, the database and the bundler among them', () => {
    const names = native.map(({ name }) => name.replace(/(?<=.)@.*$/, ''));
    expect(names).toEqual(expect.arrayContaining(['libs/local-postgres', 'esbuild', '@node-rs/argon2', '@swc/core']));
  });

  it('has each of them for Linux and macOS on x64 and arm64, with both C libraries where they exist', () => {
    const gaps = native.flatMap(({ name, declared, locked }) => {
      const platforms = locked.map(platformOf);
      const lacks = PLATFORMS.filter((wanted) => !platforms.some((each) => each?.startsWith(wanted)));
      return [...declared.filter((each) => !locked.includes(each)), ...lacks].map((each) => `${name}: no ${each}`);
    });
    expect(gaps).toEqual([]);
  });
});
