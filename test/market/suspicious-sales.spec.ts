import { Pool } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { jsonHere, runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
const ORDINARY = [12, 13, 14, 12.5, 13.5, 15]
  .map((price, at) => `set,1-1,sealed,2026-10-0${at + 1},${price},1,ebay,key-chain-${at}\n`)
  .join('');
const ABSURD = 'set,1-1,sealed,2026-10-10,2250.00,1,ebay,dream\n';

describe('brickmarket sales', () => {
  const folder = new ImportFolder();
  let database: TestDatabase;
  let db: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await moveClock(db, '2026-11-15T12:00:00Z');
    await insertSet(db, { set_number: '1-1', msrp_cents: 1_499, exit_date: '2024-01-01' });
    await insertSet(db, { set_number: '2-1', msrp_cents: 8_000, exit_date: '2024-01-01' });
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  const cli = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });
  const json = <Answer>(...args: string[]): Promise<Answer> => jsonHere<Answer>(args, { DATABASE_URL: database.url });
  let files = 0;
  const take = async (rows: string) =>
    (
      await json<{ counts: { sales: Record<string, number> } }>(
        'import',
        'sales',
        folder.write(`sales-${++files}.csv`, HEADER + rows),
      )
    ).counts.sales;
  const exclude = (ref: string) =>
    json<Record<string, unknown>>('sales', 'exclude', 'ebay', ref, '--by', 'ann', '--reason', 'a typing error');
  const include = (ref: string) =>
    json<Record<string, unknown>>('sales', 'include', 'ebay', ref, '--by', 'bob', '--reason', 'it is true');
  const suspicious = async () =>
    (await json<{ source_ref: string }[]>('sales', 'suspicious')).map(({ source_ref }) => source_ref);
  const values = async () =>
    (
      await db.query(
        `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value ORDER BY 1, 2`,
      )
    ).rows;
  const valued = async (...flags: string[]) => {
    await json('value', '--as-of', '2026-11-15', ...flags);
    return values();
  };
  const counting = async () =>
    (await db.query<{ ref: string }>('SELECT source_ref AS ref FROM source.market_sale ORDER BY 1')).rows.map(
      ({ ref }) => ref,
    );

  it('lists the sales that values leave out, with what else is known, until a second one agrees', async () => {
    await take(`${ORDINARY}set,2-1,used,2026-10-11,2411.00,1,mercari,typo\n`);
    const before = await valued();
    await take(ABSURD);
    expect(await valued()).toEqual(before);
    expect(await json('sales', 'suspicious')).toEqual([
      {
        source: 'mercari',
        source_ref: 'typo',
        item_type: 'set',
        item_number: '2-1',
        condition: 'used',
        sold_on: '2026-10-11',
        price_cents: 241_100,
        quantity: 1,
        counted_sales: 0,
        median_cents: null,
        list_price_cents: 8_000,
      },
      expect.objectContaining({
        source_ref: 'dream',
        price_cents: 225_000,
        counted_sales: 6,
        median_cents: 1_325,
        list_price_cents: 1_499,
      }),
    ]);
    const [headings, ...lines] = (await cli('sales', 'suspicious', '--limit', '1')).stdout.split('\n');
    expect(headings).toMatch(/^source +reference +item .* list price$/);
    expect(lines).toEqual([
      expect.stringMatching(/^mercari +typo +set 2-1 +used +2026-10-11 +\$2411\.00 +0 +- +\$80\.00$/),
      'and 1 more: give --limit 2 to see all',
      '',
    ]);
    await take('set,1-1,sealed,2026-10-12,2400.00,1,ebay,another\n');
    expect(await suspicious()).toEqual(['typo']);
    expect((await cli('sales', 'suspicious', '--limit', '0')).stdout).toContain('and 1 more');
  });

  it('excludes a sale from values, months and backtests, incremental and full, as if it had never been', async () => {
    // Two that agree count, and would be believed.
    const wrong = `${ABSURD}set,1-1,sealed,2026-10-12,2400.00,1,ebay,another\n`;
    await take(ORDINARY);
    const before = await valued('--all');
    const backtested = await json('backtest', '--months', '2');
    await take(wrong);
    const misled = await valued();
    expect(misled).not.toEqual(before);
    expect(await exclude('another')).toMatchObject({ sale: { price_cents: 240_000 }, published_month: null });
    expect(await suspicious()).toEqual(['dream']);
    await exclude('dream');
    expect(await valued()).toEqual(before);
    expect(await valued('--all')).toEqual(before);
    expect(await json('backtest', '--months', '2')).toEqual(backtested);
    await json('months', 'finalize');
    expect(
      (await db.query(`SELECT sum(sales_count)::integer AS sales, max(high_cents) AS high FROM market.month_value`))
        .rows,
    ).toEqual([{ sales: 6, high: 1_450 }]);
    const excluded = await json('sales', 'excluded');
    expect(excluded).toMatchObject([
      { source_ref: 'dream', sale: { item_number: '1-1' }, excluded_by: 'ann', reason: 'a typing error' },
      { source_ref: 'another' },
    ]);
    await include('dream');
    await include('another');
    expect(await valued()).toEqual(misled);
    expect(
      (await db.query('SELECT excluded_by, reason, included_by, inclusion_reason FROM source.sale_exclusion')).rows,
    ).toEqual(
      Array(2).fill({
        excluded_by: 'ann',
        reason: 'a typing error',
        included_by: 'bob',
        inclusion_reason: 'it is true',
      }),
    );
    expect((await cli('sales', 'excluded')).stdout).toBe('(none)\n');
  });

  it('leaves an excluded sale out whatever imports bring, correct or take back', async () => {
    await take(ORDINARY);
    const all = await counting();
    await take(ABSURD);
    await exclude('dream');
    expect(await counting()).toEqual(all);
    await valued();
    expect(await take(ABSURD)).toMatchObject({ inserted: 0, changed: 0, unchanged: 1 });
    // Nothing has changed: no item is valued again.
    expect(await json('value', '--as-of', '2026-11-15')).toMatchObject({ items: 0 });
    const corrected = ABSURD.replace('2250', '2300');
    expect(await take(`${corrected}set,2-1,used,2026-10-01,70,1,ebay,x\n`)).toMatchObject({ inserted: 1, changed: 1 });
    expect(await counting()).toEqual([...all, 'x']);
    expect(await json('sales', 'excluded')).toMatchObject([{ sale: { price_cents: 230_000 } }]);
    // The correction is taken back, then the sale itself; what is decided stays.
    expect(await json('imports', 'undo', '4')).toMatchObject({ removed: 1, restored: 1 });
    expect(await json('sales', 'excluded')).toMatchObject([{ sale: { price_cents: 225_000 } }]);
    expect(await json('imports', 'undo', '2')).toMatchObject({ removed: 1, restored: 0 });
    expect(await json('sales', 'excluded')).toMatchObject([{ source_ref: 'dream', sale: null }]);
    expect((await cli('sales', 'excluded')).stdout).toMatch(/ebay +dream +- .*ann +a typing error/);
    expect(await take(ABSURD)).toMatchObject({ inserted: 1 });
    expect(await counting()).toEqual(all);
    expect(await include('dream')).toMatchObject({ sale: { price_cents: 225_000 } });
    expect(await counting()).toEqual(['dream', ...all]);
  });

  it('takes an excluded sale out again that a process of the last release has brought', async () => {
    await take(ORDINARY + ABSURD);
    await exclude('dream');
    await db.query(
      `INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
       SELECT source_id, source_ref, item_id, condition, sold_day, price_cents + 1, quantity FROM source.excluded_sale`,
    );
    await take('set,2-1,used,2026-10-01,70,1,ebay,x\n');
    expect(await counting()).not.toContain('dream');
    expect(await json('sales', 'excluded')).toMatchObject([{ sale: { price_cents: 225_001 } }]);
  });

  it('names the month that was published with the sale, and computes it again without when asked to', async () => {
    await take(ORDINARY + ABSURD);
    await json('value', '--as-of', '2026-11-15');
    await json('months', 'finalize');
    expect(await exclude('dream')).toMatchObject({ published_month: { set_number: '1-1', month: '2026-10' } });
    await json('months', 'restate', '1-1', '2026-10', '--by', 'ann', '--reason', 'without the dream');
    expect((await db.query('SELECT sales_count FROM market.month_value WHERE sales_count > 0')).rows).toEqual([
      { sales_count: 6 },
    ]);
  });

  it('refuses what cannot be decided, and says what to do', async () => {
    await take(ORDINARY + ABSURD);
    const decide = (verb: string, ref: string, reason = 'why not') =>
      cli('sales', verb, 'ebay', ref, '--by', 'ann', '--reason', reason);
    expect(await decide('exclude', 'nothing')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no sale nothing of ebay counts: give source and reference'),
    });
    expect(await decide('include', 'dream')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sale dream of ebay is not excluded'),
    });
    expect(await decide('exclude', 'dream', ' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('why') });
    expect(await cli('sales', 'exclude', 'ebay', 'dream', '--reason', 'why not')).toMatchObject({ code: 2 });
    expect((await decide('exclude', 'dream')).stdout).toBe(
      'sale dream of ebay is excluded from now on\nthe next valuation values set 1-1 again\n',
    );
    expect(await decide('exclude', 'dream')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was excluded before, by ann: why not'),
    });
  });
});
