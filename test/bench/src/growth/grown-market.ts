import { createHash, randomBytes } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';
import { addCallers } from '../http/callers.ts';
import { sellMarket } from '../valuation/sold-market.ts';

export interface Size {
  readonly sets: number;
  readonly sales: number;
  readonly accounts: number;
  readonly holdings: number;
}

/** Keys and a session of the accounts that are asked for. */
export interface GrownAccess {
  readonly accountId: number;
  readonly key: string;
  readonly session: string;
  readonly callerKeys: readonly string[];
}

const CALLERS = 40;
const BRICKFOLIOS = 20;
const EMAIL = 'grown@bench.example';

/** Values of a year, listings of a third of the sets at both retailers, and an event of each set. */
const GROW_MARKET = `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT s.id, c, d::date, 1000 + (s.id * 7919 + extract(doy FROM d)::integer * 104729) % 20000
FROM catalog.lego_set s, (VALUES ('sealed'), ('used')) v (c),
  generate_series(current_date - 370, current_date - 14, interval '7 days') d;
UPDATE catalog.lego_set
SET box_width_mm = 480, box_height_mm = 378, box_depth_mm = 94, box_weight_g = 2150 WHERE id % 3 = 0;
INSERT INTO retail.listing (set_id, latest_change_at)
SELECT id, now() - id % 400 * interval '1 hour' FROM catalog.lego_set WHERE id % 3 = 0;
INSERT INTO retail.price_state (
  set_id, retailer, price_cents, lowest_fba_cents, at_lowest, flip_1p_to_3p, last_checked_at, changed_at
)
SELECT set_id, r, 500 + set_id % 5000, 700 + set_id % 5000, set_id % 2 = 0, false, now(), latest_change_at
FROM retail.listing, unnest('{retailer_a,retailer_b}'::retail.retailer[]) r;
INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts)
SELECT 'set.retired', 'set/' || set_number, 'x', id, now(), '{}' FROM catalog.lego_set`;

const GROW_ACCOUNTS = `
SET session_replication_role = replica;
INSERT INTO access.account (email, plan)
SELECT 'a' || n || '@bench.example', 'free' FROM generate_series(1, $1::integer) n;
INSERT INTO access.api_key (account_id, key_hash, last4, name, slot, expires_at)
SELECT id, sha256(email::bytea), 'last', 'bench', 1, now() + interval '1 year' FROM access.account;
INSERT INTO access.key_usage (key_id, day, used, last_charge)
SELECT id, current_date - n, 1, 1 FROM access.api_key, generate_series(1, 3) n;
INSERT INTO access.route_usage (key_id, day, route, requests, charged, refused)
SELECT id, current_date - n, '/api/v1/route-number-' || route, 1, 1, 0
FROM access.api_key, generate_series(1, 35) n, generate_series(1, 14) route WHERE id % 20 = 0;
RESET session_replication_role`;

const GROW_PORTFOLIO = `
INSERT INTO portfolio.brickfolio (account_id, name, created_at)
SELECT $1, 'Folio ' || n, now() FROM generate_series(2, ${BRICKFOLIOS}) n;
INSERT INTO portfolio.holding (
  account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, purchase_date, status
)
SELECT $1, f.ids[1 + n % ${BRICKFOLIOS}], s.id, s.set_number, 1 + n % 3,
  CASE WHEN n % 3 = 0 THEN 'used' ELSE 'sealed' END, 500 + n::bigint * 7919 % 20000,
  current_date - (n::bigint * 104729 % 2190)::integer, (ARRAY['owned', 'owned', 'owned', 'listed', 'sold'])[1 + n % 5]
FROM (SELECT array_agg(id ORDER BY id) AS ids FROM portfolio.brickfolio WHERE account_id = $1) f,
  generate_series(1, $2::integer) n
JOIN catalog.lego_set s ON s.id = 1 + n::bigint * 7877 % $3::integer;
INSERT INTO portfolio.sale (
  account_id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents,
  shipping_cents, cost_basis_cents, notes
)
SELECT $1, set_id, 'marketplace', current_date - id % 700, quantity, 4000 + id * 7 % 20000, 400, 120, 800, 3000, id
FROM portfolio.holding WHERE account_id = $1 AND status = 'sold';
INSERT INTO portfolio.sale_lot (holding_id, account_id, sale_id, method)
SELECT notes::integer, $1, id, 'fifo' FROM portfolio.sale WHERE account_id = $1`;

/** Fills an empty database. Straight into the tables, which is not measured. */
export async function growMarket(client: Client, { sets, sales, accounts, holdings }: Size): Promise<GrownAccess> {
  await sellMarket(client, { sales, sets, items: sets + Math.ceil(sets / 2) });
  await client.query(GROW_MARKET);
  await run(client, GROW_ACCOUNTS, [accounts]);
  const callerKeys = await addCallers(client, CALLERS);
  const key = `bmk_${createHash('sha256').update('grown').digest('hex').slice(0, 48)}`;
  const session = randomBytes(32).toString('base64url');
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO access.account (email, plan) VALUES ('${EMAIL}', 'reseller') RETURNING id`,
  );
  const accountId = rows[0]!.id;
  await client.query(
    `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
     VALUES ($1, $2, 'bench', 'last', 1000000000)`,
    [accountId, hashOfApiKey(key)],
  );
  await client.query(
    `INSERT INTO identity.session (account_id, token_hash, method, device, address, created_at, last_used_at,
       verified_at, expires_at)
     VALUES ($1, $2, 'link', '', '', now(), now(), now(), now() + interval '1 day')`,
    [accountId, createHash('sha256').update(session).digest()],
  );
  await run(client, GROW_PORTFOLIO, [accountId, holdings, sets]);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  return { accountId, key, session, callerKeys };
}

/** Several statements with the same numbers, which the protocol takes one by one only. */
async function run(client: Client, statements: string, numbers: readonly number[]): Promise<void> {
  await client.query(statements.replace(/\$(\d)/g, (_, n: string) => String(numbers[Number(n) - 1])));
}
