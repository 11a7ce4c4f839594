import { randomBytes } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';

const SETS = 20_000;

/** Sets with a value that changed every week of the past year. */
export async function inventSets(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces)
     SELECT (10000 + n) || '-1', 'Set ' || n, 'Space', 100 FROM generate_series(1, $1) n`,
    [SETS],
  );
  await client.query(`
    INSERT INTO market.value_step (item_id, condition, day, value_cents)
    SELECT s.id, c, d::date, 1000 + (s.id * 7919 + extract(doy FROM d)::integer * 104729) % 20000
    FROM catalog.lego_set s, (VALUES ('sealed'), ('used')) v (c), generate_series(current_date - 370, current_date,
      interval '7 days') d`);
}

/** A reseller with so many holdings, bought over the past six years, in one brickfolio. Returns the key. */
export async function accountWith(
  client: Client,
  holdings: number,
  email = `${holdings}@bench.example`,
): Promise<string> {
  const account = await client.query<{ id: number }>(
    `INSERT INTO access.account (email, plan) VALUES ($1, 'reseller') RETURNING id`,
    [email],
  );
  const accountId = account.rows[0]!.id;
  const key = `bmk_${randomBytes(24).toString('hex')}`;
  await client.query(
    `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
     VALUES ($1, $2, 'bench', 'last', 1000000)`,
    [accountId, hashOfApiKey(key)],
  );
  await client.query(
    `INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition,
     purchase_price_cents, purchase_date, status)
     SELECT $1, f.id, s.id, s.set_number, 1 + n % 3, CASE WHEN n % 3 = 0 THEN 'used' ELSE 'sealed' END,
       500 + n::bigint * 7919 % 20000,
       current_date - (n::bigint * 104729 % 2190)::integer,
       (ARRAY['owned', 'owned', 'owned', 'listed', 'sold'])[1 + n % 5]
     FROM generate_series(1, $2) n
     JOIN catalog.lego_set s ON s.set_number = (10001 + n::bigint * 7877 % $3) || '-1'
     JOIN portfolio.brickfolio f ON f.account_id = $1`,
    [accountId, holdings, SETS],
  );
  return key;
}
