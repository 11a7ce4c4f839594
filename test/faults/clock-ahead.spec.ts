import { EventKinds } from '@brickmarket/alerts';
import { formatIsoDay, formatIsoMonth, epochDayOf, MS_PER_DAY, monthOfDay } from '@brickmarket/domain';
import { finalizeMonths } from '@brickmarket/operations';
import { backgroundTasks } from '../../apps/cli/src/jobs/tasks.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { moveClock } from '../support/move-clock.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';
import { TestMarket } from '../support/test-market.ts';

const AHEAD_DAYS = 40;
/** One moment for all tests: a run may cross UTC midnight. */
const STARTED = new Date();
const dayFromNow = (days: number): string => formatIsoDay(epochDayOf(STARTED) + days);
const AHEAD = `${dayFromNow(AHEAD_DAYS)}T12:00:00Z`;
const setClockRight = (market: TestMarket) => moveClock(market.db, STARTED.toISOString());

describe("a database whose clock is 40 days ahead of this machine's", () => {
  let market: TestMarket;
  let set: number;
  beforeEach(async () => {
    market = await TestMarket.create();
    await setClockRight(market);
    set = await insertSet(market.db, { set_number: '75192-1', release_date: '2020-08-20', exit_date: '2022-10-31' });
    for (let ago = 5; ago < 60; ago += 5)
      await market.sell({ itemId: set, day: dayFromNow(-ago), priceCents: 10_000 + 100 * ago });
  });
  afterEach(() => market.close());

  const cli = (...args: string[]) => runHere(args, { DATABASE_URL: market.url });
  const steps = () => market.rows('SELECT condition, day::text, value_cents FROM market.value_step ORDER BY 1, 2');
  const runs = () => market.rows('SELECT as_of::text FROM market.valuation_run ORDER BY id');
  const values = () =>
    market.rows('SELECT condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value ORDER BY 1');

  it.each([[['value']], [['months', 'finalize']], [['scorecard']]])(
    'has %j refused, and nothing is dated',
    async (args) => {
      await moveClock(market.db, AHEAD);
      expect(await cli(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/database's clock says .*, (39|40) days ahead of this machine's.*Synchronize/s),
      });
      expect(await runs()).toEqual([]);
      expect(await market.rows('SELECT FROM market.month_value')).toEqual([]);
    },
  );

  const run = async (name: string): Promise<string | null> => {
    const settings = { kinds: new EventKinds(), dropFolder: null, snapshotFolder: null, demo: true };
    return backgroundTasks(market.stores, settings)
      .find((one) => one.name === name)!
      .run();
  };
  /** What a worker logs and keeps as the error of the job. */
  const errorOf = (name: string): Promise<string> =>
    run(name).then(
      () => 'none',
      (error: unknown) => String(error),
    );

  it.each(['demo', 'value', 'months', 'scorecard', 'upkeep'])('has the job %s fail, which says why', async (name) => {
    await moveClock(market.db, AHEAD);
    expect(await errorOf(name)).toContain("days ahead of this machine's");
    expect(await runs()).toEqual([]);
    await setClockRight(market);
    expect(await errorOf(name)).toBe('none');
  });

  it('leaves runs that are named, and that "value undo" takes back as if they had never been', async () => {
    await market.value(dayFromNow(-1));
    await market.value(dayFromNow(0), { all: true });
    const before = { steps: await steps(), runs: await runs(), values: await values() };
    await market.sell({ itemId: set, day: dayFromNow(20), priceCents: 40_000 });
    await market.value(dayFromNow(AHEAD_DAYS), { all: true });
    expect(await values()).not.toEqual(before.values);
    await setClockRight(market);

    expect(await errorOf('value')).toContain('"brickmarket value undo" takes back runs that are dated after today');
    expect(await cli('value')).toMatchObject({ code: 1, stderr: expect.stringContaining('brickmarket value undo') });

    const undone = await cli('value', 'undo', '--json');
    expect(undone).toMatchObject({ code: 0 });
    expect(JSON.parse(undone.stdout)).toMatchObject({
      runs: 1,
      items: 1,
      valued: { as_of: dayFromNow(0), full: true },
    });
    expect({ steps: await steps(), values: await values() }).toEqual({ steps: before.steps, values: before.values });
    expect(await runs()).toEqual([...before.runs, { as_of: dayFromNow(0) }]);
    expect((await cli('value', 'undo')).stdout).toContain('no run is dated after today');
  });

  it('is in the log of runs and below "jobs list" if the clock of this machine is ahead too', async () => {
    const IMPORTED = `INSERT INTO ops.import_run (kind, files, finished_at, inserted, changed, unchanged, rejected)
      VALUES ('sales', '{}', $1, 1, 0, 0, 0)`;
    const warning = `no new sales were imported after ${dayFromNow(-AHEAD_DAYS)}, ${AHEAD_DAYS} days ago`;
    await market.db.query(IMPORTED, [`${dayFromNow(-AHEAD_DAYS)}T00:00:00Z`]);
    expect((await run('value'))!.split('\n')).toEqual([
      expect.stringMatching(/^valued 1 items/),
      expect.stringContaining(warning),
    ]);
    expect((await cli('jobs', 'list')).stdout).toContain(warning);
    await market.db.query(IMPORTED, [STARTED]);
    await market.sell({ itemId: set, day: dayFromNow(-1), priceCents: 10_000 });
    expect(await run('value')).toMatch(/^valued 1 .* s$/);
    expect((await cli('jobs', 'list')).stdout).not.toContain('no new sales');
  });

  it('has a month published too early re-stated when it is over, recorded', async () => {
    const month = monthOfDay(epochDayOf(STARTED)) - 1;
    const early = new Date(`${formatIsoMonth(month)}-18T12:00:00Z`);
    await finalizeMonths(market.months, { now: new Date(early.getTime() + AHEAD_DAYS * MS_PER_DAY), graceDays: 3 });
    await market.sell({ itemId: set, day: `${formatIsoMonth(month)}-25`, priceCents: 90_000 });
    const args = ['75192-1', formatIsoMonth(month), '--by', 'ops', '--reason', 'the clock was ahead'];
    expect(await cli('months', 'restate', ...args)).toMatchObject({ code: 0 });
    expect(await market.rows('SELECT restated_by, reason FROM market.month_restatement LIMIT 1')).toEqual([
      { restated_by: 'ops', reason: 'the clock was ahead' },
    ]);
  });
});

describe('GET /readyz', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  it('serves on, and names a clock that is ahead and values that are dated after today', async () => {
    const ready = async () => (await api.callAbsolute('/readyz')).json<{ status: string; clock?: object }>();
    await eventually('it is ready', async () => (await ready()).status === 'ok');
    expect(await ready()).not.toHaveProperty('clock');
    await moveClock(api.db, AHEAD);
    expect(await ready()).toMatchObject({
      status: 'ok',
      clock: { found: expect.stringContaining("days ahead of this machine's"), advice: expect.any(String) },
    });
    await moveClock(api.db, STARTED.toISOString());
    await api.db.query(
      `INSERT INTO market.valuation_run (as_of, calculated_at, items, sales) VALUES ($1, now(), 0, 0)`,
      [dayFromNow(AHEAD_DAYS)],
    );
    expect(await ready()).toMatchObject({
      clock: { found: expect.stringContaining(dayFromNow(AHEAD_DAYS)), advice: expect.stringContaining('value undo') },
    });
  });
});
