import { randomBytes } from 'node:crypto';
import { hashOfApiKey } from '@brickmarket/persistence-ports';
import { Client } from 'pg';
import { BenchServer, withClient } from '../measure/bench-server.ts';
import { percentilesOf, printTable } from '../measure/figures.ts';
import { startService } from '../measure/server-process.ts';

const SETS = 25_000;
const RUNS = 100;

const CATALOGUE = `
INSERT INTO catalog.lego_set (set_number, title, theme, pieces, upc, box_width_mm, box_height_mm, box_depth_mm,
  box_weight_g)
  SELECT n || '-1', 'Set ' || n, 'Bench', 100, lpad(n::text, 12, '6'), 380, 260, 70, 900
    FROM generate_series(1, ${SETS}) n`;

/** Lists every set of the catalogue at both retailers. */
export const LIST_AT_RETAILERS = `
INSERT INTO retail.price_state (set_id, retailer, price_cents, seller_type, in_stock, changed_at, last_change_cents,
  lowest_cents, at_lowest, flip_1p_to_3p, lowest_fba_cents, fba_sellers, buy_box_cents, last_checked_at)
  SELECT s.id, r.retailer, 4999, 'retailer', true, now() - s.id * interval '1 minute', -100, 4999, true, false, 7999, 3,
    8099, now()
  FROM catalog.lego_set s, unnest(enum_range(NULL::retail.retailer)) AS r (retailer);
INSERT INTO retail.product_code SELECT 'B' || lpad(id::text, 9, '0'), 'asin', 'B' || lpad(id::text, 9, '0'), id, now()
  FROM catalog.lego_set;
INSERT INTO retail.listing SELECT s.id, 'B' || lpad(s.id::text, 9, '0'), s.upc, NULL, now() - s.id * interval '1 minute'
  FROM catalog.lego_set s`;

/** A catalogue whose sets are listed at both retailers. */
export const HELD_SETS = [CATALOGUE, LIST_AT_RETAILERS];

const ACCOUNT = `INSERT INTO access.account (email, plan) VALUES ($1, 'reseller') RETURNING id`;
const KEY = `INSERT INTO access.api_key (account_id, key_hash, name, last4, daily_limit)
  VALUES ($1, $2, 'bench', $3, 1000000)`;
const HOLD = `
INSERT INTO portfolio.holding (account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents,
  status)
  SELECT f.account_id, f.id, s.id, s.set_number, 2, 'sealed', 3999, 'owned'
  FROM portfolio.brickfolio f, catalog.lego_set s WHERE f.account_id = $1 ORDER BY s.id LIMIT $2`;

/** What retail-watch costs an account that holds 100 sets, and one that holds 10,000, among accounts like the first. */
export async function benchRetailWatch(): Promise<void> {
  const server = await BenchServer.start();
  const url = await server.freshDatabase();
  const keys = await withClient(url, async (client) => {
    for (const statement of HELD_SETS) await client.query(statement);
    for (let other = 0; other < 200; other++) await openAccount(client, `other-${other}`, 100);
    const opened = { 100: await openAccount(client, 'few', 100), 10_000: await openAccount(client, 'many', 10_000) };
    await client.query('VACUUM ANALYZE');
    return opened;
  });
  const service = await startService('service', { DATABASE_URL: url });
  try {
    const rows: string[][] = [];
    for (const [held, key] of Object.entries(keys)) {
      for (const query of ['', '?changed_within=24h', '?asin=B000000001,B000000002']) {
        const times: number[] = [];
        let found = 0;
        for (let run = 0; run < RUNS; run++) {
          const startedAt = performance.now();
          const response = await fetch(`${service.url}/api/v1/brickfolio/retail-watch${query}`, {
            headers: { authorization: `Bearer ${key}` },
          });
          found = ((await response.json()) as { data: unknown[] }).data.length;
          times.push(performance.now() - startedAt);
        }
        const { p50, p99, min, max } = percentilesOf(times);
        rows.push([
          held,
          query || 'none',
          String(found),
          p50.toFixed(1),
          p99.toFixed(1),
          `${min.toFixed(1)} to ${max.toFixed(1)}`,
        ]);
      }
    }
    printTable(['held sets', 'filter', 'rows', 'p50 ms', 'p99 ms', 'spread ms'], rows);
  } finally {
    await service.stop();
    await server.stop();
  }
}

/** An account that holds the first sets of the catalogue; its key. */
export async function openAccount(client: Client, name: string, held: number): Promise<string> {
  const key = `bmk_${randomBytes(24).toString('hex')}`;
  const { rows } = await client.query<{ id: number }>(ACCOUNT, [`${name}@bench.example`]);
  await client.query(KEY, [rows[0]!.id, hashOfApiKey(key), key.slice(-4)]);
  await client.query(HOLD, [rows[0]!.id, held]);
  return key;
}
