import { DemoMarket, TEMPERAMENT_NAMES, type TemperamentName } from '@brickmarket/demo-market';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

const LOADED_AT = '2026-09-01T12:00:00Z';
const SIZE = ['--sets', '40', '--years', '0.5', '--seed', 'a', '--as-of', LOADED_AT];

describe('brickmarket demo load --temperament', () => {
  let market: TestMarket;
  beforeEach(async () => {
    market = await TestMarket.create();
    await moveClock(market.db, LOADED_AT);
  });
  afterEach(() => market.close());

  const cli = (...args: string[]) => runCli(args, { DATABASE_URL: market.url });
  const loaded = async () =>
    (
      await market.rows<{ sale: string }>(
        `SELECT concat_ws(' ', source_ref, price_cents) AS sale FROM source.market_sale ORDER BY 1`,
      )
    ).map((row) => row.sale);
  /** What the generator says was sold, of each reference the last row, as an import takes it. */
  const invented = (temperament: TemperamentName, asOf: string): string[] => {
    const history = new DemoMarket({ seed: 'a', asOf: new Date(LOADED_AT), sets: 40, minifigs: 30, years: 0.5 })
      .history;
    const demo = new DemoMarket({ seed: 'a', asOf: new Date(asOf), sets: 40, minifigs: 30, years: 0.5, temperament });
    const sales = new Map<string, number>();
    for (const sale of demo.sales({ after: history.after, until: new Date(asOf) }))
      sales.set(sale.sourceRef, sale.priceCents);
    return [...sales].map(([ref, cents]) => `${ref} ${cents}`);
  };
  const sorted = (sales: readonly string[]) => sales.toSorted((a, b) => (a < b ? -1 : 1));

  it('loads a market that trades so, and goes on in the same way', async () => {
    expect(await cli('demo', 'load', ...SIZE, '--temperament', 'smooth')).toMatchObject({ code: 0 });
    const sales = sorted(await loaded());
    expect(sales).toEqual(sorted(invented('smooth', LOADED_AT)));
    expect(sales).not.toEqual(sorted(invented('ordinary', LOADED_AT)));
    const later = '2026-10-20T12:00:00Z';
    await moveClock(market.db, later);
    expect(await cli('run-jobs', '--once')).toMatchObject({ code: 0, stdout: expect.stringContaining('"job":"demo"') });
    const grown = sorted(await loaded());
    expect(grown.length).toBeGreaterThan(sales.length);
    expect(grown).toEqual(sorted(invented('smooth', later)));
  });

  it('refuses another temperament over it, and names the ones there are', async () => {
    expect(await cli('demo', 'load', ...SIZE, '--temperament', 'thin')).toMatchObject({ code: 0 });
    const refusal = (...flags: string[]) => runHere(['demo', 'load', ...SIZE, ...flags], { DATABASE_URL: market.url });
    expect(await refusal()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another demo market (seed a, thin)'),
    });
    expect(await refusal('--temperament', 'wild')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(TEMPERAMENT_NAMES.join(', ')),
    });
  });
});

describe('brickmarket demo backtest', () => {
  const SMALL = ['--sets', '20', '--years', '1.5', '--months', '2', '--seed', 'x', '--as-of', '2026-11-01T00:00:00Z'];
  // It needs no database: this one does not exist.
  const backtest = (...flags: string[]) =>
    runHere(['demo', 'backtest', ...SMALL, ...flags], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });

  interface Report {
    readonly temperament: string;
    readonly process_known_mdape_pct: number;
    readonly first_month: string;
    readonly last_month: string;
    readonly against_sales: {
      readonly overall: { readonly sales: number; readonly estimator: { readonly mdape_pct: number } };
    };
  }

  it('reports each temperament, with what knowing the process gives', async () => {
    const { code, stdout, stderr } = await backtest('--json');
    expect(code).toBe(0);
    const reports = JSON.parse(stdout) as Report[];
    expect(reports.map(({ temperament }) => temperament)).toEqual(TEMPERAMENT_NAMES);
    for (const name of TEMPERAMENT_NAMES) expect(stderr).toContain(`Inventing and measuring a market: ${name}`);
    for (const report of reports) {
      expect([report.first_month, report.last_month]).toEqual(['2026-09', '2026-10']);
      expect(report.against_sales.overall.sales).toBeGreaterThan(0);
      expect(report.against_sales.overall.estimator.mdape_pct).toBeGreaterThan(0);
      expect(report.process_known_mdape_pct).toBeGreaterThan(0);
    }
    const of = (name: string) => reports.find(({ temperament }) => temperament === name)!.against_sales.overall;
    expect(of('smooth').estimator.mdape_pct).toBeLessThan(of('noisy').estimator.mdape_pct / 2);
    expect(of('thick').sales).toBeGreaterThan(3 * of('thin').sales);
  });

  it('prints a table of the ones asked for, the same for the same seed', async () => {
    const flags = ['--temperament', 'smooth', 'noisy'];
    const { code, stdout } = await backtest(...flags);
    expect([
      code,
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/\s/)[0]),
    ]).toEqual([0, ['Median', 'temperament', 'smooth', 'noisy']]);
    expect(stdout).toContain('process known');
    expect((await backtest(...flags)).stdout).toBe(stdout);
  });

  it.each([
    [['--temperament', 'wild'], 'Allowed choices'],
    [['--months', '0'], 'at least one month'],
    [['--sets', '0'], 'sets must be'],
  ])('refuses %j', async (flags, complaint) => {
    expect(await backtest(...flags)).toMatchObject({ code: 2, stderr: expect.stringContaining(complaint) });
  });
});
