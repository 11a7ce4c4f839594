import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { migrate, schemaStatus } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { BASELINE_NAMES } from '../../libs/persistence-postgres/src/schema/baseline.ts';
import { MIGRATION_NAMES } from '../../libs/persistence-postgres/src/schema/schema.ts';
import { ApiProcess } from '../support/api-process.ts';
import { describeSchema } from '../support/describe-schema.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { knowsCommit, RELEASES, ReleasedBuild } from '../support/released-build.ts';
import { runCli, spawnCli, untilAlone } from '../support/run-cli.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../support/test-database.ts';

// Each takes a minute or two: usually the first one, from which most versions are skipped, and the last that lacks
// migrations of this build.
const tooOld = RELEASES.findLast(({ migrations }) => migrations < BASELINE_NAMES.length)!;
const upgraded = RELEASES.filter(
  ({ migrations }) => migrations >= BASELINE_NAMES.length && migrations < MIGRATION_NAMES.length,
);
const wanted = process.env['ALL_RELEASES'] ? upgraded : [upgraded[0]!, upgraded.at(-1)!];
const known = wanted.filter(({ commit }) => knowsCommit(commit));
if (known.length < upgraded.length)
  process.stderr.write(
    `test/faults/upgrades.full: ${upgraded.length - known.length} releases are SKIPPED: those between the first and ` +
      'the last (set ALL_RELEASES=1 to try them too), and those whose commits a shallow clone does not have.\n',
  );

/** What belongs to accounts, in words that every release understands. */
const BELONGINGS = `
SELECT (SELECT array_agg(email || plan ORDER BY email) FROM access.account) AS accounts,
       (SELECT array_agg(k.key_hash ORDER BY k.key_hash) FROM access.api_key k) AS keys,
       (SELECT sum(used) FROM access.key_usage) AS used,
       (SELECT array_agg(name || is_default ORDER BY name) FROM portfolio.brickfolio) AS brickfolios,
       (SELECT sum(quantity::bigint * coalesce(purchase_price_cents, 0)) FROM portfolio.holding) AS cost,
       (SELECT count(*) FROM portfolio.holding) AS holdings,
       (SELECT sum(gross_cents) FROM portfolio.sale) AS proceeds,
       (SELECT count(*) FROM portfolio.sale) AS sales,
       (SELECT count(*) FROM catalog.lego_set) AS sets,
       (SELECT count(*) FROM source.market_sale) AS market_sales,
       (SELECT array_agg(value_cents ORDER BY item_id, month, condition) FROM market.month_value) AS months`;

