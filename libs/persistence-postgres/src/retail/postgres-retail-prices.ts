import { type Cents, type PriceChange, type Retailer, roundHalfAwayFromZero } from '@brickmarket/domain';
import {
  type ProductIdentifiers,
  type RetailListing,
  RetailPriceHistory,
  RetailPrices,
  type TrackedPrice,
  type WatchedSet,
  type WatchedSets,
  RetailWatch,
  type WatchedPage,
  type WatchFilter,
  type WatchQuery,
} from '@brickmarket/persistence-ports';
import { type BoxColumns, boxOf } from '../catalog/postgres-catalog.ts';
import { findWithOldNumbers } from '../changes/old-numbers.ts';
import { type Database, readAsAccount } from '../database/database.ts';
import { selectFacts } from './price-state-row.ts';

/** Union of catalog and retailer codes, each with its own index. */
function namedByBarcode(keys: string): string {
  return `
SELECT c.set_id FROM retail.product_code c WHERE c.code_key = ANY(${keys}) AND c.kind <> 'asin'
UNION SELECT u.id FROM catalog.lego_set u WHERE catalog.barcode_key(u.upc) = ANY(${keys})
UNION SELECT e.id FROM catalog.lego_set e WHERE catalog.barcode_key(e.ean) = ANY(${keys})`;
}

const TRACKED = [
  'priceCents',
  'sellerType',
  'changedAt',
  'lastChangeCents',
  'flip1pTo3p',
  'atLowest',
  'lowestCents',
  'inStock',
  'lastCheckedAt',
] as const satisfies readonly (keyof TrackedPrice)[];

/** Null columns: never observed. */
type Prefixed<Prefix extends string> = {
  [Name in keyof TrackedPrice as `${Prefix}_${Name}`]: TrackedPrice[Name] | null;
};

export interface ListingRow extends BoxColumns, Prefixed<'a'>, Prefixed<'b'> {
  set_number: string;
  title: string;
  asin: string | null;
  upc: string | null;
  ean: string | null;
  lowest_fba_cents: number | null;
  fba_sellers: number | null;
  buy_box_cents: number | null;
}

/** Listing `l` of set `s`, with `LISTING_PRICES`. Catalog barcodes precede those of retailers. */
export const LISTING_COLUMNS = `
s.set_number, s.title, l.asin, coalesce(s.upc, l.upc) AS upc, coalesce(s.ean, l.ean) AS ean,
s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g, a.lowest_fba_cents, a.fba_sellers, a.buy_box_cents,
${selectFacts('a', TRACKED, 'a_')}, ${selectFacts('b', TRACKED, 'b_')}`;

/** State of listing `l` at each retailer. */
export const LISTING_PRICES = `
LEFT JOIN retail.price_state a ON a.set_id = l.set_id AND a.retailer = 'retailer_a'
LEFT JOIN retail.price_state b ON b.set_id = l.set_id AND b.retailer = 'retailer_b'`;

export function retailListing(row: ListingRow): RetailListing {
  return {
    setNumber: row.set_number,
    title: row.title,
    asin: row.asin,
    upc: row.upc,
    ean: row.ean,
    box: boxOf(row),
    retailerA: trackedPrice(row, 'a'),
    retailerB: trackedPrice(row, 'b'),
    exit: { lowestFbaCents: row.lowest_fba_cents, fbaSellers: row.fba_sellers, buyBoxCents: row.buy_box_cents },
  };
}

function trackedPrice(row: ListingRow, prefix: 'a' | 'b'): TrackedPrice | null {
  // NOT NULL column: a null means no price state.
  if (row[`${prefix}_atLowest`] === null) return null;
  return Object.fromEntries(TRACKED.map((fact) => [fact, row[`${prefix}_${fact}`]])) as unknown as TrackedPrice;
}

const FIND_BY_NUMBERS = `
SELECT l.set_id IS NOT NULL AS is_listed, ${LISTING_COLUMNS}
FROM catalog.lego_set s
LEFT JOIN retail.listing l ON l.set_id = s.id
${LISTING_PRICES}
WHERE s.set_number = ANY($1)`;

/** Set with number `n.set_number`, now or earlier. */
const SET_OF_NUMBER = `
  SELECT id, false AS is_old FROM catalog.lego_set WHERE set_number = n.set_number
  UNION ALL
  SELECT item_id, true FROM catalog.number_change
  WHERE kind = 'set' AND old_number = n.set_number AND item_id IS NOT NULL`;

