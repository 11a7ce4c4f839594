import { gzipSync } from 'node:zlib';
import { Pool } from 'pg';
import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { moveClock } from '../support/move-clock.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
const folder = new ImportFolder();
let database: TestDatabase;
let db: Pool;
let setId: number;
let figId: number;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Pool({ connectionString: database.url, max: 2 });
  setId = await insertSet(db, { set_number: '75192-1' });
  figId = await insertMinifig(db, { minifig_number: 'fig-1' });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

interface Summary {
  readonly counts: {
    readonly sales: {
      readonly inserted: number;
      readonly changed: number;
      readonly unchanged: number;
      readonly rejected: number;
    };
  };
  readonly reject_reasons: readonly object[];
  readonly rejects_file: string | null;
}

async function importSales(...files: string[]): Promise<Summary> {
  const { code, stdout, stderr } = await runHere(['import', 'sales', ...files, '--json'], {
    DATABASE_URL: database.url,
  });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Summary;
}

const sales = async () =>
  (
    await db.query(`SELECT m.item_id, m.condition, m.sold_day::text, m.price_cents, m.quantity,
      o.name || ' ' || m.source_ref AS ref
                   FROM source.market_sale m JOIN source.sale_source o ON o.id = m.source_id ORDER BY ref`)
  ).rows;
const takeMarks = async () =>
  (await db.query<{ item_id: number }>('DELETE FROM source.changed_item RETURNING item_id')).rows
    .map((row) => row.item_id)
    .toSorted((a, b) => a - b);

it('takes CSV and NDJSON, gzipped or not, by the UTC day, and marks the items', async () => {
  const csv = folder.write(
    'sales.csv.gz',
    gzipSync(
      `${HEADER}set,75192,sealed,2026-03-01T23:30:00-02:00,812.50,2,ebay,a\n` +
        'minifig,fig-1,used,2026-03-02,3.99,1,ebay,b\n',
    ),
  );
  const ndjson = folder.write(
    'sales.ndjson',
    '{"item_type":"set","item_number":"75192-1","condition":"used","sold_at":"2026-03-03T00:00:00Z",' +
      '"price_usd":500,"quantity":1,"source":"bricklink","source_ref":"a"}\n',
  );
  expect((await importSales(csv, ndjson)).counts.sales).toMatchObject({
    inserted: 3,
    changed: 0,
    unchanged: 0,
    rejected: 0,
  });
  expect(await sales()).toEqual([
    { item_id: setId, condition: 'used', sold_day: '2026-03-03', price_cents: 50000, quantity: 1, ref: 'bricklink a' },
    { item_id: setId, condition: 'sealed', sold_day: '2026-03-02', price_cents: 81250, quantity: 2, ref: 'ebay a' },
    { item_id: figId, condition: 'used', sold_day: '2026-03-02', price_cents: 399, quantity: 1, ref: 'ebay b' },
  ]);
  expect(await takeMarks()).toEqual([setId, figId]);
  expect((await importSales(csv, ndjson)).counts.sales).toMatchObject({ inserted: 0, changed: 0, unchanged: 3 });
  expect(await takeMarks()).toEqual([]);
});

it('corrects a sale by its reference, marks its old and new item as changed; the last of several counts', async () => {
  const corrected = folder.write(
    'corrected.csv',
    `${HEADER}set,75192-1,sealed,2026-03-02,1.00,1,ebay,b\nset,75192-1,sealed,2026-03-02,4.00,1,ebay,b\n`,
  );
  expect((await importSales(corrected)).counts.sales).toMatchObject({ inserted: 0, changed: 1, unchanged: 1 });
  expect((await sales()).at(-1)).toMatchObject({ item_id: setId, price_cents: 400, ref: 'ebay b' });
  expect(await takeMarks()).toEqual([setId, figId]);
});

it('reports rows it cannot use and takes the rest', async () => {
  const mixed = folder.write(
    'mixed.csv',
    `${HEADER}set,1-1,sealed,2026-03-02,1.00,1,ebay,c\nset,75192-1,open,2026-03-02,1.00,1,ebay,d\n` +
      'set,75192-1,used,2026-03-02,99999999,1,ebay,e\nset,75192-1,used,2026-03-02,9,1,ebay,f\n',
  );
  const summary = await importSales(mixed);
  expect(summary.counts.sales).toMatchObject({ inserted: 1, rejected: 3 });
  expect(summary.rejects_file).toBe(`${mixed}.rejects.csv`);
});

