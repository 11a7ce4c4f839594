import { aKey } from '@brickmarket/persistence-ports/testing';
import type { PrivateStatement } from './database/database.ts';
import { addUpHoldings, readHoldingPage } from './portfolio/listed-holdings.ts';
import { usePostgresStores } from '../../../test/support/postgres-stores.ts';

/** Tables that grow with the number of accounts, sets or days. */
const GROWING = [
  'access.account',
  'access.api_key',
  'access.key_usage',
  'access.route_usage',
  'events.event',
  'catalog.lego_set',
];
const SCANNED = `
SELECT sum(seq_tup_read)::integer AS rows FROM pg_stat_user_tables
WHERE schemaname || '.' || relname = ANY ($1)`;

// Without triggers: what they check of each row is not the subject here.
const GROWN = `
SET session_replication_role = replica;
INSERT INTO access.account (email, plan) SELECT 'a' || n || '@example.com', 'free' FROM generate_series(1, 20000) n;
INSERT INTO access.api_key (account_id, key_hash, last4, name, expires_at)
SELECT id, sha256(email::bytea), 'abcd', 'key', now() + interval '1 year' FROM access.account;
INSERT INTO access.key_usage (key_id, day, used, last_charge)
SELECT id, current_date - n, 1, 1 FROM access.api_key, generate_series(1, 3) n;
INSERT INTO access.route_usage (key_id, day, route, requests, charged, refused)
SELECT id, current_date - n, '/batch', 1, 1, 0 FROM access.api_key, generate_series(1, 3) n;
INSERT INTO catalog.lego_set (set_number, title, theme, pieces, exit_date)
SELECT n || '-1', 'Set', 'Theme', 1, current_date - 1000 FROM generate_series(1, 20000) n;
INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts)
SELECT 'set.retired', 'set/' || set_number, 'x', id, now(), '{}' FROM catalog.lego_set;
ANALYZE access.account, access.api_key, access.key_usage, access.route_usage, catalog.lego_set, events.event;
RESET session_replication_role`;

/** Hundreds of small accounts, by which statements are planned, and a last one of 2,000 holdings, 500 of them sold. */
const UNEVEN = `
SET session_replication_role = replica;
INSERT INTO access.account (email, plan) SELECT 'a' || n || '@example.com', 'reseller' FROM generate_series(1, 400) n;
INSERT INTO portfolio.brickfolio (account_id, name, created_at) SELECT id, 'All', now() FROM access.account;
INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
SELECT n || '-1', 'Set', 'Theme', 1 FROM generate_series(1, 100) n;
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, status)
SELECT f.account_id, f.id, s.id, s.set_number, 1, 'used', CASE WHEN n % 4 = 0 THEN 'sold' ELSE 'owned' END
FROM portfolio.brickfolio f
CROSS JOIN (SELECT max(id) AS id FROM portfolio.brickfolio) last
CROSS JOIN LATERAL generate_series(1, CASE WHEN f.id < last.id THEN 4 ELSE 2000 END) n
JOIN catalog.lego_set s ON s.set_number = 1 + n % 100 || '-1';
INSERT INTO portfolio.sale (account_id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents,
  payment_fees_cents, shipping_cents, notes)
SELECT account_id, set_id, 'ebay', current_date, 1, 100, 0, 0, 0, id FROM portfolio.holding WHERE status = 'sold';
INSERT INTO portfolio.sale_lot (holding_id, account_id, sale_id, method)
SELECT notes::integer, account_id, id, 'fifo' FROM portfolio.sale;
ANALYZE portfolio.holding, portfolio.sale, portfolio.sale_lot, portfolio.brickfolio, catalog.lego_set;
RESET session_replication_role`;

const postgres = usePostgresStores();

it('counts requests by route without new index entries', async () => {
  const stores = await postgres.open();
  const { pool } = postgres.database();
  const account = await stores.accounts.create('a@example.com', 'free');
  const key = await stores.keys.create(aKey(account!.id));
  // One connection, which reports what it has written when it is asked to.
  const client = await pool.connect();
  const noted = 'SELECT access.note_routes($1, $2, $3, $4, $5, $6)';
  const values = [[key!.id], ['2026-11-15'], ['/batch'], [1], [1], [0]];
  for (let time = 0; time < 20; time++) await client.query(noted, values);
  await client.query('SELECT pg_stat_force_next_flush()');
  client.release();
  const { rows } = await pool.query(
    `SELECT n_tup_upd::integer AS updates, n_tup_hot_upd::integer AS hot
     FROM pg_stat_user_tables WHERE relname = 'route_usage'`,
  );
  expect(rows).toEqual([{ updates: 19, hot: 19 }]);
});

it('reads no table that grows from end to end for what time alone asks of it', async () => {
  const stores = await postgres.open();
  const { pool } = postgres.database();
  await pool.query(GROWN);
  // Each connection reports what it has read when it is asked to; the pool has at most this many.
  const report = () => pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.1)');
  const scanned = async (): Promise<number> => {
    await Promise.all(Array.from({ length: pool.options.max }, report));
    return (await pool.query<{ rows: number }>(SCANNED, [GROWING])).rows[0]!.rows;
  };
  const before = await scanned();
  await stores.events.recordDue();
  await stores.events.deleteBefore(new Date(0));
  await stores.usageRetention.deleteBefore(0, 0);
  expect((await scanned()) - before).toBe(0);
});

it('lists and adds up a large portfolio with the plan for small ones, without comparing all with all', async () => {
  await postgres.open();
  const { pool } = postgres.database();
  await pool.query(UNEVEN);
  const { rows } = await pool.query<{ id: number }>('SELECT max(id) AS id FROM access.account');
  const client = await pool.connect();
  const plans: string[] = [];
  // A statement's plan instead of its rows.
  const statement = (async (name: string, text: string, values: readonly (string | number | null)[]) => {
    const given = values.map((value) => (value === null ? 'NULL' : `'${value}'`)).join();
    await client.query(`PREPARE ${name} AS ${text}`);
    const explained = await client.query<Record<string, string>>(`EXPLAIN (ANALYZE) EXECUTE ${name} (${given})`);
    plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'));
    return name.startsWith('count') ? [{ total: 0 }] : name.startsWith('add') ? [{}] : [];
  }) as unknown as PrivateStatement;
  const filter = { brickfolioId: null, theme: null, condition: null, status: null, text: null };
  const page = { order: 'gain', descending: true, limit: 25, offset: 0 } as const;
  try {
    await readHoldingPage(statement, rows[0]!.id, { ...filter, ...page, today: 20_000 });
    await addUpHoldings(statement, rows[0]!.id, filter, 20_000);
  } finally {
    client.release(true);
  }
  const removed = plans.flatMap((plan) =>
    [...plan.matchAll(/Removed by Join Filter: (\d+)/g)].map(([, n]) => Number(n)),
  );
  expect(plans).toHaveLength(3);
  expect(Math.max(0, ...removed)).toBeLessThan(10_000);
});
