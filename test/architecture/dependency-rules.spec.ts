import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const FINE = {
  'libs/domain/src/money.ts': 'export const cents = 1;',
  'libs/valuation/src/value.ts': "import { cents } from '../../domain/src/money.ts'; export const value = cents;",
  'libs/portfolio/src/total.ts': 'export const total = 1;',
  'libs/persistence-postgres/src/database.ts': 'export const database = 1;',
  'apps/api/src/features/catalog/set.ts':
    "import { value } from '../../../../../libs/valuation/src/value.ts'; export const set = value;",
  'apps/api/src/features/alerts/alert.ts': "import '../../http/text.ts'; export const alert = 1;",
  'apps/api/src/http/text.ts': 'export const text = 1;',
  'apps/account/src/features/keys/key.ts': 'export const key = 1;',
  'apps/api/src/app.module.ts': "import './features/alerts/alert.ts'; import './features/catalog/set.ts';",
};

/** An undeclared package cannot be made up in a folder without an installer. */
const NOT_SHOWN = ['declared'];

/** A breach of each rule, in a file of its own. */
const BREACHES = [
  ['domain-depends-on-nothing', 'libs/domain/src/a.ts', '../../valuation/src/value.ts'],
  ['pure-libs-import-no-framework', 'libs/domain/src/b.ts', '@nestjs/common'],
  ['pure-libs-import-no-framework', 'libs/portfolio/src/c.ts', 'typeorm'],
  ['calculations-know-only-the-domain', 'libs/valuation/src/d.ts', '../../portfolio/src/total.ts'],
  ['ports-and-feeds-know-only-the-domain', 'libs/feeds/src/e.ts', '../../valuation/src/value.ts'],
  ['extensions-know-only-the-domain', 'libs/extension/src/v.ts', '../../valuation/src/value.ts'],
  ['demo-market-knows-only-domain-and-feeds', 'libs/demo-market/src/p.ts', '../../valuation/src/value.ts'],
  ['operations-know-no-storage', 'libs/operations/src/f.ts', '../../persistence-postgres/src/database.ts'],
  [
    'sources-know-no-storage-and-not-each-other',
    'libs/sources/src/keepa/aa.ts',
    '../../../persistence-postgres/src/database.ts',
  ],
  ['sources-know-no-storage-and-not-each-other', 'libs/sources/src/bricklink/z.ts', '../keepa/aa.ts'],
  ['client-knows-only-the-contract', 'libs/client/src/q.ts', '../../domain/src/money.ts'],
  ['client-knows-only-the-contract', 'libs/client/src/w.ts', './mirror/x.ts'],
  ['client-knows-only-the-contract', 'libs/client/src/y.ts', 'node:fs'],
  ['mirror-knows-only-the-client-and-node', 'libs/client/src/mirror/x.ts', '../../../domain/src/money.ts'],
  ['libs-do-not-know-apps', 'libs/valuation/src/g.ts', '../../../apps/api/src/features/catalog/set.ts'],
  ['mcp-knows-only-the-client-and-extensions', 'apps/mcp/src/s.ts', '../../../libs/domain/src/money.ts'],
  ['the-account-page-knows-only-itself', 'apps/account-web/src/t.ts', '../../../libs/domain/src/money.ts'],
  ['apps-do-not-know-each-other', 'apps/cli/src/h.ts', '../../api/src/features/catalog/set.ts'],
  [
    'one-module-per-app-knows-the-database',
    'apps/api/src/features/catalog/i.ts',
    '../../../../../libs/persistence-postgres/src/database.ts',
  ],
  // Alerts and a folder named shared are made up: the rules name no folder, so they hold for one that is added
  // tomorrow.
  ['features-are-isolated', 'apps/api/src/features/alerts/j.ts', '../catalog/set.ts'],
  ['features-are-isolated', 'apps/api/src/features/catalog/r.ts', '../alerts/j.ts'],
  ['features-are-isolated', 'apps/account/src/features/sets/u.ts', '../keys/key.ts'],
  ['only-the-app-module-knows-features', 'apps/account/src/main.ts', './features/keys/key.ts'],
  ['only-the-app-module-knows-features', 'apps/api/src/shared/k.ts', '../features/alerts/j.ts'],
  ['only-the-app-module-knows-features', 'apps/api/src/main.ts', './features/catalog/set.ts'],
  ['source-does-not-import-tests', 'apps/api/src/l.ts', './l.spec.ts'],
  ['no-cycles', 'libs/portfolio/src/m.ts', './n.ts'],
  ['resolvable', 'libs/portfolio/src/o.ts', './nowhere.ts'],
] as const;

/** Cruises a small tree of files under the project's own rules: which rule each file breaks. */
async function violations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'brickmarket-rules-'));
  try {
    await writeFile(
      join(root, 'package.json'),
      '{"name":"x","type":"module","dependencies":{"typeorm":"*","@nestjs/common":"*"}}',
    );
    await cp('test/architecture/dependency-rules.cjs', join(root, 'rules.cjs'));
    for (const name of ['typeorm', '@nestjs/common']) {
      await mkdir(join(root, 'node_modules', name), { recursive: true });
      await writeFile(join(root, 'node_modules', name, 'package.json'), `{"name":"${name}","main":"index.js"}`);
      await writeFile(join(root, 'node_modules', name, 'index.js'), '');
    }
    // Without a compiler next to it, dependency-cruiser reads no TypeScript and finds nothing wrong.
    await symlink(resolve('node_modules/typescript'), join(root, 'node_modules/typescript'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const output = await new Promise<string>((done) => {
      execFile(
        resolve('node_modules/.bin/depcruise'),
        ['--config', 'rules.cjs', '--output-type', 'json', 'apps', 'libs'],
        { cwd: root, maxBuffer: 1 << 26 },
        (_, stdout) => done(stdout),
      );
    });
    const { summary } = JSON.parse(output) as {
      summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
    };
    expect(summary.totalCruised).toBeGreaterThanOrEqual(Object.keys(files).length);
    return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

describe('the dependency rules', () => {
  it('let pass what points inward', async () => {
    expect(await violations(FINE)).toEqual([]);
  });

  it('refuse a breach of each of them, and none goes without a breach here', async () => {
    const found = await violations({
      ...FINE,
      ...Object.fromEntries(
        BREACHES.map(([, path, imported]) => [path, `import '${imported}'; export const breach = 1;`]),
      ),
      'libs/portfolio/src/n.ts': "import './m.ts'; export const other = 1;",
      'apps/api/src/l.spec.ts': 'export const spec = 1;',
    });
    expect(found).toEqual(expect.arrayContaining(BREACHES.map(([rule, path]) => `${rule}: ${path}`)));
    const { forbidden } = jest.requireActual<{ forbidden: { name: string }[] }>('./dependency-rules.cjs');
    const shown = new Set<string>([...BREACHES.map(([rule]) => rule), ...NOT_SHOWN]);
    expect(forbidden.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });
});
