import { Pool } from 'pg';
import { insertSet } from '../../../../test/support/catalog-builders.ts';
import { insertRow } from '../../../../test/support/insert-row.ts';
import {
  defaultBrickfolio,
  insertBrickfolio,
  insertHolding,
  insertSale,
} from '../../../../test/support/portfolio-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { readAsAccount } from '../database/account-reads.ts';
import { Database } from '../database/database.ts';

describe('the portfolio schema', () => {
  let database: TestDatabase;
  let owner: Pool;
  let api: Database;
  let anna: number;
  let ben: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Pool({ connectionString: database.url, max: 2 });
    // One connection, so that every test meets what the one before it left behind.
    api = await Database.connect({ url: database.url, applicationName: 'spec', role: 'brickmarket_api', poolSize: 1 });
    anna = await insertRow(owner, 'access.account', { email: 'anna@test.example', plan: 'reseller' });
    ben = await insertRow(owner, 'access.account', { email: 'ben@test.example', plan: 'reseller' });
    await insertSet(owner, { set_number: '100-1' });
    for (const account of [anna, ben]) {
      await insertHolding(owner, await defaultBrickfolio(owner, account), '100-1');
      await insertSale(owner, account, '100-1');
    }
  });

  afterAll(async () => {
    await api.close();
    await owner.end();
    await database.drop();
  });

  describe.each(['brickfolio', 'holding', 'sale'])('the second lock on %s', (table) => {
    const everyRow = `SELECT account_id FROM portfolio.${table}`;

    it('shows an account its own rows to a statement without any filter', async () => {
      const rows = await readAsAccount(api, anna, (statement) => statement(`all_${table}`, everyRow, []));
      expect(rows).toEqual([{ account_id: anna }]);
    });

    it('shows nothing outside of a private read, also on a connection that served one', async () => {
      await readAsAccount(api, ben, (statement) => statement(`all_${table}`, everyRow, []));
      expect(await api.prepared(`all_${table}`, everyRow, [])).toEqual([]);
    });

    it('lets the API change nothing', async () => {
      await expect(api.prepared(`delete_${table}`, `DELETE FROM portfolio.${table}`, [])).rejects.toThrow(
        'permission denied',
      );
    });
  });

  it('frees the connection of a private read that failed', async () => {
    await expect(readAsAccount(api, anna, (statement) => statement('bad', 'SELECT 1 / 0', []))).rejects.toThrow(
      'division by zero',
    );
    expect(await readAsAccount(api, anna, (statement) => statement('good', 'SELECT 1 AS one', []))).toEqual([
      { one: 1 },
    ]);
  });

  it('refuses a second default brickfolio', async () => {
    await expect(
      insertRow(owner, 'portfolio.brickfolio', { account_id: anna, name: 'Second', is_default: true }),
    ).rejects.toThrow('brickfolio_one_default');
  });

  it.each([
    'DELETE FROM portfolio.brickfolio WHERE id = $1',
    'UPDATE portfolio.brickfolio SET is_default = false WHERE id = $1',
  ])('refuses to leave an account without a default: %s', async (statement) => {
    const account = await insertRow(owner, 'access.account', {
      email: `${statement.length}@test.example`,
      plan: 'free',
    });
    await expect(owner.query(statement, [await defaultBrickfolio(owner, account)])).rejects.toThrow(
      'exactly one default',
    );
  });

  it('lets another brickfolio become the default', async () => {
    const attic = await insertBrickfolio(owner, ben, 'Attic');
    await owner.query(
      `BEGIN; UPDATE portfolio.brickfolio SET is_default = false WHERE account_id = ${ben}; UPDATE portfolio.brickfolio SET is_default = true WHERE id = ${attic}; COMMIT`,
    );
    expect(await defaultBrickfolio(owner, ben)).toBe(attic);
  });

  it("refuses a holding in another account's brickfolio", async () => {
    const holding = {
      account_id: anna,
      brickfolio_id: await defaultBrickfolio(owner, ben),
      set_id: 1,
      set_number: '100-1',
      quantity: 1,
      condition: 'used',
      status: 'owned',
    };
    await expect(insertRow(owner, 'portfolio.holding', holding)).rejects.toThrow('foreign key');
  });
});
