import { readFileSync, utimesSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Pool } from 'pg';
import { insertMinifig } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { killCli, runCli, untilAlone } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const KILLS = 6;
const HEADER = 'fig_num,marketplace_number\n';
const SALES_HEADER = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref\n';
const folder = new ImportFolder();
const drop = new ImportFolder();
let database: TestDatabase;
let db: Pool;
let ids: number[];
beforeEach(async () => {
  database = await createTestDatabase();
  db = new Pool({ connectionString: database.url, max: 1 });
  ids = [];
  for (const number of ['fig-000001', 'fig-000002', 'fig-000003'])
    ids.push(await insertMinifig(db, { minifig_number: number }));
});
afterEach(async () => {
  await db.end();
  await database.drop();
});

const cli = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });
let files = 0;
const pairs = (...lines: string[]) =>
  folder.write(`pairs-${++files}.csv`, HEADER + lines.map((line) => `${line}\n`).join(''));

interface Summary {
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly findings: Readonly<Record<string, readonly string[]>>;
  readonly nothing_changed: boolean;
}

async function importPairs(file: string, ...flags: string[]): Promise<Summary> {
  const { code, stdout, stderr } = await cli('import', 'minifig-numbers', file, '--json', ...flags);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Summary;
}

/** Line and reason of everything that was left out. */
const rejectsOf = (file: string): string[] =>
  readFileSync(`${file}.rejects.csv`, 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replace(`${file},`, '').replaceAll('""', "'"));

const numbers = async () =>
  (
    await db.query<{ line: string }>(
      `SELECT minifig_number || ' ' || coalesce(marketplace_number, '-') AS line FROM catalog.minifig ORDER BY id`,
    )
  ).rows.map((row) => row.line);
const version = async () =>
  Number(
    (await db.query<{ version: string }>(`SELECT version FROM ops.data_kind WHERE kind = 'catalog'`)).rows[0]!.version,
  );

it("takes sales by the marketplace's numbers, in any case, once they are known, and rejects them before", async () => {
  const sales = folder.write(
    'sales.csv',
    `${SALES_HEADER}minifig,sw1219,used,2026-03-02,3.99,1,bricklink,a\n` +
      'minifig,SW1219,sealed,2026-03-02,5.99,1,bricklink,b\nminifig,FIG-000001,used,2026-03-03,4.10,1,ebay,c\n' +
      'minifig,sw0001,used,2026-03-02,3.99,1,bricklink,d\n',
  );
  const unknown = folder.write('unknown.csv', `${SALES_HEADER}minifig,sw1219,used,2026-03-02,3.99,1,bricklink,a\n`);
  expect(await cli('import', 'sales', unknown)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('minifig sw1219 is not in the catalog'),
  });
  await importPairs(pairs('fig-000001,sw1219'));
  const { stdout } = await cli('import', 'sales', sales, '--json');
  expect((JSON.parse(stdout) as Summary).counts).toMatchObject({ sales: { inserted: 3, rejected: 1 } });
  expect((await db.query('SELECT DISTINCT item_id FROM source.market_sale')).rows).toEqual([{ item_id: ids[0] }]);
});

it('adds, changes and leaves alone, and raises the data version only when something changed', async () => {
  const before = await version();
  const first = pairs('fig-000001,sw0001', 'FIG-000002,cas002', 'fig-000001,sw0001');
  expect((await importPairs(first)).counts).toEqual({
    'minifig numbers': { read: 3, inserted: 2, changed: 0, unchanged: 1, rejected: 0 },
  });
  expect(await numbers()).toEqual(['fig-000001 sw0001', 'fig-000002 cas002', 'fig-000003 -']);
  expect(await version()).toBe(before + 1);
  expect(await importPairs(first)).toMatchObject({ nothing_changed: true });
  expect(await version()).toBe(before + 1);
  expect((await importPairs(pairs('fig-000001,sw0009', 'fig-000002,cas002'))).counts).toMatchObject({
    'minifig numbers': { inserted: 0, changed: 1, unchanged: 1 },
  });
  expect(await numbers()).toEqual(['fig-000001 sw0009', 'fig-000002 cas002', 'fig-000003 -']);
  expect(await version()).toBe(before + 2);
});