// Up to three identifiers; resolved when exactly one set matches all.
const FIND_NAMED = `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[])
  WITH ORDINALITY AS q (asin, barcode_key, name_count, question)
), naming (question, set_id) AS (
  (SELECT DISTINCT ON (n.question) n.question, s.id
   FROM unnest($4::bigint[], $5::text[]) WITH ORDINALITY AS n (question, set_number, rank)
   CROSS JOIN LATERAL (${SET_OF_NUMBER}) s
   ORDER BY n.question, n.rank, s.is_old)
  UNION ALL
  SELECT q.question, c.set_id FROM asked q JOIN retail.product_code c ON c.code_key = q.asin AND c.kind = 'asin'
  UNION ALL
  SELECT q.question, b.set_id FROM asked q CROSS JOIN LATERAL (${namedByBarcode('ARRAY[q.barcode_key]')}) b
), resolved AS (
  SELECT named.question, min(named.set_id) AS set_id
  FROM (SELECT question, set_id, count(*) AS names FROM naming GROUP BY question, set_id) named
  JOIN asked q ON q.question = named.question AND q.name_count = named.names
  GROUP BY named.question
  HAVING count(*) = 1
)
SELECT r.question::integer AS question, ${LISTING_COLUMNS}
FROM resolved r
JOIN retail.listing l ON l.set_id = r.set_id
JOIN catalog.lego_set s ON s.id = l.set_id
${LISTING_PRICES}`;

export class PostgresRetailPrices extends RetailPrices {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>> {
    return findWithOldNumbers(this.database, setNumbers, async (numbers) => {
      const rows = await this.database.read<ListingRow & { is_listed: boolean }>({
        name: 'retail_by_numbers',
        text: FIND_BY_NUMBERS,
        values: [numbers],
      });
      return new Map(rows.map((row) => [row.set_number, row.is_listed ? retailListing(row) : null]));
    });
  }

  async findByIdentifiers(asked: readonly ProductIdentifiers[]): Promise<readonly (RetailListing | null)[]> {
    const numbers = asked.flatMap(({ setNumbers }, index) => (setNumbers ?? []).map((number) => [index + 1, number]));
    const rows = await this.database.read<ListingRow & { question: number }>({
      name: 'retail_named',
      text: FIND_NAMED,
      values: [
        asked.map(({ asin }) => asin),
        asked.map(({ barcodeKey }) => barcodeKey),
        asked.map((names) => Object.values(names).filter((name) => name !== null).length),
        numbers.map(([question]) => question),
        numbers.map(([, number]) => number),
      ],
    });
    const listings: (RetailListing | null)[] = asked.map(() => null);
    for (const row of rows) listings[row.question - 1] = retailListing(row);
    return listings;
  }
}

type WatchedRow = readonly [setNumber: string, averageCents: number | null];

interface AverageRow {
  average_cents: number | null;
}

// Excludes unknown prices from both sums. Double precision is exact for cents up to 2^53 and much faster than numeric.
const AVERAGE_CENTS = `
sum(h.quantity::double precision * h.purchase_price_cents)
  / sum(h.quantity) FILTER (WHERE h.purchase_price_cents IS NOT NULL) AS average_cents`;

const OWNED = `owned AS (
  SELECT h.set_id, ${AVERAGE_CENTS}
  FROM portfolio.holding h
  WHERE h.account_id = $1 AND h.status IN ('owned', 'listed')
  GROUP BY h.set_id
)`;

const LIST_WATCHED = `
WITH ${OWNED}
SELECT coalesce(
  json_agg(json_build_array(s.set_number, owned.average_cents)
    ORDER BY l.latest_change_at DESC NULLS LAST, s.set_number),
  '[]'
) AS watched, min(l.latest_change_at) AS oldest
FROM owned
-- Looks up each set separately: a plain join would read all listings each time.
CROSS JOIN LATERAL (
  SELECT l.set_id, l.latest_change_at FROM retail.listing l WHERE l.set_id = owned.set_id OFFSET 0
) l
JOIN catalog.lego_set s ON s.id = owned.set_id
WHERE ($2::timestamptz IS NULL OR l.latest_change_at >= $2)
  AND ($3::text[] IS NULL OR l.set_id IN (
    SELECT c.set_id FROM retail.product_code c WHERE c.code_key = ANY($3) AND c.kind = 'asin'
  ))
  AND ($4::text[] IS NULL OR l.set_id IN (${namedByBarcode('$4::text[]')}))`;

const isMarked = (mark: string): string => `coalesce(
    a.${mark} AND a.last_checked_at >= $3::timestamptz OR b.${mark} AND b.last_checked_at >= $3, false)`;

const LIST_WATCHED_PAGE = `
WITH ${OWNED}, watched AS MATERIALIZED (
  SELECT s.set_number, owned.average_cents, l.latest_change_at,
         ${isMarked('flip_1p_to_3p')} AS flips, ${isMarked('at_lowest')} AS lows
  FROM owned
  JOIN retail.listing l ON l.set_id = owned.set_id
  JOIN catalog.lego_set s ON s.id = owned.set_id
  ${LISTING_PRICES}
  WHERE $2::timestamptz IS NULL OR l.latest_change_at >= $2
), page AS (
  SELECT * FROM watched WHERE CASE $4 WHEN 'flips' THEN flips WHEN 'lows' THEN lows ELSE true END
  ORDER BY latest_change_at DESC NULLS LAST, set_number LIMIT $5 OFFSET $6
)
SELECT count(*)::integer AS "all", (count(*) FILTER (WHERE flips))::integer AS flips,
  (count(*) FILTER (WHERE lows))::integer AS lows, (
    SELECT coalesce(
      json_agg(json_build_array(set_number, average_cents) ORDER BY latest_change_at DESC NULLS LAST, set_number), '[]'
    ) FROM page
  ) AS watched
FROM watched`;

