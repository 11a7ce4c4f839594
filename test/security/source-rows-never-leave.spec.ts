import { Database } from '@brickmarket/persistence-postgres';
import { insertSet } from '../support/catalog-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { contractRoutes } from '../support/documented-contract.ts';
import { TestApi } from '../support/test-api.ts';

const MARKER_CENTS = 98_765_431;
const MARKERS = ['987654.31', '98765431', 'licensed-marker', 'MARKER'];

describe('licensed source rows', () => {
  let api: TestApi;
  let database: Database;

  beforeAll(async () => {
    api = await TestApi.start();
    database = await Database.connect({
      url: api.databaseUrl,
      applicationName: 'spec',
      role: 'brickmarket_api',
      poolSize: 1,
    });
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
  });

  it("cannot be read by the API's database role, whatever the statement", async () => {
    const tables = await api.db.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'source'",
    );
    expect(tables.rows.length).toBeGreaterThanOrEqual(3);
    for (const { name } of tables.rows)
      await expect(database.pool.query(`SELECT 1 FROM ${name}`)).rejects.toThrow(/permission denied/);
    const granted = await api.db.query(
      `SELECT FROM information_schema.role_table_grants
       WHERE grantee IN ('brickmarket_api', 'PUBLIC') AND table_schema IN ('source', 'access')`,
    );
    expect(granted.rowCount).toBe(0);
  });

  it('has no way to write but through admission and refund', async () => {
    const granted = await api.db.query<{ privilege_type: string }>(
      "SELECT DISTINCT privilege_type FROM information_schema.role_table_grants WHERE grantee = 'brickmarket_api'",
    );
    expect(granted.rows).toEqual([{ privilege_type: 'SELECT' }]);
  });

  it('leave no trace in any answer', async () => {
    const { key } = await api.account();
    const id = await insertSet(api.db, { set_number: '75192-1' });
    await listAtRetailers(api.db, id, { asin: 'B000000001', upc: '673419267359', retailer_a: { price_cents: 100 } });
    await api.db.query("INSERT INTO source.sale_source (name) VALUES ('licensed-marker')");
    await api.db.query(
      `INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
       VALUES (1, 'MARKER', $1, 'sealed', '2026-10-01', $2, 1)`,
      [id, MARKER_CENTS],
    );
    await api.db.query(
      `INSERT INTO source.retail_observation (set_id, retailer, observed_at, price_cents, product_url, content)
       VALUES ($1, 'retailer_a', now(), $2, 'https://MARKER.example', 1)`,
      [id, MARKER_CENTS],
    );
    const answers = await Promise.all(
      contractRoutes(api.app).map(({ method, path }) => {
        const query = path.endsWith('/search')
          ? '?q=75192'
          : path.endsWith('/retail-prices') && !path.includes(':')
            ? '?set=75192-1'
            : '';
        return api.callAbsolute(path.replaceAll(/:\w+/g, '75192-1') + query, {
          key,
          method: method as 'GET',
          ...(method === 'POST' && { body: { sets: ['75192-1'] } }),
        });
      }),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(8);
    for (const { text } of answers) for (const marker of MARKERS) expect(text).not.toContain(marker);
  });
});
