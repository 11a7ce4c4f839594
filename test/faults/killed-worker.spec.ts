import type { ChildProcess } from 'node:child_process';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { TestMarket } from '../support/test-market.ts';

describe('a worker that is killed', () => {
  let market: TestMarket;
  const workers: ChildProcess[] = [];
  beforeEach(async () => {
    market = await TestMarket.create();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGKILL');
      await exitOf(worker);
    }
    await market.close();
  });

  const work = (): ChildProcess => {
    const worker = spawnCli(['work'], { DATABASE_URL: market.url, WORKER_CHECK_MS: '200', BRICKMARKET_DEMO: 'off' });
    workers.push(worker);
    return worker;
  };
  const states = async (task: string): Promise<readonly string[]> => {
    const { stdout } = await runCli(['jobs', 'list', '--json'], { DATABASE_URL: market.url });
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
      await eventually('it is about to publish', async () => {
        const waiting = await market.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE 'LOCK TABLE source.changed_item%'`,
        );
        return waiting.length > 0;
      });
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
});