const LIST_HELD = `
SELECT coalesce(array_agg(s.set_number), '{}') AS numbers
FROM catalog.lego_set s
WHERE s.id IN (
  SELECT h.set_id FROM portfolio.holding h WHERE h.account_id = $1 AND h.status IN ('owned', 'listed')
)`;

const FIND_PAID = `
WITH resolved AS (
  SELECT DISTINCT ON (asked.position) asked.position, s.id
  FROM unnest($2::integer[], $3::text[]) WITH ORDINALITY AS asked (position, set_number, rank)
  JOIN catalog.lego_set s ON s.set_number = asked.set_number
  ORDER BY asked.position, asked.rank
)
SELECT resolved.position, ${AVERAGE_CENTS}
FROM resolved
JOIN portfolio.holding h ON h.set_id = resolved.id
WHERE h.account_id = $1 AND h.status IN ('owned', 'listed')
GROUP BY resolved.position`;

/** One statement for any number of sets. */
export class PostgresRetailWatch extends RetailWatch {
  constructor(private readonly database: Database) {
    super();
  }

  async listWatched(accountId: number, { changedSince, asins, barcodeKeys }: WatchFilter): Promise<WatchedSets> {
    const [row] = await readAsAccount<{ watched: readonly WatchedRow[]; oldest: Date | null }>(
      this.database,
      accountId,
      'list_watched',
      LIST_WATCHED,
      [changedSince, asins, barcodeKeys],
    );
    return { sets: row!.watched.map(watchedSet), oldestChangeAt: row!.oldest };
  }

  async listPage(accountId: number, query: WatchQuery): Promise<WatchedPage> {
    const { changedSince, marked, currentSince, limit, offset } = query;
    const [row] = await readAsAccount<{ all: number; flips: number; lows: number; watched: readonly WatchedRow[] }>(
      this.database,
      accountId,
      'list_watched_page',
      LIST_WATCHED_PAGE,
      [changedSince, currentSince, marked, limit, offset],
    );
    const { all, flips, lows, watched } = row!;
    return { total: marked === null ? all : { flips, lows }[marked], flips, lows, sets: watched.map(watchedSet) };
  }

  async listHeldNumbers(accountId: number): Promise<readonly string[]> {
    const [row] = await readAsAccount<{ numbers: readonly string[] }>(
      this.database,
      accountId,
      'list_held',
      LIST_HELD,
      [],
    );
    return row!.numbers;
  }

  async findAverageCosts(
    accountId: number,
    asked: readonly (readonly string[])[],
  ): Promise<readonly (Pick<WatchedSet, 'averageCostCents'> | null)[]> {
    const positions = asked.flatMap((setNumbers, position) => setNumbers.map(() => position));
    const rows = await readAsAccount<AverageRow & { position: number }>(
      this.database,
      accountId,
      'watch_paid',
      FIND_PAID,
      [positions, asked.flat()],
    );
    const averages = new Map(rows.map((row) => [row.position, { averageCostCents: averageCostCents(row) }]));
    return asked.map((_, position) => averages.get(position) ?? null);
  }
}

function watchedSet([setNumber, average]: WatchedRow): WatchedSet {
  return { setNumber, averageCostCents: averageCostCents({ average_cents: average }) };
}

function averageCostCents({ average_cents: average }: AverageRow): Cents | null {
  return average === null ? null : roundHalfAwayFromZero(average);
}

const READ_CHANGES = `
SELECT c.retailer, c.changed_at AS at, c.price_cents AS "priceCents", c.seller_type AS "sellerType"
FROM catalog.lego_set s
JOIN retail.price_change c ON c.set_id = s.id
WHERE s.set_number = $1
ORDER BY c.retailer, c.changed_at`;

export class PostgresRetailPriceHistory extends RetailPriceHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async read(setNumber: string): Promise<Readonly<Record<Retailer, readonly PriceChange[]>>> {
    const changes: Record<Retailer, PriceChange[]> = { retailer_a: [], retailer_b: [] };
    const rows = await this.database.read<PriceChange & { retailer: Retailer }>({
      name: 'price_changes',
      text: READ_CHANGES,
      values: [setNumber],
    });
    for (const { retailer, ...change } of rows) changes[retailer].push(change);
    return changes;
  }
}
