import type { Client } from 'pg';

/** The last day of the invented sales. */
export const AS_OF = '2026-11-15';
export const ITEMS = 30_000;
const SETS = 20_000;

/**
 * How prices of an item follow each other: each again around a level, or each near the last one, with now and then a
 * jump, as offers do.
 */
export const PRICES = ['around-level', 'wandering'] as const;
export type Prices = (typeof PRICES)[number];

const LOG_PRICE_BESIDE_LEVEL: Readonly<Record<Prices, string>> = {
  'around-level': '0.24 * (random() + random() + random() - 1.5)',
  wandering: `sum(CASE WHEN random() < 0.03 THEN 0.8 * (random() - 0.5) WHEN random() < 0.5 THEN 0.08 * (random() - 0.5)
    ELSE 0 END) OVER (PARTITION BY item, condition ORDER BY n)`,
};

/** A market to invent. */
interface SoldMarket {
  readonly sales: number;
  readonly sets?: number;
  readonly items?: number;
  readonly prices?: Prices;
}

/**
 * Fills a database with as many sales of three years, in order of time: some items sell often, most seldom. Straight
 * into the tables, which is not measured; indexes are made afterwards, as that is faster.
 */
export async function sellMarket(
  client: Client,
  { sales, sets = SETS, items = ITEMS, prices = 'around-level' }: SoldMarket,
): Promise<void> {
  await client.query(`
SELECT setseed(0.5);
INSERT INTO catalog.lego_set (set_number, title, theme, year, pieces, msrp_cents, release_date, exit_date)
SELECT n || '-1', 'Set ' || n, 'Theme ' || n % 40, 2015 + n % 11, 100, 999 + n * 7919 % 40000, make_date(2015 + n % 11,
  1 + n % 12, 1), make_date(2017 + n % 11, 1 + n % 12, 28)
FROM generate_series(1, ${sets}) n;
INSERT INTO catalog.minifig (minifig_number, name, category, year_released)
SELECT 'fig-' || n, 'Figure ' || n, 'Theme ' || n % 40, 2015 + n % 11 FROM generate_series(1, ${items - sets}) n;
ALTER TABLE source.market_sale DROP CONSTRAINT market_sale_pkey;
DROP INDEX source.market_sale_by_item;
INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
SELECT 1, lpad(n::text, 9, '0'), item, condition, date '${AS_OF}' - 1094 + (n::bigint * 1094 / ${sales})::integer,
       greatest(100, (900 + item::bigint * 7919 % 40000) * exp(${LOG_PRICE_BESIDE_LEVEL[prices]}))::integer,
       1 + (random() < 0.1)::integer
FROM (
  SELECT n, 1 + floor(${items} * random() * random())::integer AS item,
         (CASE WHEN random() < 0.5 THEN 'sealed' ELSE 'used' END)::source.sale_condition AS condition
  FROM generate_series(1, ${sales}) n
) drawn
ORDER BY n;
ALTER TABLE source.market_sale ADD PRIMARY KEY (source_id, source_ref);
CREATE INDEX market_sale_by_item ON source.market_sale (item_id, sold_day) INCLUDE (condition, price_cents, quantity);
ANALYZE`);
  await client.query('VACUUM source.market_sale');
}

/** So many days before the last one, as YYYY-MM-DD. */
export function daysBefore(days: number): string {
  return new Date(Date.parse(AS_OF) - days * 86_400_000).toISOString().slice(0, 10);
}

/** For commands and workers it is noon of a day. */
export async function setClock(client: Client, day: string): Promise<void> {
  await client.query(
    `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE
     AS $$SELECT timestamptz '${day}T12:00:00Z'$$`,
  );
}

/** One more sale for one item in a hundred, as an import leaves it; other items for each of the rounds 0 to 99. */
export async function sellToOnePercent(client: Client, round: number, items = ITEMS, day = AS_OF): Promise<void> {
  await client.query(`
WITH sale AS (
  INSERT INTO source.market_sale (source_id, source_ref, item_id, condition, sold_day, price_cents, quantity)
  SELECT 1, 'round ${round} ' || n, n, 'sealed', date '${day}', 5000 + n, 1
    FROM generate_series(${round + 1}, ${items}, 100) n
  RETURNING item_id
) INSERT INTO source.changed_item (item_id) SELECT item_id FROM sale ON CONFLICT (item_id) DO
  UPDATE SET mark = excluded.mark`);
}
