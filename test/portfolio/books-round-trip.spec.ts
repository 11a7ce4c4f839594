import { readFile, writeFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidInputError } from '@brickmarket/domain';
import { exportBrickfolio, exportSalesLedger, importBrickfolio, importSalesLedger } from '@brickmarket/operations';
import { AccountBook, AccountStore, ItemDirectory, StoreClock } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const OWN = 'set_number,quantity,condition,purchase_price_usd,purchase_date,status,brickfolio,notes\n';
const DETAILS = 'shipping_paid_usd,tax_paid_usd,bought_from,stored_at';
const COLLECTION = `${OWN}100-1,2,sealed,99.99,2026-02-28,owned,,"two, together"
100-1,1,used,,,listed,Attic,
100-1,1,used,,,listed,Attic,
200,1,sealed,0.00,2024-12-31,sold,Shop,
`;
const LEDGER_HEADER =
  'set_number,platform,sale_date,quantity,gross_proceeds_usd,platform_fees_usd,payment_fees_usd,' +
  'shipping_cost_usd,cost_basis_usd,notes';
const LEDGER = `${LEDGER_HEADER}
100-1,ebay,2026-03-01,1,150.00,15.00,4.65,12.00,99.99,"a ""fine"" sale"
100-1,ebay,2026-03-01,1,150.00,15.00,4.65,12.00,99.99,"a ""fine"" sale"
200,bricklink,2025-01-01,2,80.00,,,,,
`;

