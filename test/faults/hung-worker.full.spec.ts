import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

interface ListedJob {
  readonly id: number;
  readonly task: string;
  readonly state: string;
  readonly host: string | null;
  readonly pid: number | null;
  readonly started_at: string | null;
}

describe('a worker that hangs, with its connections open', () => {
  const folder = new ImportFolder();
  let market: TestMarket;
  const workers: ChildProcess[] = [];
  beforeEach(async () => {
    market = await TestMarket.create();
    const itemId = await insertSet(market.db, { set_number: '1-1', msrp_cents: 1_000 });
    await market.sell({ itemId, day: '2026-10-01', priceCents: 900 });
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGKILL');
      await exitOf(worker);
    }
    await market.close();
  });

  const work = (settings: NodeJS.ProcessEnv = {}): { readonly child: ChildProcess; said(): string } => {
    const child = spawnCli(['work'], {
      DATABASE_URL: market.url,
      WORKER_CHECK_MS: '300',
      WORKER_LEASE_MS: '3000',
      BRICKMARKET_DEMO: 'off',
      ...settings,
    });
    let said = '';
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    workers.push(child);
    return { child, said: () => said };
  };
  const jobs = async (task: string): Promise<readonly ListedJob[]> => {
    const { stdout } = await runHere(['jobs', 'list', '--json'], { DATABASE_URL: market.url });
    return (JSON.parse(stdout) as readonly ListedJob[]).filter((job) => job.task === task);
  };
  const runs = () => market.rows<{ items: number; sales: number }>('SELECT items, sales FROM market.valuation_run');

  /** Holds up the work of a worker in the middle of its valuation, which is about to publish. */
  async function inTheMiddle(then: (worker: ReturnType<typeof work>) => Promise<void>): Promise<void> {
    const blocker = await market.db.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE source.changed_item IN SHARE MODE');
      const worker = work();
      await market.untilAboutToPublish();
      await then(worker);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  }

  it('loses its job to another one, which does it once; when it goes on, it writes nothing and ends', async () => {
    let hung: ReturnType<typeof work>;
    await inTheMiddle(async (worker) => {
      hung = worker;
      expect(await jobs('value')).toMatchObject([{ state: 'running', host: hostname(), pid: worker.child.pid }]);
      worker.child.kill('SIGSTOP');
      const other = work();
      await eventually('it is taken over', () => other.said().includes('took over the jobs of'));
      expect(other.said()).toContain(`process ${worker.child.pid} on ${hostname()}`);
    });
    await eventually('the values are published', async () => (await runs()).length > 0);
    await eventually('no valuation is left', async () => (await jobs('value')).length === 0);
    hung!.child.kill('SIGCONT');
    expect(await exitOf(hung!.child)).toEqual([1, null]);
    expect(hung!.said()).toContain('"level":"fatal"');
    expect(await runs()).toEqual([{ items: 1, sales: 1 }]);
  });

  it('does not move a file that another one imports meanwhile', async () => {
    const header = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
    const file = folder.write('sales-today.csv', `${header}set,1-1,sealed,2026-10-05,10.00,1,ebay,a\n`);
    utimesSync(file, new Date(0), new Date(0));
    mkdirSync(join(folder.path, 'failed'), { recursive: true });
    const blocker = await market.db.connect();
    let hung: ReturnType<typeof work>;
    try {
      await blocker.query('BEGIN; LOCK TABLE source.market_sale IN SHARE MODE');
      hung = work({ BRICKMARKET_DROP_DIR: folder.path });
      await eventually('it is about to merge', async () => {
        const waiting = await market.rows(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND application_name LIKE 'brickmarket-worker%'`,
        );
        return waiting.length > 0;
      });
      hung.child.kill('SIGSTOP');
      const other = work({ BRICKMARKET_DROP_DIR: folder.path });
      await eventually('it is taken over', () => other.said().includes('took over the jobs of'));
      hung.child.kill('SIGCONT');
      expect(await exitOf(hung.child)).toEqual([1, null]);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    await eventually('the file is done', () => readdirSync(folder.path).includes('done'));
    await eventually('it was moved', () => readdirSync(join(folder.path, 'done')).length > 0);
    expect(readdirSync(join(folder.path, 'failed'))).toEqual([]);
    expect(await market.rows('SELECT source_ref FROM source.market_sale ORDER BY 1')).toContainEqual({
      source_ref: 'a',
    });
  });

  it('or never ends a job, loses it when the job is cancelled', async () => {
    await inTheMiddle(async (worker) => {
      const [job] = await jobs('value');
      const cancelled = await runHere(['jobs', 'cancel', String(job!.id)], { DATABASE_URL: market.url });
      expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining(`process ${worker.child.pid}`) });
      expect(await jobs('value')).toEqual([]);
      expect(await exitOf(worker.child)).toEqual([1, null]);
    });
    expect(await runs()).toEqual([]);
    const missing = await runHere(['jobs', 'cancel', '999999'], { DATABASE_URL: market.url });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('job 999999 not found') });
  });
});
