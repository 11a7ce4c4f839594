import { demoMarketOn, readShippedCatalog } from '@brickmarket/demo-market';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { TestMarket } from '../support/test-market.ts';

const LOADED_AT = '2026-09-01T12:00:00Z';
const SIZE = ['--sets', '40', '--years', '0.5', '--seed', 'a', '--as-of', LOADED_AT];

describe('brickmarket demo load', () => {
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
  const invented = async (asOf: string): Promise<string[]> => {
    const size = { seed: 'a', sets: 40, minifigs: 30, years: 0.5 };
    const real = await readShippedCatalog();
    const { history } = demoMarketOn(real, { ...size, asOf: new Date(LOADED_AT) });
    const demo = demoMarketOn(real, { ...size, asOf: new Date(asOf) });
    const sales = new Map<string, number>();
    for (const sale of demo.sales({ after: history.after, until: new Date(asOf) }))
      sales.set(sale.sourceRef, sale.priceCents);
    return [...sales].map(([ref, cents]) => `${ref} ${cents}`);
  };
  const sorted = (sales: readonly string[]) => sales.toSorted((a, b) => (a < b ? -1 : 1));

  it('loads the sales of its market, and the job adds those that came since', async () => {
    expect(await cli('demo', 'load', ...SIZE)).toMatchObject({ code: 0 });
    const sales = sorted(await loaded());
    expect(sales).toEqual(sorted(await invented(LOADED_AT)));
    const later = '2026-10-20T12:00:00Z';
    await moveClock(market.db, later);
    expect(await cli('run-jobs', '--once')).toMatchObject({ code: 0, stdout: expect.stringContaining('"job":"demo"') });
    const grown = sorted(await loaded());
    expect(grown.length).toBeGreaterThan(sales.length);
    expect(grown).toEqual(sorted(await invented(later)));
  });
});