describe.each(known)('release $commit with $migrations migrations', ({ commit, migrations }) => {
  let release: ReleasedBuild;
  let home: string;
  const databases: TestDatabase[] = [];
  const pools: Pool[] = [];

  beforeAll(async () => {
    release = await ReleasedBuild.of(commit);
    home = await mkdtemp(join(tmpdir(), 'brickmarket-upgrade-'));
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all(databases.map((database) => database.drop()));
    await rm(home, { recursive: true });
    await release.remove();
  });

  const create = async (): Promise<{ url: string; db: Pool }> => {
    const database = await createUnmigratedDatabase();
    databases.push(database);
    const db = new Pool({ connectionString: database.url, max: 2 });
    pools.push(db);
    return { url: database.url, db };
  };
  const released = async (url: string, ...args: string[]): Promise<string> => {
    const program = join(release.folder, 'apps/cli/dist/main.js');
    const { code, stdout, stderr } = await runCli(args, { DATABASE_URL: url }, program);
    if (code !== 0) throw new Error(`the release could not ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const belongings = async (db: Pool): Promise<unknown> => (await db.query(BELONGINGS)).rows[0];
  const ran = async (url: string): Promise<number> => (await schemaStatus(url)).ran.length;

  it('is upgraded to this build, killed twice; accounts keep what they own; one can go back to it', async () => {
    const { url, db } = await create();
    await released(url, 'db', 'migrate');
    await released(url, 'demo', 'load', '--sets', '60', '--years', '1', '--json');
    const created = await released(url, 'keys', 'create', '--account', DEMO_EMAIL, '--name', 'old', '--json');
    const { key } = JSON.parse(created) as { key: string };
    expect(await ran(url)).toBe(migrations);
    const before = await belongings(db);

    const environment = { DATABASE_URL: url, BRICKMARKET_DATA_DIR: home };
    const { pending } = await schemaStatus(url);
    for (const share of [0.3, 0.6]) {
      const upgrade = spawnCli(['db', 'migrate', '--backup'], environment);
      const until = migrations + Math.floor(pending.filter((step) => !step.startsWith('routine ')).length * share);
      await eventually('some migrations have run', async () => upgrade.exitCode !== null || (await ran(url)) > until, {
        everyMs: 5,
      });
      upgrade.kill('SIGKILL');
      await exitOf(upgrade);
      await untilAlone(db);
    }
    expect(await runCli(['db', 'migrate', '--backup'], environment)).toMatchObject({ code: 0 });
    expect((await schemaStatus(url)).pending).toEqual([]);
    expect(await belongings(db)).toEqual(before);
    const fresh = await create();
    await migrate(fresh.url);
    // Sequences have come as far as there are rows.
    const { sequences: _, ...rules } = await describeSchema(fresh.db);
    expect(await describeSchema(db)).toMatchObject(rules);
    expect(await runCli(['db', 'check'], environment)).toMatchObject({ code: 0 });

    const api = await ApiProcess.start(url, { LOG_LEVEL: 'fatal', MIGRATE_ON_START: 'false' });
    const answer = await fetch(`${api.url}/api/v1/brickfolio`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await api.stop();

    const { stdout } = await runCli(['db', 'backups', '--json'], environment);
    const { backups } = JSON.parse(stdout) as { backups: readonly { file: string }[] };
    const back = await create();
    await released(back.url, 'db', 'restore', backups.at(-1)!.file);
    expect(await belongings(back.db)).toEqual(before);
  });
});

(knowsCommit(tooOld.commit) ? describe : describe.skip)('a release that is too old for this build', () => {
  it('passes through the release that the refusal names, with its database or its backup', async () => {
    const databases = await Promise.all([createUnmigratedDatabase(), createUnmigratedDatabase()]);
    const [{ url }, restored] = databases;
    const home = await mkdtemp(join(tmpdir(), 'brickmarket-upgrade-'));
    const backup = join(home, 'backup');
    const by = async (release: ReleasedBuild, ...args: string[]): Promise<void> => {
      const { code, stderr } = await runCli(args, { DATABASE_URL: url }, join(release.folder, 'apps/cli/dist/main.js'));
      if (code !== 0) throw new Error(`the release could not ${args.join(' ')}: ${stderr}`);
    };
    const ours = (...args: string[]) => runCli(args, { DATABASE_URL: url, BRICKMARKET_DATA_DIR: home });
    const old = await ReleasedBuild.of(tooOld.commit);
    await by(old, 'db', 'migrate');
    await by(old, 'demo', 'load', '--sets', '60', '--years', '1', '--json');
    await by(old, 'db', 'backup', backup);
    await old.remove();

    const refused = await ours('db', 'migrate', '--backup');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is too old for this build') });
    expect(await runCli(['db', 'restore', backup], { DATABASE_URL: restored.url })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the backup was made by a release that is too old for this build'),
    });
    const named = await ReleasedBuild.of(/git checkout (\w+)/.exec(refused.stderr)![1]!);
    await by(named, 'db', 'migrate');
    await named.remove();
    expect(await ours('db', 'migrate', '--no-backup')).toMatchObject({ code: 0 });
    expect(await ours('db', 'check')).toMatchObject({ code: 0 });
    expect((await schemaStatus(url)).pending).toEqual([]);
    await Promise.all(databases.map((database) => database.drop()));
    await rm(home, { recursive: true });
  });
});
