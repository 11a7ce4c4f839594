import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { FolderSnapshots } from '@brickmarket/catalog-copy';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

describe('a worker that is killed', () => {
  const files = new ImportFolder();
  let market: TestMarket;
  const workers: ChildProcess[] = [];
  /** What workers say of jobs that fail. */
  let failures: string;
  beforeEach(async () => {
    failures = '';
    market = await TestMarket.create();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGKILL');
      await exitOf(worker);
    }
    await market.close();
  });

  const work = (settings: NodeJS.ProcessEnv = {}): ChildProcess => {
    const worker = spawnCli(['work'], {
      DATABASE_URL: market.url,
      WORKER_CHECK_MS: '200',
      BRICKMARKET_DEMO: 'off',
      ...settings,
    });
    worker.stderr!.on('data', (chunk: Buffer) => (failures += chunk.toString()));
    worker.stdout!.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('"level":"error"')) failures += chunk.toString();
    });
    workers.push(worker);
    return worker;
  };
  const states = async (task: string): Promise<readonly string[]> => {
    const { stdout } = await runHere(['jobs', 'list', '--json'], { DATABASE_URL: market.url });
    const jobs = JSON.parse(stdout) as readonly { task: string; state: string }[];
    return jobs.filter((job) => job.task === task).map(({ state }) => state);
  };
  const runs = () => market.rows('SELECT items, sales FROM market.valuation_run');

  it('in the middle of a valuation loses it to another one, which does it once', async () => {
    const itemId = await insertSet(market.db, { set_number: '1-1', msrp_cents: 1_000 });
    await market.sell({ itemId, day: '2026-10-01', priceCents: 900 });
    const blocker = await market.db.connect();
    try {
      // Publishing waits for this lock.
      await blocker.query('BEGIN; LOCK TABLE source.changed_item IN SHARE MODE');
      const first = work();
      await market.untilAboutToPublish();
      expect(await states('value')).toEqual(['running']);
      first.kill('SIGKILL');
      await exitOf(first);
    } finally {
      await blocker.query('COMMIT');
      blocker.release();
    }
    expect(await runs()).toEqual([]);
    work();
    await eventually('the values are published', async () => (await runs()).length > 0);
    await eventually('no valuation is left', async () => (await states('value')).length === 0);
    expect(await runs()).toEqual([{ items: 1, sales: 1 }]);
    expect(
      await market.rows('SELECT condition, count(*)::integer FROM market.item_value GROUP BY 1 ORDER BY 1'),
    ).toEqual([
      { condition: 'sealed', count: 1 },
      { condition: 'used', count: 1 },
    ]);
  });

  it('in the middle of a snapshot leaves a file that is not offered; another one makes it whole', async () => {
    const sets = 2_000;
    await market.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces)
       SELECT n || '-1', 'Tower ' || n, 'Towers', 2020, 1 FROM generate_series(1, $1) n`,
      [sets],
    );
    const folder = join(files.path, 'snapshots');
    const snapshots = new FolderSnapshots(folder);
    const partial = (): string | undefined =>
      existsSync(folder) ? readdirSync(folder).find((name) => name.startsWith('.partial-')) : undefined;
    const blocker = await market.db.connect();
    try {
      // The records of sets wait for this lock.
      await blocker.query('BEGIN; LOCK TABLE catalog.set_minifig IN ACCESS EXCLUSIVE MODE');
      const first = work({ SNAPSHOT_FOLDER: folder });
      const left = await eventually('the first file is begun', partial);
      first.kill('SIGKILL');
      await exitOf(first);
      expect([partial(), await snapshots.list()]).toEqual([left, []]);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    work({ SNAPSHOT_FOLDER: folder });
    await eventually('all are made', async () => (await snapshots.list()).length === 3);
    await eventually('no job of it is left', async () => (await states('snapshots')).length === 0);
    const made = await snapshots.list();
    expect(new Map(made.map(({ kind, items }) => [kind, items]))).toEqual(
      new Map([
        ['sets', sets],
        ['minifigs', 0],
        ['history', 2 * sets],
      ]),
    );
    expect(new Set(made.map(({ cursor }) => cursor)).size).toBe(1);
    for (const { name, items, sha256 } of made) {
      const file = readFileSync(join(folder, name));
      expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
      expect(gunzipSync(file).toString().split('\n')).toHaveLength(items + 1);
    }
    const { rows } = await market.db.query<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs',
    );
    expect(rows).toContainEqual({ identifier: 'snapshots' });
    expect(failures).toBe('');
  });

  describe('while it helps another one to value a large market', () => {
    const SETS = 12;
    const IN_SHARDS = { VALUATION_SHARD_SALES: '4' };
    const PAUSE = 4_711;

    beforeEach(async () => {
      for (let n = 1; n <= SETS; n++) {
        const itemId = await insertSet(market.db, { set_number: `${n}-1`, msrp_cents: 1_000 });
        for (let day = 1; day <= 4; day++) await market.sell({ itemId, day: `2026-10-0${day}`, priceCents: 900 + n });
      }
      // Workers wait before they store the values of a shard while another session has this lock.
      await market.db.query(`
CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock_shared(${PAUSE}); RETURN NULL; END $$;
CREATE TRIGGER pause BEFORE INSERT ON market.shard_value FOR EACH STATEMENT EXECUTE FUNCTION pause()`);
    });

    /** Two workers, each in the middle of its shards: the first has the valuation, the second helps. */
    async function twoInShards(ready: (helper: ChildProcess) => Promise<void>): Promise<void> {
      const blocker = await market.db.connect();
      const waiting = async (count: number): Promise<boolean> =>
        (await market.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PAUSE} AND NOT granted`))
          .length === count;
      try {
        await blocker.query(`SELECT pg_advisory_lock(${PAUSE})`);
        work(IN_SHARDS);
        await eventually('the first one has two shards', () => waiting(2));
        const helper = work();
        await eventually('the second one has two others', () => waiting(4));
        await ready(helper);
      } finally {
        await blocker.query(`SELECT pg_advisory_unlock(${PAUSE})`);
        blocker.release();
      }
    }
    const values = () =>
      market.rows(
        'SELECT count(*)::integer AS values, count(DISTINCT item_id)::integer AS items FROM market.item_value',
      );

    it('both value shards, and all of them take effect together', async () => {
      let said = '';
      await twoInShards(async (helper) => {
        helper.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()));
        expect(await values()).toEqual([{ values: 0, items: 0 }]);
      });
      await eventually('the values are published', async () => (await runs()).length > 0);
      expect(await runs()).toEqual([{ items: SETS, sales: 4 * SETS }]);
      expect(await values()).toEqual([{ values: 2 * SETS, items: SETS }]);
      await eventually('the second one says what it did', () => /"job":"value-shards".*valued \d+ parts/.test(said));
      // A shard that was valued twice would make publishing fail, and be mended by the next attempt.
      expect(failures).toBe('');
    });

    it('loses its shards, which are valued once', async () => {
      await twoInShards(async (helper) => {
        helper.kill('SIGKILL');
        await exitOf(helper);
        expect(await values()).toEqual([{ values: 0, items: 0 }]);
      });
      await eventually('the values are published', async () => (await runs()).length > 0);
      expect(await runs()).toEqual([{ items: SETS, sales: 4 * SETS }]);
      expect(await values()).toEqual([{ values: 2 * SETS, items: SETS }]);
      expect(failures).toBe('');
    });
  });
});
