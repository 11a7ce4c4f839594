import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { jsonHere, runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SALES = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
const PRICES = 'retailer,set_number,asin,observed_at,price_usd,seller_type,in_stock\n';
const DETAILS = 'Number,Set name,RRP (USD),EAN,Launch date,Exit date\n';

/** What imports write, without which import it was and when. */
const MARKET = [
  `SELECT s.name, m.source_ref, m.item_id, m.condition, m.sold_day::text, m.price_cents, m.quantity
   FROM source.market_sale m JOIN source.sale_source s ON s.id = m.source_id ORDER BY 1, 2`,
  'SELECT set_id, retailer, observed_at, price_cents, in_stock FROM source.retail_observation ORDER BY 1, 2, 3, 4',
  'SELECT * FROM retail.price_state ORDER BY 1, 2',
  'SELECT * FROM retail.price_change ORDER BY 1, 2, 3',
  'SELECT code_key, kind, code, set_id, last_seen_at FROM retail.product_code ORDER BY 1, 2',
  'SELECT * FROM retail.listing ORDER BY 1',
  'SELECT * FROM catalog.lego_set ORDER BY 1',
];

describe('brickmarket imports', () => {
  const folder = new ImportFolder();
  let database: TestDatabase;
  let db: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    await moveClock(db, '2026-11-15T12:00:00Z');
    for (const number of ['1-1', '2-1', '3-1']) await insertSet(db, { set_number: number });
  });
  afterEach(async () => {
    await db.end();
    await database.drop();
  });

  const cli = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });
  const json = <Answer>(...args: string[]): Promise<Answer> => jsonHere<Answer>(args, { DATABASE_URL: database.url });
  let files = 0;
  const take = async (kind: string, text: string): Promise<string> => {
    const file = folder.write(`${kind}-${++files}.csv`, text);
    await json('import', kind, file);
    return file;
  };
  const market = async (): Promise<readonly unknown[]> => {
    const tables: unknown[] = [];
    for (const statement of MARKET) tables.push((await db.query(statement)).rows);
    return tables;
  };
  const undo = (id: number, ...flags: string[]) =>
    json<Record<string, unknown>>('imports', 'undo', String(id), ...flags);
  const value = () => json('value', '--as-of', '2026-11-15');
  const values = async () =>
    (
      await db.query(
        'SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value ORDER BY 1, 2',
      )
    ).rows;

  it('lists what was imported, with its rows and the checksum of its files, the newest first', async () => {
    const sales = await take(
      'sales',
      `${SALES}set,1-1,used,2026-10-01,9.00,1,ebay,a\nset,9-9,used,2026-10-01,9,1,ebay,b\n`,
    );
    await take('set-details', `${DETAILS}1-1,Gate,19.99,,,\n`);
    expect(await cli('import', 'sales', folder.write('bad.csv', 'what,is,this\n'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('bad.csv: lacks the columns item_type, item_number'),
    });
    const [bad, details, first] = await json<Record<string, unknown>[]>('imports', 'list');
    expect(first).toMatchObject({
      id: 1,
      kind: 'sales',
      files: [sales],
      state: 'done',
      counts: { inserted: 1, changed: 0, unchanged: 0, rejected: 1 },
      checksum: createHash('sha256').update(readFileSync(sales)).digest('hex'),
      undone_at: null,
    });
    expect(details).toMatchObject({ kind: 'set details', state: 'done', counts: { changed: 1 } });
    expect(bad).toMatchObject({ state: 'failed', counts: null, fault: expect.stringContaining('lacks the columns') });
    expect((await cli('imports', 'list', '--limit', '1')).stdout).toMatch(/failed.*bad\.csv/);
    // Its process was killed: nobody holds the lock of its kind.
    await db.query(`UPDATE ops.import_run SET finished_at = NULL, checksum = NULL WHERE id = 1`);
    expect((await json<{ state: string }[]>('imports', 'list'))[2]).toMatchObject({ state: 'interrupted' });
  });

  it('undoes sales: added ones go, corrected ones are what they were, and values follow', async () => {
    const old = ['a', 'b', 'c'].map((ref, at) => `set,1-1,used,2026-10-0${at + 1},2${at}.00,1,ebay,${ref}\n`).join('');
    await take('sales', `${SALES}${old}`);
    await value();
    const before = [await market(), await values()];
    // The second one moves a sale to another set, corrects one twice and adds two.
    await take(
      'sales',
      `${SALES}set,2-1,used,2026-10-01,90.00,1,ebay,a\nset,1-1,used,2026-10-02,95.00,1,ebay,b\n` +
        'set,1-1,used,2026-10-02,96.00,1,ebay,b\nset,3-1,used,2026-10-02,96.00,1,ebay,x\n' +
        'set,3-1,sealed,2026-10-03,97.00,1,mercari,y\n',
    );
    await value();
    const wrong = [await market(), await values()];
    expect(wrong).not.toEqual(before);
    const expected = { removed: 2, restored: 2, published_months: [], was_undone: false };
    expect(await undo(2, '--dry-run')).toMatchObject({ ...expected, dry_run: true });
    expect([await market(), await values()]).toEqual(wrong);
    expect(await undo(2)).toMatchObject({ ...expected, dry_run: false });
    expect(await undo(2)).toMatchObject({ removed: 0, restored: 0, was_undone: true });
    expect((await db.query('SELECT item_id FROM source.changed_item')).rowCount).toBe(3);
    await value();
    expect([await market(), await values()]).toEqual(before);
    expect((await json<{ state: string }[]>('imports', 'list')).map(({ state }) => state)).toEqual(['undone', 'done']);
  });

  it('refuses to undo what a later import has changed until that is undone, and what cannot be undone', async () => {
    const empty = await market();
    const sale = (price: string) => `${SALES}set,1-1,used,2026-10-01,${price},1,ebay,a\n`;
    const detail = (price: string, ean: string) => `${DETAILS}1-1,Gate,${price},${ean},,\n`;
    await take('sales', sale('10.00'));
    await take('sales', sale('20.00'));
    await take('set-details', detail('19.99', ''));
    // Another detail of the same set is no conflict.
    await take('set-details', detail('', '5702016111019'));
    await take('set-details', detail('29.99', ''));
    for (const [id, later] of [
      [1, 2],
      [3, 5],
    ] as const)
      for (const flags of [[], ['--dry-run']]) {
        const refused = await cli('imports', 'undo', String(id), ...flags);
        expect(refused).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(`import ${id} cannot be undone: import ${later} changed the same rows later`),
        });
      }
    for (const id of [5, 2, 3, 1, 4]) await undo(id);
    expect(await market()).toEqual(empty);

    await json('import', 'catalog', folder.dump({ themes: ['1,Castle,'], sets: ['7-1,Gate,1984,1,50,'] }));
    expect((await cli('imports', 'undo', '6')).stderr).toContain('one of catalog, which cannot be undone');
    expect((await cli('imports', 'undo', '99')).stderr).toContain('import 99 not found');
  });

  it('undoes retail prices: states, changes and codes are as if they had never been seen', async () => {
    const seen = (set: string, asin: string, at: string, price: string) =>
      `retailer_a,${set},${asin},2026-11-${at}:00:00Z,${price},retailer,true\n`;
    const prices = { '10T08': '50.00', '11T08': '45.00' };
    const first = `${PRICES}${Object.entries(prices)
      .map(([at, price]) => seen('1-1', 'B000000001', at, price))
      .join('')}`;
    await take('retail-prices', first);
    await value();
    const before = [await market(), await values()];
    await take(
      'retail-prices',
      `${PRICES}${seen('1-1', 'B000000001', '11T08', '44.00')}${seen('1-1', 'B000000002', '12T08', '1.00')}` +
        `${seen('2-1', 'B000000003', '12T08', '30.00')}${seen('1-1', 'B000000001', '10T08', '50.00')}`,
    );
    await value();
    expect([await market(), await values()]).not.toEqual(before);
    expect(await undo(2, '--dry-run')).toMatchObject({ removed: 3, restored: 0 });
    expect(await undo(2)).toMatchObject({ removed: 3, restored: 0 });
    await value();
    const [rows, worth] = [await market(), await values()];
    expect(rows).toEqual(before[0]);
    expect(worth).toEqual(before[1]);
    // What was seen at the same instant as something taken back finds a place again.
    await take('retail-prices', `${PRICES}${seen('1-1', '', '11T08', '43.00')}${seen('1-1', '', '11T08', '42.00')}`);
    await undo(1);
    await take('retail-prices', `${PRICES}${seen('1-1', '', '11T08', '41.00')}${seen('1-1', '', '11T08', '40.00')}`);
    expect((await db.query('SELECT FROM source.retail_observation')).rowCount).toBe(4);
    for (const id of [3, 4]) await undo(id);
    expect((await market()).slice(1, 6)).toEqual([[], [], [], [], []]);
  });

  it('leaves published months as they are, and names those that may have been computed with its sales', async () => {
    await take('sales', `${SALES}set,1-1,used,2026-09-01,10.00,1,ebay,a\n`);
    await take('sales', `${SALES}set,1-1,used,2026-10-01,99.00,1,ebay,b\nset,1-1,used,2026-11-02,99.00,1,ebay,c\n`);
    await value();
    await json('months', 'finalize');
    const months = async () => (await db.query('SELECT * FROM market.month_value ORDER BY 1, 2, 3')).rows;
    const published = await months();
    expect(published).toHaveLength(2);
    expect(await undo(2)).toMatchObject({ removed: 2, published_months: [{ set_number: '1-1', month: '2026-10' }] });
    await value();
    await json('months', 'finalize');
    expect(await months()).toEqual(published);
    await json('months', 'restate', '1-1', '2026-10', '--by', 'Ada', '--reason', 'a wrong feed');
    expect((await months()).map(({ sales_count: count }: { sales_count: number }) => count)).toContain(0);
  });
});
