import { type Cents, roundHalfAwayFromZero } from '@brickmarket/domain';
import { type WatchedSet, RetailWatch, type WatchFilter } from '@brickmarket/persistence-ports';
import { readAsAccount } from '../database/read-as-account.ts';
import type { Database } from '../database/database.ts';
import { namedByBarcode } from './postgres-retail-prices.ts';

interface AverageRow {
  average_cents: number | null;
}

// Copies of unknown price are left out of both sums: counted as free they would pull the average down. The sums are exact:
// whole cents far below 2^53, and several times faster than in the numeric type.
const AVERAGE_CENTS = `
sum(h.quantity::double precision * h.purchase_price_cents) / sum(h.quantity) FILTER (WHERE h.purchase_price_cents IS NOT NULL) AS average_cents`;

const LIST_HELD = `
WITH held AS (
  SELECT h.set_id, ${AVERAGE_CENTS}
  FROM portfolio.holding h
  WHERE h.account_id = $1 AND h.status IN ('owned', 'listed')
  GROUP BY h.set_id
)
SELECT s.set_number, held.average_cents
FROM held
JOIN retail.listing l ON l.set_id = held.set_id
JOIN catalog.lego_set s ON s.id = held.set_id
WHERE ($2::timestamptz IS NULL OR l.latest_change_at >= $2)
  AND ($3::text[] IS NULL OR l.set_id IN (SELECT c.set_id FROM retail.product_code c WHERE c.code_key = ANY($3) AND c.kind = 'asin'))
  AND ($4::text[] IS NULL OR l.set_id IN (${namedByBarcode('$4::text[]')}))
ORDER BY l.latest_change_at DESC NULLS LAST, s.set_number`;

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

/** What an account sees of retail prices, in PostgreSQL: one statement for any number of held sets. */
export class PostgresRetailWatch extends RetailWatch {
  constructor(private readonly database: Database) {
    super();
  }

  async listWatched(
    accountId: number,
    { changedSince, asins, barcodeKeys }: WatchFilter,
  ): Promise<readonly WatchedSet[]> {
    const rows = await readAsAccount(this.database, accountId, (statement) =>
      statement<AverageRow & { set_number: string }>('watch_held', LIST_HELD, [
        accountId,
        changedSince,
        asins,
        barcodeKeys,
      ]),
    );
    return rows.map((row) => ({ setNumber: row.set_number, averageCostCents: averageCostCents(row) }));
  }

  async findAverageCosts(
    accountId: number,
    asked: readonly (readonly string[])[],
  ): Promise<readonly (Pick<WatchedSet, 'averageCostCents'> | null)[]> {
    const positions = asked.flatMap((setNumbers, position) => setNumbers.map(() => position));
    const rows = await readAsAccount(this.database, accountId, (statement) =>
      statement<AverageRow & { position: number }>('watch_paid', FIND_PAID, [accountId, positions, asked.flat()]),
    );
    const held = new Map(rows.map((row) => [row.position, { averageCostCents: averageCostCents(row) }]));
    return asked.map((_, position) => held.get(position) ?? null);
  }
}

function averageCostCents({ average_cents: average }: AverageRow): Cents | null {
  return average === null ? null : roundHalfAwayFromZero(average);
}
