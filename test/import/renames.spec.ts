import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  importBrickfolio,
  importCatalog,
  importRenames,
  importRetailPrices,
  importSales,
  importSalesLedger,
  importSetDetails,
  type ImportSummary,
} from '@brickmarket/operations';
import {
  AccountBook,
  AccountStore,
  CatalogImport,
  ItemDirectory,
  RetailImport,
  SalesImport,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

interface Changes {
  readonly changes: readonly { number: string; what: readonly string[]; renamed_to: string | null; gone: boolean }[];
  readonly cursor: string;
}

interface Migrations {
  readonly migrations: readonly { number: string; renamed_to: string | null; gone: boolean }[];
  readonly cursor: string;
  readonly has_more: boolean;
}

describe('import renames', () => {
  let api: TestApi;
  let database: Database;
  let owner: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec' });
    owner = await api.account();
    for (const number of ['1-1', '2-1', '3-1', '4-1', '5-1'])
      await insertSet(api.db, { set_number: number, title: `Set ${number}` });
    const folio = await defaultBrickfolio(api.db, owner.accountId);
    await insertHolding(api.db, folio, '1-1', { purchase_price_cents: 100 });
    await insertHolding(api.db, folio, '2-1', { purchase_price_cents: 200 });
    for (const [number, cents] of [
      ['1-1', 1_000],
      ['2-1', 2_000],
    ] as const) {
      const { rows } = await api.db.query<{ id: number }>('SELECT id FROM catalog.lego_set WHERE set_number = $1', [
        number,
      ]);
      await insertValue(api.db, rows[0]!.id, 'sealed', { value_cents: cents });
      await api.db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-07-01', '2026-07-01');`, [
        rows[0]!.id,
      ]);
      await api.db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-07-01', $2, $2, $2, 1)`, [
        rows[0]!.id,
        cents,
      ]);
    }
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  const folder = new ImportFolder();
  const rename = async (...lines: readonly string[]): Promise<ImportSummary> => {
    const file = join(folder.path, 'renames.csv');
    await writeFile(file, ['old_number,new_number', ...lines, ''].join('\n'));
    return importRenames(new Stores(database).get(CatalogImport), file);
  };
  const get = <Data>(path: string): Promise<Data> => api.data<Data>(path, owner.key);
  const cursorOfNow = async (): Promise<string> => (await get<Changes>('/catalog/changes')).cursor;
  const since = async (cursor: string) => (await get<Changes>(`/catalog/changes?after=${cursor}&limit=250`)).changes;
  /** Title, value and value of July under a number. */
  const shown = async (number: string): Promise<unknown[]> => {
    const set = await get<{ set_number: string; title: string; new_value_usd: number }>(`/set/${number}`);
    const { history } = await get<{ history: { value_usd: number }[] }>(`/set/${number}/history`);
    return [set.set_number, set.title, set.new_value_usd, history[0]?.value_usd];
  };
  const held = async (): Promise<unknown> =>
    (
      await get<{ entries: { set_number: string; title: string; purchase_price_usd: number }[] }>('/brickfolio/entries')
    ).entries.map(({ set_number, title, purchase_price_usd }) => [set_number, title, purchase_price_usd]);

  it('exchanges two numbers: holdings, months and values stay with their sets', async () => {
    const cursor = await cursorOfNow();
    expect((await rename('1-1,2-1', '2-1,1-1')).counts['renames']).toMatchObject({ changed: 2, rejected: 0 });
    expect(await shown('1-1')).toEqual(['1-1', 'Set 2-1', 20, 20]);
    expect(await shown('2-1')).toEqual(['2-1', 'Set 1-1', 10, 10]);
    expect(await held()).toEqual([
      ['1-1', 'Set 2-1', 2],
      ['2-1', 'Set 1-1', 1],
    ]);
    const what = ['catalog', 'value', 'retail', 'history'];
    expect(await since(cursor)).toEqual(
      ['2-1', '1-1'].map((number) => ({ type: 'set', number, what, renamed_to: null, gone: false })),
    );
  });

  it('changes nothing when the same file comes again', async () => {
    const cursor = await cursorOfNow();
    expect((await rename('1-1,2-1', '2-1,1-1')).counts['renames']).toMatchObject({ changed: 0, unchanged: 2 });
    expect(await cursorOfNow()).toBe(cursor);
  });

  it('keeps old numbers working, and says what became of them', async () => {
    const cursor = await cursorOfNow();
    await rename('1-1,10-1', '4-1,');
    expect(await shown('1-1')).toEqual(['10-1', 'Set 2-1', 20, 20]);
    const asked = await api.data<{ sets: { set_number: string; found: boolean }[] }>('/catalog/batch', owner.key, {
      method: 'POST',
      body: { sets: ['1-1', '4-1'] },
    });
    expect(asked.sets.map(({ set_number, found }) => [set_number, found])).toEqual([
      ['10-1', true],
      ['4-1', false],
    ]);
    expect((await api.call('/set/4-1', { key: owner.key })).status).toBe(404);
    expect((await since(cursor)).map(({ number, renamed_to, gone }) => [number, renamed_to, gone])).toEqual([
      ['10-1', null, false],
      ['1-1', '10-1', false],
      ['4-1', null, true],
    ]);
    const { migrations } = await get<Migrations>('/catalog/migrations');
    expect(migrations.map(({ number, renamed_to, gone }) => [number, renamed_to, gone])).toEqual([
      ['1-1', '10-1', false],
      ['4-1', null, true],
    ]);
  });

  it('makes a set and the one that a catalogue brought under its new number one', async () => {
    await insertSet(api.db, { set_number: '20-1', title: 'Set 20-1' });
    await rename('10-1,20-1');
    expect(await shown('20-1')).toEqual(['20-1', 'Set 20-1', 20, 20]);
    expect(await shown('1-1')).toEqual(['20-1', 'Set 20-1', 20, 20]);
    expect(await held()).toEqual([
      ['2-1', 'Set 1-1', 1],
      ['20-1', 'Set 20-1', 2],
    ]);
  });

  it('finds a set by every number it ever had, also when it is made one with another', async () => {
    await insertSet(api.db, { set_number: '30-1', title: 'Set 30-1' });
    await rename('30-1,31-1');
    await rename('31-1,2-1');
    expect(await shown('30-1')).toEqual(['2-1', 'Set 1-1', 10, 10]);
    const { migrations } = await get<Migrations>('/catalog/migrations');
    expect(migrations).toContainEqual(expect.objectContaining({ number: '30-1', renamed_to: '2-1' }));
  });

  it('are listed in pages since a cursor, those of meanwhile too, and none that was there before', async () => {
    for (const number of ['40-1', '41-1', '42-1', '43-1']) await insertSet(api.db, { set_number: number });
    const page = (cursor: string) => get<Migrations>(`/catalog/migrations?limit=2&after=${cursor}`);
    const line = (number: string, to: string | null): object => ({
      type: 'set',
      number,
      renamed_to: to,
      gone: to === null,
      migrated_at: expect.stringMatching(/^20.*Z$/),
    });
    const cursor = await cursorOfNow();
    await rename('40-1,50-1', '41-1,', '42-1,52-1');
    const first = await page(cursor);
    expect([first.migrations, first.has_more]).toEqual([[line('40-1', '50-1'), line('41-1', null)], true]);
    await rename('43-1,53-1');
    const second = await page(first.cursor);
    expect([second.migrations, second.has_more]).toEqual([[line('42-1', '52-1'), line('43-1', '53-1')], false]);
    // Given up after the first page was read: it may come twice, and is not missed.
    const third = await page(second.cursor);
    expect([third.migrations, third.has_more]).toEqual([[line('43-1', '53-1')], false]);
    expect(await page(third.cursor)).toEqual({ migrations: [], cursor: third.cursor, has_more: false });
  });

  it('rejects what would lose or mix something, with line and reason, and takes the rest', async () => {
    const { counts, rejectsFile } = await rename('20-1,2-1', '2-1,', '99-1,98-1', 'two words,1-1', '5-1,6-1');
    expect(counts['renames']).toMatchObject({ changed: 1, rejected: 4 });
    const rejects = await readFile(rejectsFile!, 'utf8');
    for (const words of ['cannot be made one', 'not removed', '99-1 is not in the catalog', 'set number like 75192-1'])
      expect(rejects).toContain(words);
    expect((await get<{ set_number: string }>('/set/5-1')).set_number).toBe('6-1');
  });

  it('lets collections and sales of old files find their sets by numbers that these had before', async () => {
    const stores = new Stores(database);
    const header = 'set_number,quantity,condition,purchase_price_usd,purchase_date,status,brickfolio,notes\n';
    const collection = folder.write(
      'collection.csv',
      `${header}5-1,3,sealed,,,owned,,\n5,4,used,,,owned,,\n4-1,1,used,,,owned,,\n`,
    );
    const { rows } = await api.db.query<{ email: string }>('SELECT email FROM access.account');
    const taken = await importBrickfolio(
      stores.pick({ accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock }),
      collection,
      { account: rows[0]!.email },
    );
    // 4-1 was removed from the catalog.
    expect(taken.counts['holdings']).toMatchObject({ inserted: 2, rejected: 1 });
    const { entries } = await get<{ entries: { set_number: string; quantity: number }[] }>('/brickfolio/entries');
    const quantities = entries.filter(({ set_number }) => set_number === '6-1').map(({ quantity }) => quantity);
    expect(new Set(quantities)).toEqual(new Set([3, 4]));
    const sales = folder.write(
      'sales.csv',
      'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n' +
        'set,5-1,sealed,2026-07-01T00:00:00Z,10.00,1,ebay,a\n',
    );
    const sold = await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [sales]);
    expect(sold.counts['sales']).toMatchObject({ inserted: 1, rejected: 0 });
  });

  it('lets every other feed of old numbers reach the sets that had them', async () => {
    const stores = new Stores(database);
    const observed = folder.write(
      'retail.csv',
      'retailer,set_number,observed_at,price_usd\n' +
        'retailer_a,1-1,2026-07-01T00:00:00Z,11.99\nretailer_a,5,2026-07-01T00:00:00Z,12.99\n' +
        'retailer_b,4-1,2026-07-01T00:00:00Z,13.99\n',
    );
    const prices = await importRetailPrices(stores.get(RetailImport), [observed]);
    // 4-1 was removed: no set has taken its place.
    expect(prices.counts['retail prices']).toMatchObject({ inserted: 2, rejected: 1 });
    expect(await readFile(prices.rejectsFile!, 'utf8')).toContain('set 4-1 is not in the catalog');
    // 1-1 was renamed to 10-1, which was then made one with 20-1; 5-1 was renamed to 6-1.
    const { rows: listed } = await api.db.query<{ n: string; cents: number }>(
      `SELECT s.set_number AS n, p.price_cents AS cents
       FROM source.retail_observation p JOIN catalog.lego_set s ON s.id = p.set_id ORDER BY cents`,
    );
    expect(listed).toEqual([
      { n: '20-1', cents: 1_199 },
      { n: '6-1', cents: 1_299 },
    ]);

    const details = folder.write(
      'details.csv',
      'Number,Theme,Subtheme,Year,Set name,Minifigs,Pieces,RRP (GBP),RRP (USD),RRP (CAD),RRP (EUR),EAN,UPC,' +
        'Width,Height,Depth,Weight,Launch date,Exit date\n' +
        '1-1,Castle,,1984,Gate,2,50,,19.99,,,,,,,,,,\n20-1,Castle,,1984,Gate,2,50,,29.99,,,,,,,,,,\n',
    );
    const detailed = await importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), details);
    expect(detailed.counts['set details']).toMatchObject({ changed: 1, rejected: 1 });
    expect(await readFile(detailed.rejectsFile!, 'utf8')).toContain('set 20-1 is there twice');
    expect((await get<{ msrp_usd: number }>('/set/20-1')).msrp_usd).toBe(19.99);

    const ledger = folder.write(
      'ledger.csv',
      'set_number,platform,sale_date,quantity,gross_proceeds_usd\n1-1,ebay,2026-07-02,1,20.00\n',
    );
    const { rows } = await api.db.query<{ email: string }>('SELECT email FROM access.account');
    const sold = await importSalesLedger(
      stores.pick({ accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock }),
      ledger,
      { account: rows[0]!.email },
    );
    expect(sold.counts['sales']).toMatchObject({ inserted: 1, rejected: 0 });
    const own = await api.db.query<{ n: string }>(
      'SELECT s.set_number AS n FROM portfolio.sale p JOIN catalog.lego_set s ON s.id = p.set_id',
    );
    expect(own.rows).toEqual([{ n: '20-1' }]);
  });

  it('tells when a catalogue brings a set under a number that another had: it is a set of its own', async () => {
    const dump = folder.dump({ themes: ['1,Castle,'], sets: ['5-1,Other,2026,1,50,', '6-1,Set 5-1,2026,1,50,'] });
    const taken = await importCatalog(new Stores(database).get(CatalogImport), dump);
    expect(taken.findings['new sets under numbers of renamed ones']).toEqual(['5-1 (renamed to 6-1 before)']);
    expect((await get<{ title: string }>('/set/5-1')).title).toBe('Other');
    const again = await importCatalog(new Stores(database).get(CatalogImport), dump);
    expect(again.findings).not.toHaveProperty(['new sets under numbers of renamed ones']);
    // The way back, when it was the same set.
    await rename('5-1,50-1');
    await rename('50-1,6-1');
    expect((await get<{ set_number: string }>('/set/5-1')).set_number).toBe('6-1');
  });
});
