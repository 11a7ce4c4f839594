import { createHash } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import type { Client } from 'pg';

/** As many accounts as a service has callers at a time. */
const CALLERS = 1_000;
const HOLDINGS = 100;
const SALES = 60;

const ADD_ACCOUNTS = `
WITH made AS (
  INSERT INTO access.account (email, plan)
  SELECT 'caller-' || n || '@bench.example', 'reseller' FROM generate_series(1, cardinality($1::bytea[])) n
  RETURNING id, email
)
INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
SELECT id, ($1::bytea[])[split_part(split_part(email, '@', 1), '-', 2)::integer], 'bench', '0000', 1000000000
  FROM made`;

/** Sets numbered from 0, so that a caller's holdings can be picked by arithmetic. */
const NUMBER_SETS = `
CREATE TEMPORARY TABLE numbered_set AS
SELECT id, set_number, (row_number() OVER (ORDER BY md5(set_number)) - 1)::integer AS position FROM catalog.lego_set`;

const OF_CALLERS = `access.account a CROSS JOIN generate_series(1, $1::integer) n
JOIN numbered_set s ON s.position = (a.id * 7919 + n * 104729) % (SELECT count(*) FROM numbered_set)
WHERE a.email LIKE 'caller-%'`;

const ADD_HOLDINGS = `
INSERT INTO portfolio.holding (
  account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, purchase_date, status
)
SELECT a.id, (SELECT min(f.id) FROM portfolio.brickfolio f WHERE f.account_id = a.id), s.id, s.set_number,
       1 + n % 3, CASE WHEN n % 3 = 0 THEN 'used' ELSE 'sealed' END, 500 + (n * 7919) % 20000,
       current_date - (n * 104729) % 2190, (ARRAY['owned', 'owned', 'owned', 'listed', 'sold'])[1 + n % 5]
FROM ${OF_CALLERS}`;

const ADD_SALES = `
INSERT INTO portfolio.sale (
  account_id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents,
  shipping_cents, cost_basis_cents
)
SELECT a.id, s.id, 'marketplace', current_date - (n * 7919) % 700, 1, 4000 + (n * 104729) % 20000, 400, 120, 800, 3000
FROM ${OF_CALLERS}`;

/** Adds the accounts of many callers, each with a collection and a ledger, and returns their keys. */
export async function addCallers(client: Client, count = CALLERS): Promise<readonly string[]> {
  const keys = Array.from(
    { length: count },
    (_, n) => `bmk_${createHash('sha256').update(`caller ${n}`).digest('hex').slice(0, 48)}`,
  );
  await client.query(ADD_ACCOUNTS, [keys.map((key) => hashOfApiKey(key))]);
  await client.query(NUMBER_SETS);
  // Without statistics, each holding would be given its brickfolio by a scan of all of them.
  await client.query('ANALYZE numbered_set, access.account, portfolio.brickfolio');
  await client.query(ADD_HOLDINGS, [HOLDINGS]);
  await client.query(ADD_SALES, [SALES]);
  return keys;
}
