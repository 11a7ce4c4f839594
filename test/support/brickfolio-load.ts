import type { Pool } from 'pg';
import { raiseDataVersion } from './data-versions.ts';

export interface LoadedPortfolio {
  readonly accountId: number;
  readonly holdings: number;
  /** Equal seeds give equal holdings. */
  readonly seed: number;
}

/**
 * Sets `1001-1`, `1002-1`, ... with weekly values over the year before a day; every tenth has no value, and half have
 * one only for sealed copies.
 */
export async function insertValuedSets(db: Pool, count: number, today: string): Promise<void> {
  await db.query(
    `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT (1000 + n) || '-1', 'Set ' || n, 'Space', 1
     FROM generate_series(1, $1) n`,
    [count],
  );
  await db.query(
    `INSERT INTO market.value_step (item_id, condition, day, value_cents)
     SELECT s.id, c, d::date, 500 + (s.id * 7919 + extract(doy FROM d)::integer * 104729) % 60000
     FROM catalog.lego_set s, (VALUES ('sealed'), ('used')) v (c),
          generate_series($1::date - 400, $1::date + 7, interval '7 days') d
     WHERE s.id % 10 <> 0 AND (c = 'sealed' OR s.id % 2 = 0)`,
    [today],
  );
  await raiseDataVersion(db, 'market', 'catalog');
}

/** Fills three brickfolios with holdings of all statuses and conditions; some prices and dates are unknown. */
export async function insertPortfolio(
  db: Pool,
  { accountId, holdings, seed }: LoadedPortfolio,
  today: string,
): Promise<void> {
  await db.query(
    `INSERT INTO portfolio.brickfolio (account_id, name) VALUES ($1, 'Attic'), ($1, 'Shop') ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await db.query(
    `WITH drawn AS MATERIALIZED (
       SELECT n, ('x' || substr(md5($2 || ' ' || n), 1, 7))::bit(28)::integer AS a,
              ('x' || substr(md5(n || ' ' || $2), 1, 7))::bit(28)::integer AS b
       FROM generate_series(1, $3) n
     ), folios AS (
       SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM portfolio.brickfolio WHERE account_id = $1
     ), sets AS (
       SELECT id, set_number, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS count
       FROM catalog.lego_set
     )
     INSERT INTO portfolio.holding (
       account_id, brickfolio_id, set_id, set_number, quantity, condition, purchase_price_cents, purchase_date, status
     )
     SELECT $1, f.id, s.id, s.set_number, 1 + a % 5, CASE WHEN b % 2 = 0 THEN 'sealed' ELSE 'used' END,
            CASE WHEN a % 11 > 0 THEN b % 50000 END, CASE WHEN b % 13 > 0 THEN $4::date + 3 - a % 2000 END,
            (ARRAY['owned', 'owned', 'listed', 'sold'])[1 + b % 4]
     FROM drawn JOIN folios f ON f.place = a % 3 JOIN sets s ON s.place = (a / 3) % s.count`,
    [accountId, String(seed), holdings, today],
  );
}
