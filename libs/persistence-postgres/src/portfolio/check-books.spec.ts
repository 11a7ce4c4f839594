import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { checkBooks } from './check-books.ts';

describe('books that break a rule', () => {
  let database: TestDatabase;
  let owner: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    await owner.connect();
    // As an earlier release could leave them: costs that do not follow, copies that are not sold, sold too early.
    await owner.query(`
INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
VALUES ('1-1', 'One', 'Castle', 1), ('2-1', 'Two', 'Castle', 1);
INSERT INTO access.account (email, plan) VALUES ('ann@test.example', 'reseller');
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents,
  purchase_date, status)
SELECT a.id, f.id, s.id, s.set_number, 1, 'sealed', given.price, given.day, given.status
FROM access.account a JOIN portfolio.brickfolio f ON f.account_id = a.id,
  (VALUES (1, '1-1', 1000, NULL::date, 'sold'), (2, '1-1', 2000, NULL, 'sold'), (3, '1-1', NULL, NULL, 'owned'),
          (4, '1-1', 5, '2026-05-05', 'sold'), (5, '2-1', 7, NULL, 'sold')) AS given (n, number, price, day, status)
JOIN catalog.lego_set s ON s.set_number = given.number ORDER BY given.n;
INSERT INTO portfolio.sale (account_id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents,
  payment_fees_cents, shipping_cents, cost_basis_cents)
SELECT a.id, s.id, 'ebay', '2026-01-01', given.quantity, 9, 0, 0, 0, given.cost
FROM access.account a, catalog.lego_set s,
  (VALUES (1, 2, 3500), (2, 1, 44), (3, 1, 5), (4, 1, 7)) AS given (n, quantity, cost)
WHERE s.set_number = '1-1' ORDER BY given.n;
INSERT INTO portfolio.sale_lot (account_id, holding_id, sale_id, method)
SELECT a.id, given.lot, given.sale, 'fifo' FROM access.account a,
  (VALUES (1, 1), (2, 1), (3, 2), (4, 3), (5, 4)) AS given (lot, sale);
SET session_replication_role = replica;
UPDATE portfolio.brickfolio SET is_default = false;
DELETE FROM portfolio.holding_block WHERE block = (SELECT id % 256 FROM catalog.lego_set WHERE set_number = '2-1');
SET session_replication_role = DEFAULT`);
  });

  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  const found = async (repairs = false) =>
    (await checkBooks(database.url, { repairs })).map(({ fault, rows }) => [fault, rows.map(({ id }) => id)]);
  const LEFT = [
    ['copies that a sale took are of another set, condition or account', [5]],
    ['copies were sold before they were bought', [4]],
  ];

  it('are found, each rule by one statement', async () => {
    expect(await found()).toEqual([
      ['a sale and its copies differ in cost or number', [1, 2]],
      ['copies that a sale took are not sold', [3]],
      ...LEFT,
      ['an account has not exactly one default brickfolio', [1]],
      ['a holding is missing in the totals of its brickfolio, or counted twice', [1]],
    ]);
  });

  it('are repaired as far as possible, the rest is listed, and again changes nothing', async () => {
    expect(await found(true)).toEqual(LEFT);
    const sales = async () =>
      (await owner.query('SELECT id, quantity, cost_basis_cents AS cost, version FROM portfolio.sale ORDER BY id'))
        .rows;
    const repaired = await sales();
    expect(repaired).toMatchObject([
      { quantity: 2, cost: 3_000 },
      { quantity: 1, cost: null },
      { quantity: 1, cost: 5 },
      { quantity: 1, cost: 7 },
    ]);
    expect(await found(true)).toEqual(LEFT);
    expect(await sales()).toEqual(repaired);
  });
});
