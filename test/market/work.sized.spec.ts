import { fork } from 'node:child_process';
import { once as nextEvent } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { EventKinds } from '@brickmarket/alerts';
import { FolderSnapshots } from '@brickmarket/catalog-copy';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { Deliverer, getAccount } from '@brickmarket/operations';
import { AccountStore, AlertInbox, DeliveryQueue } from '@brickmarket/persistence-ports';
import { HttpWebhookSender } from '../../apps/cli/src/deliver/http-webhook-sender.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';
import { itAtLength } from '../support/lane.ts';

const HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';

describe('brickmarket work', () => {
  const folder = new ImportFolder();
  let market: TestMarket;
  beforeEach(async () => {
    market = await TestMarket.create();
    await moveClock(market.db, '2026-11-15T12:00:00Z');
  });
  afterEach(() => market.close());

  const once = (...flags: string[]) => runCli(['work', '--once', '--json', ...flags], { DATABASE_URL: market.url });
  const drop = (name: string, content: string): void =>
    utimesSync(folder.write(name, content), new Date(0), new Date(0));
  /** In the order in which they said something first: the import says a line for each file. */
  const jobsIn = (stdout: string) => [
    ...new Set(
      stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { job: string }).job),
    ),
  ];

  it('imports what is dropped, values it and publishes its months; then finds nothing to do', async () => {
    await insertSet(market.db, { set_number: '1-1' });
    drop(
      'sales-today.csv',
      `${HEADER}set,1-1,sealed,2026-10-05,10.00,1,ebay,a\nset,1-1,sealed,2026-10-06,12.00,1,ebay,b\n` +
        'set,9-9,sealed,2026-10-06,12.00,1,ebay,c\n',
    );
    drop('holiday.jpg', 'no feed');
    drop('sales-broken.csv', 'what,is,this\n');
    drop('sales-growing.csv.part', HEADER);
    mkdirSync(join(folder.path, 'done'), { recursive: true });
    const first = await once('--import-folder', folder.path);
    expect([first.code, jobsIn(first.stdout)]).toEqual([0, ['import', 'value', 'months', 'backtest']]);
    expect(await market.rows('SELECT condition, data_tier FROM market.item_value ORDER BY condition')).toEqual([
      { condition: 'sealed', data_tier: 'low' },
      { condition: 'used', data_tier: 'modelled' },
    ]);
    expect(await market.rows('SELECT value_cents FROM market.month_value')).toEqual([{ value_cents: 1_100 }]);
    const [done, failed] = ['done', 'failed'].map((place) =>
      readdirSync(join(folder.path, place))
        .map((name) => name.replace(/^\S+ /, ''))
        .toSorted(),
    );
    expect(done).toEqual(['sales-today.csv', 'sales-today.csv.rejects.csv']);
    expect(failed).toEqual([
      'holiday.jpg',
      'holiday.jpg.reason.txt',
      'sales-broken.csv',
      'sales-broken.csv.reason.txt',
    ]);
    expect(existsSync(join(folder.path, 'sales-growing.csv.part'))).toBe(true);
    const reason = readdirSync(join(folder.path, 'failed')).find((name) =>
      name.endsWith('sales-broken.csv.reason.txt'),
    )!;
    expect(readFileSync(join(folder.path, 'failed', reason), 'utf8')).toContain('lacks the columns');
    expect(await once('--import-folder', folder.path)).toMatchObject({ code: 0, stdout: '' });
  });

  const inside = (place: string) =>
    readdirSync(join(folder.path, place))
      .map((name) => name.replace(/^\S+ /, ''))
      .filter((name) => name.startsWith('sales-of-'));

  it('lays rejects beside the file they are of, in failed/ when its import failed or took nothing', async () => {
    await insertSet(market.db, { set_number: '1-1' });
    drop(
      'sales-of-nothing.csv',
      `${HEADER}set,9-9,sealed,2026-10-06,12.00,1,ebay,c\nset,9-8,sealed,2026-10-06,12,1,ebay,d\n`,
    );
    // Its rejects are written down before its import fails.
    drop('sales-of-rubbish.csv', `${HEADER}set,9-9,sealed,2026-10-06,12.00,1,ebay,c\n${'x'.repeat(2_000_000)}`);
    drop(
      'sales-of-two.csv',
      `${HEADER}set,9-9,sealed,2026-10-06,12.00,1,ebay,c\nset,1-1,sealed,2026-10-06,12,1,ebay,d\n`,
    );
    // The former name of the option.
    expect(await once('--drop', folder.path)).toMatchObject({ code: 0 });
    expect(inside('done')).toEqual(['sales-of-two.csv', 'sales-of-two.csv.rejects.csv']);
    expect(inside('failed')).toEqual(
      ['nothing', 'rubbish'].flatMap((name) =>
        ['', '.reason.txt', '.rejects.csv'].map((ending) => `sales-of-${name}.csv${ending}`),
      ),
    );
    const reason = readdirSync(join(folder.path, 'failed')).find((name) => name.endsWith('nothing.csv.reason.txt'))!;
    expect(readFileSync(join(folder.path, 'failed', reason), 'utf8')).toContain(
      'nothing was taken over: all 2 rows were rejected',
    );
    expect(readdirSync(folder.path).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('does not take for a feed what an import by hand has rejected', async () => {
    drop('sales-by-hand.csv.rejects.csv', 'file,line,kind,reason,row\r\n');
    expect(await once('--import-folder', folder.path)).toMatchObject({ code: 0, stdout: '' });
    expect(existsSync(join(folder.path, 'sales-by-hand.csv.rejects.csv'))).toBe(true);
  });

  it('imports files with the longest names there are, and keeps two apart that begin alike', async () => {
    await insertSet(market.db, { set_number: '1-1' });
    const long = (end: string) => `sales-${'ü'.repeat(121)}${end}.csv`;
    for (const end of ['a', 'b'])
      drop(long(end), `${HEADER}set,1-1,sealed,2026-10-06,12,1,ebay,${end}\nset,9-9,sealed,2026-10-06,12,1,ebay,x\n`);
    const { code, stdout } = await once('--import-folder', folder.path);
    expect([code, jobsIn(stdout)[0]]).toEqual([0, 'import']);
    expect(await market.rows('SELECT source_ref FROM source.market_sale ORDER BY 1')).toEqual([
      { source_ref: 'a' },
      { source_ref: 'b' },
    ]);
    const moved = readdirSync(join(folder.path, 'done')).filter((name) => name.includes('üü'));
    expect(moved.filter((name) => name.endsWith('.rejects.csv'))).toHaveLength(2);
    expect(moved).toHaveLength(4);
  });

  itAtLength('measures how good the values are, as soon as there are sales and then once a week', async () => {
    const reports = () => market.rows('SELECT ran_at FROM market.backtest ORDER BY id');
    await insertSet(market.db, { set_number: '1-1' });
    await once();
    expect(await reports()).toEqual([]);
    drop('sales-today.csv', `${HEADER}set,1-1,sealed,2026-10-05,10.00,1,ebay,a\n`);
    expect(jobsIn((await once('--import-folder', folder.path)).stdout)).toContain('backtest');
    const first = { ran_at: new Date('2026-11-15T12:00:00Z') };
    expect(await reports()).toEqual([first]);
    await moveClock(market.db, '2026-11-22T11:00:00Z');
    expect(jobsIn((await once()).stdout)).not.toContain('backtest');
    await moveClock(market.db, '2026-11-22T12:00:00Z');
    expect(jobsIn((await once()).stdout)).toContain('backtest');
    expect(await reports()).toEqual([first, { ran_at: new Date('2026-11-22T12:00:00Z') }]);
  });

  it('makes the snapshots of the catalogue, each once however many workers there are', async () => {
    await insertSet(market.db, { set_number: '1-1' });
    await insertSet(market.db, { set_number: '2-1' });
    // What the other jobs find to do is another state, of which other snapshots are made.
    await once();
    const snapshots = join(folder.path, 'snapshots');
    const work = () => runCli(['work', '--once', '--json'], { DATABASE_URL: market.url, SNAPSHOT_FOLDER: snapshots });
    const said = async (workers: number): Promise<readonly string[]> => {
      const ends = await Promise.all(Array.from({ length: workers }, work));
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
      return ends
        .flatMap(({ stdout }) => stdout.split('\n').filter(Boolean))
        .map((line) => JSON.parse(line) as { job: string; msg: string })
        .filter(({ job }) => job === 'snapshots')
        .map(({ msg }) => msg.replace(/, \d+ bytes$/, ''));
    };
    // The second makes a job of its own, which finds that nothing has changed.
    expect(await said(2)).toEqual(['snapshot of 2 sets', 'snapshot of 0 minifigs', 'snapshot of 4 history']);
    const made = await new FolderSnapshots(snapshots).list();
    expect(new Set(made.map(({ kind, items }) => `${kind} ${items}`))).toEqual(
      new Set(['sets 2', 'minifigs 0', 'history 4']),
    );
    expect(readdirSync(snapshots)).toHaveLength(2 * made.length);
    expect(await said(1)).toEqual([]);
    expect(await new FolderSnapshots(snapshots).list()).toEqual(made);
  });

  it('ends when its supervisor asks it to, although the channel between them is open', async () => {
    await insertSet(market.db, { set_number: '1-1', msrp_cents: 100 });
    const child = fork('apps/cli/dist/bundle/main.js', ['work'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: market.url },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await nextEvent(child.stdout!, 'data');
    child.kill('SIGTERM');
    expect(await nextEvent(child, 'exit')).toEqual([0, null]);
  });

  it('leaves what another process is valuing by hand to that process, and tries again a little later', async () => {
    await insertSet(market.db, { set_number: '1-1', msrp_cents: 100 });
    const other = await market.db.connect();
    await other.query(`SELECT pg_advisory_lock(7214664, hashtext('values'))`);
    expect(await once()).toMatchObject({ code: 0, stdout: '' });
    await other.query('SELECT pg_advisory_unlock_all()');
    other.release();
    // It has not begun, so it has not failed.
    expect(await market.rows(`SELECT job, failures FROM ops.job_record WHERE job = 'values'`)).toEqual([]);
    const { stdout } = await runHere(['jobs', 'list', '--json'], { DATABASE_URL: market.url });
    // The backtest reads the market under the same lock.
    const later = { state: 'waiting', attempts: 0, last_error: null };
    expect(JSON.parse(stdout)).toMatchObject([
      { task: 'value', ...later },
      { task: 'backtest', ...later },
    ]);
    expect(jobsIn((await once()).stdout)).toEqual(['value']);
  });

  it('forgets counters of more than 400 days ago, and no others', async () => {
    await market.db.query(`INSERT INTO access.account (email, plan) VALUES ('a@b.example', 'free')`);
    await market.db.query(
      `INSERT INTO access.api_key (account_id, key_hash, name, last4) SELECT id, sha256('x'), 'k', 'last'
       FROM access.account`,
    );
    await market.db.query(
      `INSERT INTO access.key_usage (key_id, day, used, last_charge)
       SELECT k.id, date '2026-11-15' - age, 1, 1 FROM access.api_key k, unnest(ARRAY[401, 400, 0]) AS age`,
    );
    await once();
    expect(await market.rows('SELECT day::text FROM access.key_usage ORDER BY day')).toEqual([
      { day: '2025-10-11' },
      { day: '2026-11-15' },
    ]);
  });

  itAtLength('lets a demo market live on, and tells the demo account of each change once', async () => {
    const [loadedAsOf, now] = ['2026-11-13T12:00:00Z', new Date('2026-11-15T12:00:00Z')];
    const loading = ['demo', 'load', '--sets', '240', '--seed', 'c', '--years', '0.5', '--as-of', loadedAsOf];
    expect(await runCli(loading, { DATABASE_URL: market.url })).toMatchObject({ code: 0 });
    const { stores } = market;
    const { id } = await getAccount(stores.get(AccountStore), DEMO_EMAIL);
    const deliverer = new Deliverer({
      kinds: new EventKinds(),
      queue: stores.get(DeliveryQueue),
      sender: new HttpWebhookSender({ targets: 'public' }),
      mailer: { isAvailable: false, send: () => Promise.reject(new Error('mail is off')) },
      accountUrl: 'https://market.example/account',
      clock: { now: () => now },
      report: () => undefined,
    });
    /** What and about what, newest first. */
    const inbox = async (): Promise<readonly (readonly string[])[]> => {
      await deliverer.round();
      const alerts = await stores.get(AlertInbox).list(id, { limit: 1_000 });
      return alerts.map(({ event: { kind, subject } }) => [kind, subject]);
    };
    const kindsOf = (alerts: readonly (readonly string[])[]) => [...new Set(alerts.map(([kind]) => kind))];
    const arrived = async () =>
      (
        await market.rows<{ sales: number; prices: number; steps: number }>(
          `SELECT (SELECT count(*)::integer FROM source.market_sale WHERE sold_day > date '2026-11-13') AS sales,
             (SELECT count(*)::integer FROM retail.price_change WHERE changed_at > $1) AS prices,
             (SELECT count(*)::integer FROM market.value_step WHERE day > date '2026-11-13') AS steps`,
          [loadedAsOf],
        )
      )[0]!;
    expect(await arrived()).toEqual({ sales: 0, prices: 0, steps: 0 });
    // Which sets retire is known from the beginning; all else is news.
    expect(kindsOf(await inbox())).toEqual(['set.retiring']);

    expect(jobsIn((await once()).stdout)).toEqual(expect.arrayContaining(['demo', 'value']));
    const after = await arrived();
    expect(Math.min(after.sales, after.prices, after.steps)).toBeGreaterThan(0);
    const told = await inbox();
    expect(kindsOf(told)).toEqual(expect.arrayContaining(['price.dropped', 'value.moved']));
    expect(told.length).toBeLessThan(100);
    expect(await market.rows('SELECT as_of, finished_at IS NOT NULL AS done FROM ops.demo_market')).toEqual([
      { as_of: now, done: true },
    ]);
    expect(jobsIn((await once()).stdout)).not.toContain('demo');

    // As if the update had been killed before it was recorded.
    await market.db.query('UPDATE ops.demo_market SET as_of = $1', [loadedAsOf]);
    expect(jobsIn((await once()).stdout)).toContain('demo');
    expect(await arrived()).toEqual(after);
    expect(await inbox()).toEqual(told);
  });
});
