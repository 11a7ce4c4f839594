import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';
import { MetricsRegistry } from '../../apps/api/src/metrics/metrics.module.ts';

const HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
const PAST = Array.from(
  { length: 30 },
  (_, at) => `set,1-1,sealed,2026-07-${String(at + 1).padStart(2, '0')},100.00,1,ebay,past-${at}\n`,
).join('');

interface Month {
  readonly month: string;
  readonly is_closed: boolean;
  readonly overall: {
    readonly sales: number;
    readonly estimator: { readonly mdape_pct: number; readonly coverage_pct: number; readonly bias_pct: number };
    readonly baselines: readonly { readonly method: string; readonly mdape_pct: number }[];
  };
}

describe('the scorecard', () => {
  const folder = new ImportFolder();
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
    await insertSet(api.db, { set_number: '1-1', msrp_cents: 10_000, exit_date: '2024-01-01' });
  });
  afterAll(() => api.stop());

  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(args, { DATABASE_URL: api.databaseUrl });
    if (code !== 0) throw new Error(stderr);
    return stdout;
  };
  let files = 0;
  /** On this day the sales arrive, and are valued. */
  const arrive = async (day: string, rows: string): Promise<readonly Month[]> => {
    await moveClock(api.db, `${day}T12:00:00Z`);
    if (rows !== '') await run('import', 'sales', folder.write(`sales-${++files}.csv`, HEADER + rows));
    await run('value');
    return JSON.parse(await run('scorecard', '--json')) as readonly Month[];
  };
  const published = async () =>
    (await api.callAbsolute('/methodology', { headers: { accept: 'application/json' } })).json<{
      scorecard: readonly Month[];
    }>().scorecard;

  it('says that nothing was scored before the first sale that follows a value', async () => {
    expect(await published()).toEqual([]);
    expect((await api.callAbsolute('/methodology')).text).toContain('No sale has been scored yet');
    expect(await run('scorecard')).toContain('no sale has been scored yet');
    expect(await arrive('2026-08-01', PAST)).toEqual([]);
  });

  it('holds every sale that arrives against what was served the day before, beside plain methods', async () => {
    const [august] = await arrive(
      '2026-08-10',
      'set,1-1,sealed,2026-08-05,100.00,1,ebay,a\nset,1-1,sealed,2026-08-06,50.00,1,ebay,b\n' +
        'set,1-1,sealed,2026-08-07,40.00,1,ebay,c\n',
    );
    expect(august).toMatchObject({ month: '2026-08', is_closed: false, overall: { sales: 3 } });
    const { estimator, baselines } = august!.overall;
    // What was served was 100: right once, too high by 100 and by 150 % of what was paid.
    expect([estimator.mdape_pct, estimator.coverage_pct]).toEqual([expect.closeTo(100, 0), 33.33]);
    expect(estimator.bias_pct).toBeGreaterThan(50);
    expect(baselines).toContainEqual(
      expect.objectContaining({ method: 'lastSale', mdape_pct: expect.closeTo(100, 0) }),
    );
  });

  it('never changes a month that is over, whatever arrives, whoever tries', async () => {
    const closed = await arrive('2026-09-02', '');
    expect(closed).toMatchObject([{ month: '2026-08', is_closed: true }]);
    const [september, august] = await arrive(
      '2026-09-03',
      'set,1-1,sealed,2026-08-08,100.00,1,ebay,late\nset,1-1,sealed,2026-08-06,99.00,1,ebay,b\n',
    );
    expect(september).toMatchObject({ month: '2026-09', is_closed: false, overall: { sales: 1 } });
    expect(august).toEqual(closed[0]);
    for (const statement of [
      `UPDATE market.scorecard SET report = '{}' WHERE month = '2026-08-01'`,
      `DELETE FROM market.scorecard WHERE month = '2026-08-01'`,
      'UPDATE source.sale_score SET paid_cents = value_cents',
      'DELETE FROM source.sale_score',
    ])
      await expect(api.db.query(statement)).rejects.toThrow('what was scored does not change');
    await run('value', '--all');
    expect((JSON.parse(await run('scorecard', '--json')) as readonly Month[]).at(-1)).toEqual(august);
  });

  it('goes on from a run of the last release, which did not note from which day on it is served', async () => {
    await api.db.query('UPDATE market.valuation_run SET served_on = NULL');
    await run('value', '--all');
    const { rows } = await api.db.query(
      `SELECT served_on = (SELECT max(served_on) FROM source.served_value) AS "isNoted"
       FROM market.valuation_run ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ isNoted: true }]);
  });

  it('stands on the page of the method, as JSON, as a table of the command and as metrics', async () => {
    const printed = JSON.parse(await run('scorecard', '--json')) as readonly Month[];
    // It is asked for every few seconds only.
    expect(await eventually('both months', async () => (await published()).length === 2 && published())).toEqual(
      printed,
    );
    const page = (await api.callAbsolute('/methodology')).text;
    expect(page).toContain('September 2026 so far: 1 sales');
    expect(await run('scorecard')).toMatch(/2026-08 +3 /);
    const metrics = api.app.get(MetricsRegistry);
    metrics.start();
    const served = await metrics.registry.metrics();
    for (const name of ['range_coverage_ratio', 'range_held_ratio'])
      expect(served).toContain(`brickmarket_scorecard_${name}{month="last"} 0.3333`);
  });
});