it('rejects sales after tomorrow, which has begun somewhere', async () => {
  await moveClock(db, '2026-11-15T12:00:00Z');
  const ahead = folder.write(
    'ahead.csv',
    `${HEADER}set,75192-1,used,2026-11-17T00:00:00Z,1.00,1,ebay,ahead\n` +
      'set,75192-1,used,2026-11-16T23:59:59Z,1.00,1,ebay,tomorrow\nset,75192-1,used,2028-01-01,1.00,1,ebay,far\n',
  );
  const summary = await importSales(ahead);
  expect(summary.counts.sales).toMatchObject({ inserted: 1, rejected: 2 });
  expect(summary.reject_reasons).toEqual([
    { count: 2, example: `${ahead}:2 2026-11-17 is after tomorrow: correct the date` },
  ]);
});

const run = (...args: string[]) => runHere(['import', 'sales', ...args], { DATABASE_URL: database.url });
const NOTHING_FITS =
  `${HEADER}set,1-1,sealed,2026-03-02,1.00,1,ebay,c\nset,2-1,sealed,2026-03-02,1.00,1,ebay,d\n` +
  'set,75192-1,open,2026-03-02,1.00,1,ebay,e\n';

it('fails when nothing was taken, and says for which reasons, the most frequent first', async () => {
  const file = folder.write('nothing-fits.csv', NOTHING_FITS);
  const text = await run(file);
  expect([text.code, text.stderr]).toEqual([
    1,
    expect.stringContaining('nothing was taken over: all 3 rows were rejected'),
  ]);
  expect(text.stdout).toContain(
    'rejected rows by reason, with an example of each:\n' +
      `  2  ${file}:2 set 1-1 is not in the catalog: import a catalog that has it first\n` +
      `  1  ${file}:4 condition is "open"`,
  );
  expect(text.stdout).not.toContain('nothing changed');
  const json = await run(file, '--json');
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { reject_reasons: [{ count: 2 }, { count: 1 }] }]);
});

it('with --strict fails for any reject, after taking the rest', async () => {
  const file = folder.write('strict.csv', `${NOTHING_FITS}set,75192-1,used,2026-03-02,9,1,ebay,strict\n`);
  const strict = await run(file, '--strict', '--json');
  expect([strict.code, JSON.parse(strict.stdout)]).toMatchObject([1, { counts: { sales: { inserted: 1 } } }]);
  expect(strict.stderr).toContain('3 of 4 rows were rejected');
  expect(await run(file)).toMatchObject({ code: 0 });
  const clean = folder.write('clean.csv', `${HEADER}set,75192-1,used,2026-03-02,9,1,ebay,strict\n`);
  expect(await run(clean, '--strict')).toMatchObject({ code: 0 });
});

const numbersTaken = async () =>
  (await db.query<{ taken: string }>('SELECT last_value AS taken FROM source.sale_source_id_seq')).rows[0]!.taken;

it('takes no number for a source it knows', async () => {
  const known = folder.write('known.csv', `${HEADER}set,75192-1,used,2026-03-02,9,1,ebay,known\n`);
  await importSales(known);
  const before = await numbersTaken();
  await importSales(known);
  await importSales(known);
  expect(await numbersTaken()).toBe(before);
});

it('has numbers for more sources than a smallint counts, and stores their sales', async () => {
  await db.query("SELECT setval('source.sale_source_id_seq', 40000)");
  const fresh = folder.write('fresh.csv', `${HEADER}set,75192-1,used,2026-03-02,9,1,a new market,a\n`);
  expect((await importSales(fresh)).counts.sales).toMatchObject({ inserted: 1 });
  expect((await sales())[0]).toMatchObject({ ref: 'a new market a' });
});

it.each([
  [
    'sales',
    'Order Number,Item Title,Custom Label,Quantity,Sold For,Sale Date\n12-1,LEGO 75192,75192-1,1,$650.00,Sep-27-26\n',
    'is of the kind "eBay orders report": import it with "import sales-ledger"',
  ],
  ['sales', 'set_number,quantity,condition\n75192-1,1,sealed\n', 'import it with "import brickfolio"'],
  ['retail-prices', `${HEADER}set,75192-1,sealed,2026-01-05T00:00:00Z,1,1,ebay,a\n`, 'import it with "import sales"'],
  ['sales-ledger', `${HEADER}set,75192-1,sealed,2026-01-05T00:00:00Z,1,1,ebay,a\n`, 'import it with "import sales"'],
])('names the import for a file that "import %s" does not know', async (name, text, words) => {
  const file = folder.write('other.csv', text);
  const environment = { DATABASE_URL: database.url };
  const flags = name === 'sales-ledger' ? ['--account', 'any@example.com'] : [];
  if (flags.length > 0)
    await runHere(['accounts', 'create', '--email', 'any@example.com', '--plan', 'free'], environment);
  expect(await runHere(['import', name, file, ...flags], environment)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(words),
  });
});
