import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { TestMarket } from '../support/test-market.ts';
import { onServer } from '../support/test-database.ts';

const SECRET_PRICE = 48_151_623;

describe('licensed rows', () => {
  const login = `api_${randomBytes(4).toString('hex')}`;
  let market: TestMarket;
  let api: Client;

  beforeAll(async () => {
    market = await TestMarket.create();
    const set = await insertSet(market.db, { set_number: '1-1' });
    await market.sell({ itemId: set, day: '2026-10-01', priceCents: SECRET_PRICE });
    await market.db.query('ANALYZE');
    // A login that can do what the API's role can, and nothing else.
    await onServer(`CREATE ROLE ${login} LOGIN PASSWORD 'test' IN ROLE brickmarket_api`);
    const url = new URL(market.url);
    url.username = login;
    url.password = 'test';
    api = new Client({ connectionString: url.toString() });
    await api.connect();
  });

  afterAll(async () => {
    await api.end();
    await market.close();
    await onServer(`DROP ROLE ${login}`);
  });

  const tables = async (): Promise<string[]> =>
    (
      await market.rows<{ name: string }>(
        `SELECT relname AS name FROM pg_class
         WHERE relnamespace = 'source'::regnamespace AND relkind IN ('r', 'v', 'm', 'p', 'f', 'S')`,
      )
    ).map((row) => `source.${row.name}`);

  it("can be read by no statement of the API's role", async () => {
    const all = await tables();
    expect(all).toEqual(
      expect.arrayContaining([
        'source.market_sale',
        'source.retail_observation',
        'source.changed_item',
        'source.sale_source',
      ]),
    );
    for (const table of all) {
      for (const statement of [
        `SELECT * FROM ${table}`,
        `SELECT count(*) FROM ${table}`,
        `TABLE ${table}`,
        `COPY ${table} TO STDOUT`,
        `CREATE TEMPORARY TABLE copied AS SELECT * FROM ${table}`,
        `PREPARE peek AS SELECT * FROM ${table}`,
        `DECLARE peek CURSOR WITH HOLD FOR SELECT * FROM ${table}`,
        `EXPLAIN ANALYZE SELECT * FROM ${table}`,
        `SELECT query_to_xml('SELECT * FROM ${table}', true, false, '')`,
        `SELECT table_to_xml('${table}', true, false, '')`,
        `DELETE FROM ${table}`,
        `GRANT SELECT ON ${table} TO PUBLIC`,
      ]) {
        await expect(api.query(statement)).rejects.toThrow(/permission denied|must be owner|no privileges/);
      }
    }
  });

  it('cannot be reached around the tables', async () => {
    for (const statement of [
      'SELECT * FROM market.valuation_run',
      `SELECT pg_read_file('PG_VERSION')`,
      `SELECT pg_read_binary_file(pg_relation_filepath('source.market_sale'))`,
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      'SET ROLE brickmarket',
      'SET SESSION AUTHORIZATION brickmarket',
      `ALTER ROLE ${login} SUPERUSER`,
      'GRANT USAGE ON SCHEMA source TO PUBLIC',
      'CREATE TABLE market.mine (a integer)',
      'CREATE FUNCTION market.mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE EXTENSION dblink',
    ]) {
      await expect(api.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    const statistics = await api.query(`SELECT * FROM pg_stats WHERE schemaname = 'source'`);
    expect(statistics.rows).toEqual([]);
  });

  it('do not show in anything that role may read', async () => {
    const readable = await api.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'v', 'm', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
         AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`,
    );
    expect(readable.rows.length).toBeGreaterThan(5);
    for (const { name } of readable.rows) {
      const { rows } = await api.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
      for (const { line } of rows) expect(line).not.toContain(String(SECRET_PRICE));
    }
  });
});