it('leaves out rows it cannot use, says by line why, and takes the rest', async () => {
  await importPairs(pairs('fig-000003,old3'));
  const file = pairs(
    'fig-000001,sw0001',
    'fig-000009,sw0009',
    'fig-000002,',
    'fig-000002,"sw 1"',
    'fig-000002,SW0001',
    'fig-000001,sw0002',
    'fig-000002,OLD3',
    'fig-000002,fig-000003',
    'sw0001,fig-000001',
    'fig-000002',
    'fig-000002,cas002',
  );
  expect((await importPairs(file)).counts).toEqual({
    'minifig numbers': { read: 11, inserted: 2, changed: 0, unchanged: 0, rejected: 9 },
  });
  expect(await numbers()).toEqual(['fig-000001 sw0001', 'fig-000002 cas002', 'fig-000003 old3']);
  const rejects = rejectsOf(file);
  expect(rejects).toHaveLength(9);
  for (const [line, reason] of [
    [3, 'minifig fig-000009 is not in the catalog'],
    [4, 'marketplace_number is empty'],
    [5, "marketplace_number is 'sw 1'"],
    [6, 'SW0001 is already that of fig-000001'],
    [7, 'fig-000001 is there twice, with another number'],
    [8, 'OLD3 is already that of fig-000003'],
    [9, "fig-000003 is the catalog's number of another minifig"],
    [10, 'minifig sw0001 is not in the catalog'],
    [11, 'has 1 cells where the header has 2'],
  ] as const)
    expect(rejects.find((reject) => reject.startsWith(`${line},reject,`))).toContain(reason);
});

it('with --reassign gives numbers to other figures, also around in a circle, and says which', async () => {
  await importPairs(pairs('fig-000001,a1', 'fig-000002,b2', 'fig-000003,c3'));
  const circle = pairs('fig-000001,b2', 'fig-000002,a1');
  expect(await cli('import', 'minifig-numbers', circle)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('--reassign'),
  });
  expect(await importPairs(circle, '--reassign')).toMatchObject({
    counts: { 'minifig numbers': { changed: 2, rejected: 0 } },
    findings: { 'reassigned numbers': ['b2: fig-000002 to fig-000001', 'a1: fig-000001 to fig-000002'] },
  });
  expect(await numbers()).toEqual(['fig-000001 b2', 'fig-000002 a1', 'fig-000003 c3']);
  expect(await importPairs(circle, '--reassign')).toMatchObject({ nothing_changed: true, findings: {} });
  await importPairs(pairs('fig-000001,C3'), '--reassign');
  expect(await numbers()).toEqual(['fig-000001 C3', 'fig-000002 a1', 'fig-000003 -']);
});

it('keeps the numbers through a later catalogue', async () => {
  await importPairs(pairs('fig-000001,sw0001'));
  const dump = folder.dump({ minifigs: ['fig-000001,Renamed,4,', 'fig-000004,New,4,'] });
  expect(await cli('import', 'catalog', dump)).toMatchObject({ code: 0 });
  expect(await numbers()).toEqual(['fig-000001 sw0001', 'fig-000002 -', 'fig-000003 -', 'fig-000004 -']);
});

it('takes NDJSON and gzip, names the columns of another file, and is found in the drop folder', async () => {
  const ndjson = folder.write('pairs.ndjson.gz', gzipSync('{"fig_num":"fig-000002","marketplace_number":"cas002"}\n'));
  expect((await importPairs(ndjson)).counts).toMatchObject({ 'minifig numbers': { inserted: 1 } });
  const other = folder.write('other.csv', 'a,b\n1,2\n');
  expect(await cli('import', 'minifig-numbers', other)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('lacks the columns fig_num, marketplace_number'),
  });
  utimesSync(drop.write('minifig-numbers-2026.csv', `${HEADER}fig-000001,sw0001\n`), new Date(0), new Date(0));
  const environment = { DATABASE_URL: database.url };
  expect(await runCli(['work', '--once', '--drop', drop.path], environment)).toMatchObject({ code: 0 });
  expect(await numbers()).toEqual(['fig-000001 sw0001', 'fig-000002 cas002', 'fig-000003 -']);
});

it('leaves all numbers or none wherever it is killed, and is finished by running it again', async () => {
  await db.query(
    `INSERT INTO catalog.minifig (minifig_number, name) SELECT 'figure-' || n, 'Many'
     FROM generate_series(1, 20000) AS n`,
  );
  const edition = (prefix: string) =>
    pairs(...Array.from({ length: 20_000 }, (_, n) => `figure-${n + 1},${prefix}${n + 1}`));
  const editions = [edition('a'), edition('b')];
  const state = async () =>
    (
      await db.query<{ prefix: string }>(
        `SELECT DISTINCT coalesce(left(marketplace_number, 1), '-') AS prefix FROM catalog.minifig WHERE name = 'Many'`,
      )
    ).rows.map((row) => row.prefix);
  for (let round = 0; round < KILLS; round++) {
    const before = { state: await state(), version: await version() };
    const next = editions[before.state[0] === 'a' ? 1 : 0]!;
    const said = round % 2 === 0 ? 'Reading' : 'Merging';
    await killCli(['import', 'minifig-numbers', next], { DATABASE_URL: database.url }, said, Math.random() * 200);
    await untilAlone(db);
    const after = { state: await state(), version: await version() };
    expect(after.state).toHaveLength(1);
    expect(after.version - before.version).toBe(after.state[0] === before.state[0] ? 0 : 1);
  }
  await importPairs(editions[1]!);
  expect(await state()).toEqual(['b']);
});
