import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';

const SETS = 12;
const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) => `2026-${month}`);
const SALES_HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref';

interface Month {
  readonly month: string;
  readonly value_usd: number | null;
  readonly range_high: number | null;
  readonly sales_count: number | null;
}

// An operator begins with an empty database: a catalog first, which is valued and published automatically, then sales.
describe('a past of sales that arrives after a market was valued and published', () => {
  const folder = new ImportFolder();
  let api: TestApi;
  let key: string;
  /** Of an account whose set has no sales, and of one whose set has no sales but a retail price. */
  let [otherKey, shopKey] = ['', ''];
  const cli = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runHere(args, { DATABASE_URL: api.databaseUrl });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const history = async (set: string) => (await api.data<{ history: Month[] }>(`/set/${set}/history`, key)).history;

  /**
   * Three sealed and two used sales of every set but the last in every month; one absurd price; minifigures, one only
   * new.
   */
  const sales = (): string => {
    const rows: string[] = [];
    const sell = (kind: string, number: string, condition: string, day: string, price: number): void => {
      rows.push(`${kind},${number},${condition},${day},${price.toFixed(2)},1,test,${rows.length}`);
    };
    for (const month of MONTHS) {
      for (let set = 1; set <= SETS; set++) {
        for (const [at, day] of ['04', '14', '24'].entries())
          sell('set', `${set}-1`, 'sealed', `${month}-${day}`, 99 + at);
        for (const day of ['09', '19']) sell('set', `${set}-1`, 'used', `${month}-${day}`, 60);
      }
      for (const day of ['05', '15', '25']) {
        sell('minifig', 'fig-1', 'used', `${month}-${day}`, 6);
        sell('minifig', 'fig-1', 'sealed', `${month}-${day}`, 8);
        sell('minifig', 'fig-2', 'sealed', `${month}-${day}`, 20);
      }
    }
    sell('set', '1-1', 'sealed', '2026-10-20', 9_999);
    return folder.write('sales.csv', `${[SALES_HEADER, ...rows].join('\n')}\n`);
  };

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, '2026-11-15T12:00:00Z');
    const account = await api.account();
    ({ key } = account);
    const numbers = Array.from({ length: SETS + 2 }, (_, at) => `${at + 1}-1`);
    const dump = folder.dump({
      themes: ['1,Castle,'],
      sets: numbers.map((number) => `${number},Set ${number},2026,1,100,`),
      minifigs: ['fig-1,Knight,4,', 'fig-2,King,4,', 'fig-3,Ghost,4,'],
    });
    const details = numbers.map((number) => `${number},Castle,80.00,04/01/2026`);
    await cli('import', 'catalog', dump);
    await cli(
      'import',
      'set-details',
      folder.write('details.csv', `${['Number,Set name,RRP (USD),Launch date', ...details].join('\n')}\n`),
    );
    await cli('value');
    await cli('months', 'finalize');
    expect((await history('1-1')).map(({ sales_count }) => sales_count)).toEqual(MONTHS.map(() => 0));
    await insertHolding(api.db, await defaultBrickfolio(api.db, account.accountId), '1-1', {
      purchase_price_cents: 5_000,
      purchase_date: '2025-12-01',
    });
    const hold = async (set: string): Promise<string> => {
      const holder = await api.account();
      const brickfolio = await defaultBrickfolio(api.db, holder.accountId);
      await insertHolding(api.db, brickfolio, set, { purchase_date: '2025-12-01' });
      return holder.key;
    };
    otherKey = await hold(`${SETS + 1}-1`);
    shopKey = await hold(`${SETS + 2}-1`);
    const prices = `retailer,set_number,observed_at,price_usd,seller_type,in_stock
retailer_a,${SETS + 2}-1,2026-11-14T00:00:00Z,70.00,retailer,true\n`;
    await cli('import', 'retail-prices', folder.write('prices.csv', prices));
    await cli('import', 'sales', sales());
    await cli('value');
    await cli('months', 'finalize');
  });
  afterAll(() => api.stop());

  it('has every month published with its sales', async () => {
    expect((await history('2-1')).map(({ month, sales_count }) => [month, sales_count])).toEqual(
      MONTHS.map((month) => [month, 3]),
    );
    for (const { value_usd } of await history('2-1')) expect(value_usd).toBe(100);
  });

  it('has values of all sets in both conditions at once, not after a week', async () => {
    // The last one here has no sales: its values come from what was learned from the others.
    for (let set = 1; set <= SETS + 1; set++) {
      const shown = await api.data<{ new_value_usd: number; used_value_usd: number }>(`/set/${set}-1`, key);
      expect(Math.abs(shown.new_value_usd / 100 - 1)).toBeLessThan(0.05);
      expect(Math.abs(shown.used_value_usd / 60 - 1)).toBeLessThan(0.05);
    }
  });

  it('fills in the history of portfolios, which joins the value of today', async () => {
    const { value_history, summary } = await api.data<{
      value_history: { date: string; total_value_usd: number }[];
      summary: { total_current_value_usd: number };
    }>('/brickfolio/analytics?period=1y', key);
    const from = value_history.filter(({ date }) => date >= '2026-03-01');
    expect(from).toHaveLength(260);
    for (const { total_value_usd } of from) expect(Math.abs(total_value_usd / 100 - 1)).toBeLessThan(0.06);
    const [before, today] = value_history.slice(-2).map((point) => point.total_value_usd);
    expect(Math.abs(today! / before! - 1)).toBeLessThan(0.01);
    expect(today).toBe(summary.total_current_value_usd);
  });

  it('fills it in also where a set has no sales of its own', async () => {
    const { value_history } = await api.data<{ value_history: { date: string; total_value_usd: number }[] }>(
      '/brickfolio/analytics?period=90d',
      otherKey,
    );
    for (const { total_value_usd } of value_history) expect(Math.abs(total_value_usd / 100 - 1)).toBeLessThan(0.06);
  });

  it('has no step on the last day of a portfolio whose set is valued by what it costs at retail', async () => {
    const { value_history } = await api.data<{ value_history: { total_value_usd: number }[] }>(
      '/brickfolio/analytics?period=30d',
      shopKey,
    );
    const [before, today] = value_history.slice(-2).map((point) => point.total_value_usd);
    expect(today).toBeLessThan(90);
    expect(Math.abs(today! / before! - 1)).toBeLessThan(0.005);
  });

  it('shows the used value of a minifigure, or the new one where only new ones are sold', async () => {
    const valueOf = async (number: string) =>
      (await api.data<{ current_value_usd: number | null }>(`/minifig/${number}`, key)).current_value_usd;
    expect(Math.abs((await valueOf('fig-1'))! / 6 - 1)).toBeLessThan(0.05);
    expect(Math.abs((await valueOf('fig-2'))! / 20 - 1)).toBeLessThan(0.05);
    const [conditions] = (
      await api.db.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM market.item_value v JOIN catalog.minifig m ON m.id = v.item_id
         WHERE m.minifig_number = 'fig-1' AND v.data_tier NOT IN ('modelled', 'none')`,
      )
    ).rows;
    expect(conditions!.count).toBe(2);
  });

  it('publishes a month without its outlier, as the method page says, and counts the sale', async () => {
    expect((await history('1-1')).at(-1)).toMatchObject({
      month: '2026-10',
      value_usd: 100,
      range_high: 100.8,
      sales_count: 4,
    });
    const page = await api.callAbsolute('/methodology', { headers: { accept: 'application/json' } });
    const { method } = page.json<{ method: { title: string; text: string }[] }>();
    const { text } = method.find(({ title }) => title === '7. Time')!;
    expect(text).toMatch(/the median.*without outliers/);
  });

  describe('brickmarket backtest', () => {
    interface Report {
      readonly first_month: string;
      readonly last_month: string;
      readonly against_sales: { readonly overall: { readonly sales: number } };
    }
    const backtest = async (...flags: string[]) => JSON.parse(await cli('backtest', '--json', ...flags)) as Report;
    /** Per month: five of each set, nine of minifigures. */
    const PER_MONTH = 5 * SETS + 9;

    it('--as-of measures the whole months before a day, as many as --months says', async () => {
      expect(await backtest('--as-of', '2026-08-20', '--months', '3')).toMatchObject({
        first_month: '2026-05',
        last_month: '2026-07',
        against_sales: { overall: { sales: 3 * PER_MONTH } },
      });
    });

    it('--as-of knows nothing of later sales', async () => {
      const before = await backtest('--as-of', '2026-06-01', '--months', '2');
      const later = folder.write('later.csv', `${SALES_HEADER}\nset,1-1,sealed,2026-06-02,1.00,1,test,later\n`);
      await cli('import', 'sales', later);
      expect(await backtest('--as-of', '2026-06-01', '--months', '2')).toEqual(before);
    });

    it.each([
      [['--as-of', 'yesterday'], '2026-11-15'],
      [['--months', '0'], 'at least one month'],
      [['--months', 'many'], 'many'],
    ])('refuses %j', async (flags, complaint) => {
      const run = await runHere(['backtest', ...flags], { DATABASE_URL: api.databaseUrl });
      expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(complaint)]);
    });
  });
});
