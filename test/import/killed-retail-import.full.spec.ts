import { Client } from 'pg';
import { dataVersionOf } from '../support/data-versions.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { killCli, runCli, untilAlone } from '../support/run-cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** More observations than one transaction takes. */
const SETS = 2_000;
const KILLS = 20;
const HOURS = 30;
const folder = new ImportFolder();
let database: TestDatabase;
let db: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Client({ connectionString: database.url });
  await db.connect();
  await db.query(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT n || '-1', 'Set', 'Space', 1
     FROM generate_series(1, ${SETS}) n`,
  );
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

/** Groups of observations whose state is not what follows from them. */
const ASTRAY = `
SELECT o.set_id FROM (
  SELECT set_id, retailer, max(observed_at) AS last_checked_at, min(price_cents) AS lowest_cents,
         (array_agg(price_cents ORDER BY observed_at DESC))[1] AS price_cents
  FROM source.retail_observation GROUP BY set_id, retailer
) o FULL JOIN retail.price_state p USING (set_id, retailer)
WHERE (o.last_checked_at, o.lowest_cents, o.price_cents)
  IS DISTINCT FROM (p.last_checked_at, p.lowest_cents, p.price_cents)`;

const state = async () => ({
  observations: Number(
    (await db.query<{ count: string }>('SELECT count(*) FROM source.retail_observation')).rows[0]!.count,
  ),
  version: await dataVersionOf(db, 'retail'),
});

const hour = (hours: number): string => new Date(Date.UTC(2026, 0, 1, hours)).toISOString();

it('leaves states that follow from the observations, wherever it is killed, and can be imported again', async () => {
  const rows = Array.from(
    { length: SETS * HOURS },
    (_, index) => `retailer_a,${1 + (index % SETS)}-1,${hour(Math.floor(index / SETS))},${100 + (index % 97)}.00\n`,
  );
  const importing = [
    'import',
    'retail-prices',
    folder.write('observations.csv', `retailer,set_number,observed_at,price_usd\n${rows.join('')}`),
    '--json',
  ];
  const environment = { DATABASE_URL: database.url };
  let before = await state();
  for (let round = 0; round < KILLS; round++) {
    await killCli(importing, environment, 'Merging', Math.random() * 400);
    await untilAlone(db);
    const after = await state();
    expect((await db.query(ASTRAY)).rows).toEqual([]);
    expect(after.version > before.version).toBe(after.observations > before.observations);
    before = after;
  }
  const last = await runCli(importing, environment);
  expect(JSON.parse(last.stdout)).toMatchObject({
    counts: { 'retail prices': { inserted: SETS * HOURS - before.observations, unchanged: before.observations } },
  });
  expect([(await state()).observations, (await db.query(ASTRAY)).rows]).toEqual([SETS * HOURS, []]);
});
