import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBrickfolio, importCatalog } from '@brickmarket/operations';
import { AccountBook, AccountStore, CatalogImport, ItemDirectory, StoreClock } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { EXPORTED_SETS } from './sets-of-exports.ts';

const CATALOG = 'test/import/catalog-excerpt';
const RESOLVED_SHARE = 0.99;

type Sets = typeof EXPORTED_SETS;
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
const quoted = (text: string): string => `"${text}"`;

const FILES: Readonly<Record<string, (sets: Sets) => string>> = {
  'brickset.csv': (sets) =>
    [
      'Number,Theme,Subtheme,Year,Set name,Minifigs,Pieces,RRP (USD),EAN,UPC,Notes,Qty owned,Qty owned new,' +
        'Qty owned used',
      ...sets.map(([number, name]) => `${number},,,2020,${quoted(name)},,100,$99.99,,,shelf 3,1,1,0`),
      '',
    ].join('\r\n'),
  'brickset-2017.csv': (sets) =>
    [
      'Number,Variant,Theme,SetName,Pieces,USPrice,QtyOwned,QtyOwnedNew,QtyOwnedUsed',
      ...sets.map(([number, name]) => `${number.replace('-', ',')},,${quoted(name)},100,99.99,1,0,1,`),
    ].join('\n'),
  'brickeconomy.csv': (sets) =>
    [
      'Number,Theme,Subtheme,Year,SetName,Retail,Paid,Value,Condition,Date,Notes',
      ...sets.map(([number, name], at) => `${number},,,2020,${quoted(name)},$99.99,€${at}.50,$120.00,New,25/12/2020,`),
    ].join('\n'),
  'inventory.xml': (sets) =>
    `<INVENTORY>${sets
      .map(
        ([number]) =>
          `<ITEM><ITEMTYPE>S</ITEMTYPE><ITEMID>${number}</ITEMID><COLOR>0</COLOR><QTY>1</QTY><PRICE>99.990</PRICE>` +
          '<CONDITION>N</CONDITION><SUBCONDITION>S</SUBCONDITION></ITEM>',
      )
      .join('\n')}</INVENTORY>`,
  'stock.bsx': (sets) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE BrickStoreXML>\n<BrickStoreXML><Inventory Currency="USD">${sets
      .map(
        ([number, name]) =>
          `<Item><ItemID>${number}</ItemID><ItemTypeID>S</ItemTypeID><ColorID>0</ColorID>` +
          `<ItemName>${xml(name)}</ItemName><Qty>1</Qty><Condition>U</Condition><Cost>60.00</Cost></Item>`,
      )
      .join('\n')}</Inventory></BrickStoreXML>`,
};

describe('exports of other services, read with facts of the real catalog', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let folder: string;
  const account = 'owner@test.example';
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 3 });
    folder = await mkdtemp(join(tmpdir(), 'exports-'));
    const { catalog, accounts } = new Stores(database).pick({ catalog: CatalogImport, accounts: AccountStore });
    await importCatalog(catalog, CATALOG);
    await accounts.create(account, 'reseller');
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });

  const imported = async (name: string, text: string) => {
    const stores = new Stores(database).pick({
      accounts: AccountStore,
      items: ItemDirectory,
      book: AccountBook,
      clock: StoreClock,
    });
    const path = join(folder, name);
    await writeFile(path, text);
    return importBrickfolio(stores, path, { account, isDryRun: true });
  };

  it.each(Object.keys(FILES))('at least 99 of 100 sets of %s are found at once', async (name) => {
    const { counts, preview = [] } = await imported(name, FILES[name]!(EXPORTED_SETS));
    expect(counts['holdings']!.read).toBe(EXPORTED_SETS.length);
    const taken = new Set(preview.filter(({ state }) => state !== 'rejected').map(({ what }) => what));
    expect(EXPORTED_SETS.filter(([number]) => taken.has(number)).length).toBeGreaterThanOrEqual(
      RESOLVED_SHARE * EXPORTED_SETS.length,
    );
    // None became another set.
    expect([...taken].filter((number) => EXPORTED_SETS.every(([known]) => known !== number))).toEqual([]);
  });

  it('takes no set whose number has become that of another one', async () => {
    const names = EXPORTED_SETS.map(([, name]) => name);
    const shifted = EXPORTED_SETS.map(([number], at): [string, string] => [number, names[(at + 7) % names.length]!]);
    const { preview = [] } = await imported('shifted.csv', FILES['brickset.csv']!(shifted));
    const taken = new Set(preview.filter(({ state }) => state !== 'rejected').map(({ what }) => what));
    const titles = 'SELECT FROM catalog.lego_set WHERE title = $1';
    const wrong: (readonly [string, string])[] = [];
    for (const [number, name] of shifted)
      if (taken.has(number) && (await database.pool.query(titles, [name])).rowCount! > 0) wrong.push([number, name]);
    // The one pair that shares a word: the set is "Betrayal at Cloud City".
    expect(wrong).toEqual([['75222-1', 'NINJAGO City']]);
  });
});
