import { Pool } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { jsonHere, runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref,completeness\n';
const WHOLE = [67, 66, 69, 65, 68]
  .map((price, at) => `set,1-1,used,2026-10-0${at + 1},${price},1,ebay,whole-${at},complete\n`)
  .join('');
const IN_PARTS = [36, 31, 34, 38, 29, 35, 33, 37]
  .map((price, at) => `set,1-1,used,2026-10-1${at},${price},1,ebay,parts-${at},incomplete\n`)
  .join('');

describe('sales of incomplete copies', () => {
  const folder = new ImportFolder();
  let database: TestDatabase;
  let db: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await insertSet(db, { set_number: '1-1', msrp_cents: 8_000 });
    await moveClock(db, '2026-11-15T12:00:00Z');
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  const env = () => ({ DATABASE_URL: database.url });
  const json = <Answer>(...args: string[]): Promise<Answer> => jsonHere<Answer>(args, env());
  let files = 0;
  const take = async (rows: string, header = HEADER) =>
    (
      await json<{ counts: { sales: Record<string, number> } }>(
        'import',
        'sales',
        folder.write(`sales-${++files}.csv`, header + rows),
      )
    ).counts.sales;
  /** All again: a run of what has changed keeps the model that was learned before. */
  const valued = async (flags: readonly string[] = ['--all']) => {
    await json('value', '--as-of', '2026-11-15', ...flags);
    return (
      await db.query(
        `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value ORDER BY 1, 2`,
      )
    ).rows;
  };
  /** What the set's page gets of them. */
  const counted = async () =>
    (await db.query('SELECT condition, sales FROM market.incomplete_sales ORDER BY 1')).rows as unknown[];

  it('change no value, month or backtest, and are counted', async () => {
    expect(await take(WHOLE)).toMatchObject({ inserted: 5 });
    const before = await valued();
    const backtested = await json('backtest', '--months', '2');
    expect(await take(IN_PARTS)).toMatchObject({ inserted: 8, rejected: 0 });
    expect(await valued([])).toEqual(before);
    expect(await valued()).toEqual(before);
    expect(await counted()).toEqual([{ condition: 'used', sales: 8 }]);
    expect(await json('backtest', '--months', '2')).toEqual(backtested);
    await json('months', 'finalize');
    expect((await db.query('SELECT sum(sales_count)::integer AS sales FROM market.month_value')).rows).toEqual([
      { sales: 5 },
    ]);
    expect(await json('sales', 'suspicious')).toEqual([]);
    expect(await json('sales', 'excluded')).toEqual([]);
  });

  it('follow the feed: what it calls incomplete stops to count, what it calls complete later counts', async () => {
    const claimed = IN_PARTS.replaceAll('incomplete', 'complete');
    await take(WHOLE);
    const whole = await valued();
    // A file without the column says of all that they count.
    await take(IN_PARTS.replaceAll(',incomplete', ''), HEADER.replace(',completeness', ''));
    const misled = await valued();
    expect(misled).not.toEqual(whole);
    expect(await take(claimed)).toMatchObject({ inserted: 0, changed: 0, unchanged: 8 });
    expect(await take(IN_PARTS)).toMatchObject({ inserted: 0, changed: 8, unchanged: 0 });
    expect(await valued()).toEqual(whole);
    expect(await take(IN_PARTS)).toMatchObject({ inserted: 0, changed: 0, unchanged: 8 });
    expect(await json('value', '--as-of', '2026-11-15')).toMatchObject({ items: 0 });
    // Of several rows of a sale in one file the last counts.
    expect(await take(IN_PARTS + claimed)).toMatchObject({ changed: 8 });
    expect(await valued()).toEqual(misled);
    expect(await counted()).toEqual([]);
  });

  it('are taken back with their import, and so is what an import has found out about completeness', async () => {
    await take(WHOLE);
    const whole = await valued();
    await take(IN_PARTS);
    await take(IN_PARTS.replaceAll('incomplete', 'complete'));
    const misled = await valued();
    expect(misled).not.toEqual(whole);
    expect(await runHere(['imports', 'undo', '2'], env())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('import 3 changed the same rows later'),
    });
    expect(await json('imports', 'undo', '3')).toMatchObject({ removed: 0, restored: 8 });
    expect(await valued()).toEqual(whole);
    expect(await counted()).toEqual([{ condition: 'used', sales: 8 }]);
    expect(await json('imports', 'undo', '2')).toMatchObject({ removed: 8, restored: 0 });
    expect(await valued()).toEqual(whole);
    expect(await counted()).toEqual([]);
    await take(IN_PARTS.replaceAll('incomplete', 'complete'));
    await take(IN_PARTS);
    expect(await json('imports', 'undo', '5')).toMatchObject({ removed: 0, restored: 8 });
    expect(await valued()).toEqual(misled);
  });

  it('stay apart from decisions: a sale that was excluded counts when it is both complete and included', async () => {
    const [first] = IN_PARTS.split('\n') as [string];
    const complete = `${first.replace('incomplete', 'complete')}\n`;
    const decide = (verb: string) =>
      runHere(['sales', verb, 'ebay', 'parts-0', '--by', 'ann', '--reason', 'why not'], env());
    await take(WHOLE);
    const whole = await valued();
    await take(`${first}\n`);
    expect(await decide('exclude')).toMatchObject({ code: 1, stderr: expect.stringContaining('no sale parts-0') });
    expect(await decide('include')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('an incomplete copy counts once it is imported as complete'),
    });
    await take(complete);
    expect(await decide('exclude')).toMatchObject({ code: 0 });
    await take(`${first}\n`);
    expect(await decide('include')).toMatchObject({ code: 1 });
    await take(complete);
    expect(await valued()).toEqual(whole);
    expect(await decide('include')).toMatchObject({ code: 0 });
    expect(await valued()).not.toEqual(whole);
  });

  it('are named as the feed must name them', async () => {
    const answer = await json<{ counts: { sales: Record<string, number> }; reject_reasons?: unknown }>(
      'import',
      'sales',
      folder.write('odd.csv', `${HEADER}${WHOLE}set,1-1,used,2026-10-01,3,1,ebay,x,half\n`),
    );
    expect(answer.counts.sales).toMatchObject({ inserted: 5, rejected: 1 });
    expect(JSON.stringify(answer)).toContain('write one of complete, incomplete');
  });
});