describe('the books of an account', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let db: Pool;
  let folder: string;
  let stores: {
    accounts: AccountStore;
    items: ItemDirectory;
    book: AccountBook;
    clock: StoreClock;
  };
  let account: string;
  let accountNumber = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 3 });
    db = database.pool;
    folder = await mkdtemp(join(tmpdir(), 'books-'));
    stores = new Stores(database).pick({
      accounts: AccountStore,
      items: ItemDirectory,
      book: AccountBook,
      clock: StoreClock,
    });
    for (const set_number of ['100-1', '200-1', '75192-1']) await insertSet(db, { set_number });
  });

  beforeEach(async () => {
    account = `reseller${++accountNumber}@test.example`;
    await stores.accounts.create(account, 'reseller');
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });

  const file = async (text: string): Promise<string> => {
    const path = join(folder, `${Math.random()}.csv`);
    await writeFile(path, text);
    return path;
  };
  const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  };
  const brickfolioText = (of = account): Promise<string> => textOf(exportBrickfolio(stores, of));
  const importText = async (text: string, options: object = {}) =>
    importBrickfolio(stores, await file(text), { account, ...options });

  it('read a collection, and write it so that it reads back the same, in this account and in another', async () => {
    expect(await importText(COLLECTION)).toMatchObject({
      counts: { holdings: { read: 4, inserted: 4, unchanged: 0, rejected: 0 } },
      findings: { 'new brickfolios': ['Attic', 'Shop'] },
    });
    const exported = await brickfolioText();
    expect(exported).toBe(
      `${OWN.trim()},${DETAILS}\r\n` +
        '100-1,2,sealed,99.99,2026-02-28,owned,My brickfolio,"two, together",,,,\r\n' +
        '100-1,1,used,,,listed,Attic,,,,,\r\n100-1,1,used,,,listed,Attic,,,,,\r\n' +
        '200-1,1,sealed,0.00,2024-12-31,sold,Shop,,,,,\r\n',
    );
    expect(await importText(exported)).toMatchObject({ counts: { holdings: { inserted: 0, unchanged: 4 } } });
    await stores.accounts.create(`other-${account}`, 'reseller');
    await importText(exported, { account: `other-${account}` });
    expect(await brickfolioText(`other-${account}`)).toBe(exported);
  });

  it('keep what of the price was shipping and tax, where copies were bought and where they are kept', async () => {
    const header = `${OWN.trim()},${DETAILS}`;
    const rows = [
      '100-1,2,sealed,99.99,2026-02-28,owned,My brickfolio,,6.00,7.25,"Shop, downtown",shelf 3',
      '200-1,1,used,,,owned,My brickfolio,,,,,attic',
    ];
    const text = [header, ...rows, ''].join('\r\n');
    await importText(text);
    expect(await brickfolioText()).toBe(text);
    expect(await importText(text)).toMatchObject({ counts: { holdings: { inserted: 0, changed: 0, unchanged: 2 } } });
    await stores.accounts.create(`copy-${account}`, 'reseller');
    await importText(text, { account: `copy-${account}` });
    expect(await brickfolioText(`copy-${account}`)).toBe(text);
    // A file that says more changes the copies that are there; what it does not say stays.
    const more = `${header}\n100-1,2,sealed,,2026-02-28,,,,,7.50,,\n`;
    expect(await importText(more)).toMatchObject({ counts: { holdings: { inserted: 0, changed: 1 } } });
    expect(await brickfolioText()).toBe(text.replace('7.25', '7.50'));
    // The price of a copy includes them.
    const contrary = `${header}\n100-1,2,sealed,10.00,2026-02-28,,,,,,,\n300-1,1,sealed,5.00,,,,,4.00,2.00,,\n`;
    expect(await importText(contrary)).toMatchObject({
      counts: { holdings: { changed: 0, inserted: 0, rejected: 2 } },
    });
    expect(await brickfolioText()).toBe(text.replace('7.25', '7.50'));
  });

  it('double nothing when a file is imported twice, and add only what is new in a longer one', async () => {
    await importText(COLLECTION);
    expect(await importText(COLLECTION)).toMatchObject({
      counts: { holdings: { read: 4, inserted: 0, unchanged: 4 } },
    });
    expect(await importText(`${COLLECTION}100-1,1,used,,,listed,Attic,\n`)).toMatchObject({
      counts: { holdings: { read: 5, inserted: 1, unchanged: 4 } },
    });
  });

  it('become what the file says when it replaces, in the brickfolios it names and in no other', async () => {
    await importText(COLLECTION);
    expect(await importText(`${OWN}100-1,1,used,,,sold,Attic,\n`, { replaces: true })).toMatchObject({
      counts: { holdings: { changed: 1, removed: 1 } },
    });
    expect((await brickfolioText()).split('\r\n').slice(1, -1)).toEqual([
      '100-1,2,sealed,99.99,2026-02-28,owned,My brickfolio,"two, together",,,,',
      '100-1,1,used,,,sold,Attic,,,,,',
      '200-1,1,sealed,0.00,2024-12-31,sold,Shop,,,,,',
    ]);
  });

  it('stay as they are in a dry run that says what would be done', async () => {
    expect(await importText(COLLECTION, { isDryRun: true })).toMatchObject({
      counts: { holdings: { inserted: 4 } },
      findings: { 'new brickfolios': ['Attic', 'Shop'] },
    });
    expect((await brickfolioText()).split('\r\n')).toHaveLength(2);
    expect(
      (
        await db.query(
          'SELECT FROM portfolio.brickfolio f JOIN access.account a ON a.id = f.account_id WHERE a.email = $1',
          [account],
        )
      ).rowCount,
    ).toBe(1);
  });

  it('bring back no sold copy and change nothing when the same file comes again after a sale and edits', async () => {
    await importText(COLLECTION);
    const { id } = (await stores.accounts.findByEmail(account))!;
    await db.query(
      `WITH one AS (UPDATE portfolio.holding SET quantity = 1, purchase_price_cents = 1 WHERE account_id = $1
                    AND quantity = 2 RETURNING *)
       INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition,
         purchase_price_cents, purchase_date, status, notes)
       SELECT account_id, brickfolio_id, set_id, set_number, 1, condition, 9999, purchase_date, 'sold', notes FROM one`,
      [id],
    );
    const before = await brickfolioText();
    expect(await importText(COLLECTION)).toMatchObject({ counts: { holdings: { inserted: 0 } } });
    expect((await brickfolioText()).split('\r\n')).toHaveLength(before.split('\r\n').length);
  });

  it('take all rows into the brickfolio that was asked for', async () => {
    await importText(COLLECTION, { brickfolio: 'Everything' });
    expect((await brickfolioText()).match(/Everything/g)).toHaveLength(4);
  });

  it('reject what cannot be kept, with line, reason and the nearest set numbers', async () => {
    const path = await file(
      `${OWN}75193-1,1,sealed,,,owned,,\n100-1,10001,sealed,,,owned,,\n` +
        '100-1,1,sealed,1000000.01,,owned,,\n100-1,1,sealed,,1066-10-14,owned,,\n' +
        `100-1,1,sealed,,,owned,${'x'.repeat(101)},\n100-1,1,sealed,,,owned,,\n`,
    );
    const summary = await importBrickfolio(stores, path, { account });
    expect(summary).toMatchObject({
      counts: { holdings: { read: 6, inserted: 1, rejected: 5 } },
      findings: { 'unknown set numbers': ['75193-1: nearest 75192-1 “Set 75192-1”'] },
    });
    const reasons = (await readFile(summary.rejectsFile!, 'utf8')).split('\r\n').slice(1, -1);
    expect(reasons.map((line) => line.split(',').slice(1, 4).join(' '))).toEqual([
      expect.stringContaining('2 reject set 75193-1 is not in the catalog: nearest 75192-1'),
      expect.stringContaining('3 reject quantity is 10001: it must be from 1 to 10000'),
      expect.stringContaining('4 reject the price of one copy is 1000000.01'),
      expect.stringContaining('5 reject the date must be from 1900-01-01'),
      expect.stringContaining('6 reject the name of a brickfolio has at most 100 characters'),
    ]);
  });

  it('reject a row whose name is that of another set, with line and reason', async () => {
    await insertSet(db, { set_number: '10189-1', title: 'Taj Mahal' });
    await insertSet(db, { set_number: '10190-1', title: 'Market Street' });
    const summary = await importText(
      'Number,SetName,Paid,Condition,Date\n10190-1,Taj Mahal,1.00,new,\n10190-1,UCS Market Street,1.00,new,\n',
    );
    expect(summary.counts['holdings']).toMatchObject({ inserted: 1, rejected: 1 });
    expect(summary.rejectReasons[0]!.example).toMatch(
      /:2 the file calls 10190-1 “Taj Mahal”, the catalog “Market Street”: correct the number to 10189-1 “Taj/,
    );
  });

  it('take purchases and sales of tomorrow, which has begun somewhere, and reject later ones', async () => {
    await moveClock(db, '2026-11-15T12:00:00Z');
    const bought = await importText(`${OWN}100-1,1,sealed,,2026-11-17,owned,,\n100-1,1,sealed,,2026-11-16,owned,,\n`);
    expect(bought.counts['holdings']).toMatchObject({ inserted: 1, rejected: 1 });
    expect(bought.rejectReasons[0]!.example).toMatch(/:2 2026-11-17 is after tomorrow: correct the date$/);
    const ledger = 'set_number,platform,sale_date,quantity,gross_proceeds_usd\n';
    const lines = ['2026-11-16', '2026-11-17'].map((day) => `100-1,ebay,${day},1,20.00\n`);
    const sold = await importSalesLedger(stores, await file(`${ledger}${lines.join('')}`), { account });
    expect(sold.counts['sales']).toMatchObject({ inserted: 1, rejected: 1 });
    expect(sold.rejectReasons[0]!.example).toMatch(/:3 2026-11-17 is after tomorrow: correct the date$/);
  });

  it.each([['x'.repeat(101)], [' ']])('refuse a brickfolio that cannot have the name asked for', async (brickfolio) => {
    await expect(importText(COLLECTION, { brickfolio })).rejects.toThrow('has from 1 to 100 printable characters');
    await expect(importText(COLLECTION, { brickfolio })).rejects.toBeInstanceOf(InvalidInputError);
    expect((await brickfolioText()).split('\r\n')).toHaveLength(2);
  });

  it('take an eBay sale for the set that its title names', async () => {
    const path = await file(
      'Order Number,Item Title,Custom Label,Quantity,Sold For,Sale Date\n' +
        '11-1,LEGO 75192 Falcon (2017),,1,$800.00,Sep-27-26\n',
    );
    expect(await importSalesLedger(stores, path, { account })).toMatchObject({
      counts: { sales: { inserted: 1, rejected: 0 } },
      warnings: 1,
    });
    expect(await textOf(exportSalesLedger(stores, account))).toContain('75192-1,ebay,2026-09-27,1,800.00');
  });

  it('refuse dates that can be read two ways until told which way', async () => {
    const economy =
      'Number,Theme,Subtheme,Year,SetName,Retail,Paid,Value,Condition,Date,Notes\n' +
      '100-1,Space,,2020,Ship,$50.00,$40.08,$60.00,New,03/04/2026,\n';
    await expect(importText(economy)).rejects.toThrow('--date-format');
    await importText(economy, { dateFormat: 'MM/DD/YYYY' });
    expect(await brickfolioText()).toContain('100-1,1,sealed,40.08,2026-03-04,owned');
  });

  it('take a table of no known kind by the columns that are named', async () => {
    const sheet = 'What,Spent\n100-1,5.50\n';
    await expect(importText(sheet)).rejects.toThrow(/found What, Spent; .*--column set_number=/);
    await expect(importText(sheet, { columns: { notes: 'What' } })).rejects.toThrow('--column set_number=NAME');
    await importText(sheet, { columns: { set_number: 'What', purchase_price_usd: 'Spent' }, condition: 'used' });
    expect(await brickfolioText()).toContain('100-1,1,used,5.50,,owned');
  });

  it('refuse an account that does not exist', async () => {
    await expect(importText(COLLECTION, { account: 'nobody@test.example' })).rejects.toThrow(
      'account nobody@test.example not found',
    );
  });

  it('keep sales the same way: read back the same, doubled never, equal lines counted', async () => {
    const path = await file(LEDGER);
    expect(await importSalesLedger(stores, path, { account, isDryRun: true })).toMatchObject({
      counts: { sales: { inserted: 3 } },
    });
    expect(await importSalesLedger(stores, path, { account })).toMatchObject({
      counts: { sales: { read: 3, inserted: 3 } },
    });
    expect(await importSalesLedger(stores, path, { account })).toMatchObject({
      counts: { sales: { read: 3, inserted: 0, unchanged: 3 } },
    });
    const exported = await textOf(exportSalesLedger(stores, account));
    expect(exported.split('\r\n').slice(1, -1)).toEqual([
      '200-1,bricklink,2025-01-01,2,80.00,0.00,0.00,0.00,,',
      '100-1,ebay,2026-03-01,1,150.00,15.00,4.65,12.00,99.99,"a ""fine"" sale"',
      '100-1,ebay,2026-03-01,1,150.00,15.00,4.65,12.00,99.99,"a ""fine"" sale"',
    ]);
    expect(await importSalesLedger(stores, await file(exported), { account })).toMatchObject({
      counts: { sales: { inserted: 0, unchanged: 3 } },
    });
  });
});
