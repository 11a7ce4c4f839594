import { setTimeout as pause } from 'node:timers/promises';
import type { TestAccount } from '../support/account-builders.ts';
import { inOwnSession } from '../support/own-session.ts';
import { TestApi } from '../support/test-api.ts';

const SETS = 10_000;
/** Larger tables are never read whole. */
const LARGE = 1_000;
/** Sessions report what they have read at most once a second, after a statement. */
const REPORTED_MS = 1_100;

const MARKET = [
  `INSERT INTO catalog.lego_set (set_number, title, theme, pieces, upc)
   SELECT n || '-1', 'Set ' || n, 'Theme ' || n % 50, 100, lpad(n::text, 12, '6') FROM generate_series(1, ${SETS}) n`,
  `INSERT INTO market.item_value
     (item_id, condition, value_cents, low_cents, high_cents, data_tier, calculated_at, valued_on, facts_key)
   SELECT id, c, 5000, 4000, 6000, 'high', now(), current_date, 0
   FROM catalog.lego_set, (VALUES ('sealed'), ('used')) v (c)`,
  `INSERT INTO market.value_step (item_id, condition, day, value_cents)
   SELECT id, c, current_date - 40, 5000 FROM catalog.lego_set, (VALUES ('sealed'), ('used')) v (c)`,
  `INSERT INTO market.month_value
   SELECT id, 'sealed', date_trunc('month', current_date) - interval '1 month', 5000, 4000, 6000, 3, NULL
   FROM catalog.lego_set`,
  `INSERT INTO retail.price_state (set_id, retailer, price_cents, seller_type, in_stock, changed_at, last_change_cents,
     lowest_cents, at_lowest, flip_1p_to_3p, last_checked_at)
   SELECT s.id, r, 4999, 'retailer', true, now(), -100, 4999, true, false, now()
   FROM catalog.lego_set s, unnest(enum_range(NULL::retail.retailer)) r`,
  `INSERT INTO retail.product_code
   SELECT 'B' || lpad(id::text, 9, '0'), 'asin', 'B' || lpad(id::text, 9, '0'), id, now() FROM catalog.lego_set`,
  `INSERT INTO retail.listing
   SELECT id, 'B' || lpad(id::text, 9, '0'), upc, NULL, now() FROM catalog.lego_set`,
];

const HOLDINGS = `
INSERT INTO portfolio.holding
  (account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, purchase_date, status)
SELECT f.account_id, f.id, s.id, s.set_number, 1, 'sealed', 3999, '2026-01-01', 'owned'
FROM portfolio.brickfolio f, catalog.lego_set s WHERE f.account_id = $1 AND s.id % 100 = $1 % 100`;
const SALES = `
INSERT INTO portfolio.sale (account_id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents,
  payment_fees_cents, shipping_cents)
SELECT $1, s.id, 'ebay', '2026-10-01', 1, 10000, 0, 0, 0 FROM catalog.lego_set s WHERE s.id % 100 = $1 % 100`;

const ROUTES = [
  '/set/5-1',
  '/set/6-1/history',
  '/set/7-1/retail-prices',
  '/retail-prices?asin=B000000008',
  '/retail-prices?upc=666666666669',
  '/brickfolio',
  '/brickfolio/entries',
  '/brickfolio/entries?offset=50',
  '/brickfolio/analytics?period=30d',
  '/brickfolio/retail-watch',
  '/brickfolio/retail-watch?changed_within=24h',
  '/brickfolio/retail-watch?asin=B000000008',
  '/salesledger',
];

describe('a request for something in a large market', () => {
  let api: TestApi;
  const accounts: TestAccount[] = [];

  beforeAll(async () => {
    // So few sessions that every round uses, and has reported, all of them.
    api = await TestApi.start({ DATABASE_POOL_SIZE: '2' });
    for (let n = 0; n < 20; n++) accounts.push(await api.account({ dailyLimit: 100_000 }));
    await inOwnSession(api.databaseUrl, async (session) => {
      for (const statement of MARKET) await session.query(statement);
      for (const { accountId } of accounts)
        for (const statement of [HOLDINGS, SALES]) await session.query(statement, [accountId]);
      await session.query('VACUUM ANALYZE');
    });
  });
  afterAll(() => api.stop());

  /** How often each large table was read whole. */
  const wholeReads = async (): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await api.db.query<{ name: string; count: number }>(
      `SELECT s.schemaname || '.' || s.relname AS name, s.seq_scan::integer AS count
       FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE c.reltuples >= $1`,
      [LARGE],
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  const askAll = async (account: TestAccount): Promise<void> => {
    for (const path of ROUTES) expect([path, (await api.call(path, account)).status]).toEqual([path, 200]);
  };
  /** Asks three times, with time between, so that every session has reported what it had read. */
  const askAndReport = async (account: TestAccount): Promise<void> => {
    for (let time = 0; time < 3; time++) {
      await askAll(account);
      await pause(REPORTED_MS);
    }
  };

  it('looks it up, and reads no large table whole', async () => {
    // What is kept in memory for all accounts is read now.
    await askAndReport(accounts[0]!);
    const before = await wholeReads();
    expect([...before.keys()]).toEqual(
      expect.arrayContaining(['retail.listing', 'portfolio.sale', 'market.item_value']),
    );
    await askAndReport(accounts[1]!);
    expect(await wholeReads()).toEqual(before);
  });
});
