import { Client } from 'pg';
import { dataVersionOf } from '../support/data-versions.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { killCli, runCli, untilAlone } from '../support/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { sized } from '../support/lane.ts';

const SETS = 4_000;
const KILLS = sized({ quick: 2, full: 20 });
const folder = new ImportFolder();
let database: TestDatabase;
let db: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

/** Every row of every table says which edition it is from. */
function edition(name: string, quantity: number): string {
  const numbers = Array.from({ length: SETS }, (_, index) => index + 1);
  return folder.dump({
    themes: [`1,${name},`],
    sets: numbers.map((n) => `${n}-1,${name},1990,1,${quantity},`),
    minifigs: numbers.map((n) => `fig-${n},${name},4,`),
    inventories: numbers.map((n) => `${n},1,${n}-1`),
    inventory_minifigs: numbers.map((n) => `${n},fig-${n},${quantity}`),
  });
}

const importing = (dump: string): string[] => ['import', 'catalog', dump, '--json'];
const environment = () => ({ DATABASE_URL: database.url });

async function editions(): Promise<string[]> {
  const found = await db.query<{ edition: string }>(`
SELECT DISTINCT concat_ws(' ', s.title, s.theme, s.pieces, m.name, l.quantity) AS edition
FROM catalog.lego_set s LEFT JOIN catalog.set_minifig l ON l.set_id = s.id
  LEFT JOIN catalog.minifig m ON m.id = l.minifig_id`);
  return found.rows.map((row) => row.edition);
}

/** All schemas, the temporary ones of other connections included: a killed import leaves none behind. */
async function tables(): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

const version = (): Promise<number> => dataVersionOf(db, 'catalog');

it('leaves the old or the new edition, whole, wherever it is killed', async () => {
  const [old, fresh] = [edition('old', 1), edition('new', 2)];
  expect((await runCli(importing(old), environment())).code).toBe(0);
  const tablesBefore = await tables();
  const seen = new Set<string>();
  for (let round = 0; round < KILLS; round++) {
    const before = { editions: await editions(), version: await version() };
    const next = before.editions[0]!.startsWith('old') ? fresh : old;
    const [said, withinMs] = round % 3 === 0 ? (['Reading', 150] as const) : (['Merging', 400] as const);
    const other = new Client({ connectionString: database.url });
    await other.connect();
    // However late the first kill comes on a slow machine, the import has not ended by then.
    if (round === 0) await other.query('BEGIN; LOCK TABLE catalog.lego_set IN EXCLUSIVE MODE');
    await killCli(importing(next), environment(), said, Math.random() * withinMs);
    await other.end();
    await untilAlone(db);
    const after = { editions: await editions(), version: await version() };
    expect(after.editions).toHaveLength(1);
    // The version tells readers of a change, and only of a change.
    expect(after.version - before.version).toBe(after.editions[0] === before.editions[0] ? 0 : 1);
    seen.add(after.editions[0] === before.editions[0] ? 'taken back' : 'done');
  }
  expect(seen).toContain('taken back');
  expect(await tables()).toEqual(tablesBefore);
  const last = await runCli(importing(fresh), environment());
  expect([last.code, await editions()]).toEqual([0, ['new new 2 new 2']]);
});

it('refuses a second import while one runs, and says so', async () => {
  const [one, other] = await Promise.all([
    runCli(importing(edition('one', 3)), environment()),
    runCli(importing(edition('other', 4)), environment()),
  ]);
  const codes = [one.code, other.code];
  expect(codes).toContain(0);
  // The two may also have missed each other.
  if (codes.includes(1)) expect(one.stderr + other.stderr).toContain('Another import of catalog data is running');
  expect(await editions()).toHaveLength(1);
});
