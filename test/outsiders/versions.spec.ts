import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const PUBLIC = [
  'catalog-search',
  'client',
  'domain',
  'extension',
  'feeds',
  'persistence-ports',
  'portfolio',
  'retail-tracking',
  'valuation',
];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly publishConfig?: Pick<Manifest, 'exports'>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const foldersIn = (parent: string): readonly string[] =>
  readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));

describe('the libraries', () => {
  const libraries = foldersIn('libs').map((folder) => ({ folder, manifest: manifestOf(folder) }));

  it('are private and say so, but for the nine that other projects may install', () => {
    const open = libraries.filter(({ manifest }) => manifest.private !== true);
    expect(open.map(({ folder }) => folder)).toEqual(PUBLIC.map((name) => join('libs', name)));
    for (const { manifest } of libraries) {
      expect([manifest.name, /\bPrivate: /.test(manifest.description)]).toEqual([
        manifest.name,
        manifest.private === true,
      ]);
    }
  });

  it('are packed with the exports of the workspace, without those of sources', () => {
    for (const name of PUBLIC) {
      const { exports, publishConfig } = manifestOf(join('libs', name));
      const packed = Object.entries(exports).map(([path, { types, default: main }]) => [
        path,
        { types, default: main },
      ]);
      expect([name, publishConfig?.exports]).toEqual([name, Object.fromEntries(packed)]);
    }
  });

  it('need no private one when they are installed', () => {
    const known = new Set(PUBLIC.map((name) => `@brickmarket/${name}`));
    const needed = PUBLIC.flatMap((name) => Object.keys(manifestOf(join('libs', name)).dependencies ?? {}));
    expect(needed.filter((name) => name.startsWith('@brickmarket/') && !known.has(name))).toEqual([]);
  });
});

describe('changesets', () => {
  const copy = mkdtempSync(join(tmpdir(), 'versions-'));
  beforeAll(() => {
    const folders = ['.', 'test', 'test/bench', ...foldersIn('apps'), ...foldersIn('libs')];
    const files = [
      'pnpm-workspace.yaml',
      '.changeset/config.json',
      ...folders.map((each) => join(each, 'package.json')),
    ];
    for (const file of files) {
      mkdirSync(join(copy, dirname(file)), { recursive: true });
      cpSync(file, join(copy, file));
    }
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    execFileSync('git', ['init', '--quiet'], { cwd: copy });
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  const versionsOf = (folder: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...foldersIn(join(folder, 'libs')), ...foldersIn(join(folder, 'apps'))].map((each) => {
        const { name, version } = manifestOf(each);
        return [name, version];
      }),
    );

  /** The packages that have another version after a change was released, with it. */
  function release(name: string, bump: string): Readonly<Record<string, string>> {
    const before = versionsOf(copy);
    writeFileSync(join(copy, '.changeset/some.md'), `---\n'${name}': ${bump}\n---\n\nHoldings know their box.\n`);
    execFileSync(process.execPath, [resolve('node_modules/@changesets/cli/bin.js'), 'version'], { cwd: copy });
    return Object.fromEntries(Object.entries(versionsOf(copy)).filter(([each, version]) => before[each] !== version));
  }

  it('give a library its next version and a changelog, and leave the others and the private ones alone', () => {
    expect(release('@brickmarket/domain', 'minor')).toEqual({ '@brickmarket/domain': '1.1.0' });
    expect(readFileSync(join(copy, 'libs/domain/CHANGELOG.md'), 'utf8')).toMatch(
      /^# @brickmarket\/domain\n\n## 1\.1\.0\n\n### Minor Changes\n\n- (?:\w+: )?Holdings know their box\.\n/,
    );
  });

  it('give new versions to the libraries that need a new major version of another one', () => {
    expect(release('@brickmarket/domain', 'major')).toEqual({
      '@brickmarket/domain': '2.0.0',
      '@brickmarket/extension': '1.0.1',
      '@brickmarket/feeds': '1.0.1',
      '@brickmarket/persistence-ports': '1.0.1',
      '@brickmarket/portfolio': '1.0.1',
      '@brickmarket/retail-tracking': '1.0.1',
      '@brickmarket/valuation': '1.0.1',
    });
    expect(existsSync(join(copy, 'libs/operations/CHANGELOG.md'))).toBe(false);
  });
});
