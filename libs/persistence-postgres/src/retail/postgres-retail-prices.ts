import { type ProductNames, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { LISTING_COLUMNS, LISTING_PRICES, type ListingRow, retailListing } from './listing-row.ts';
import { namedByBarcode } from './named-by-barcode.ts';

const FIND_BY_NUMBERS = `
SELECT l.set_id IS NOT NULL AS is_listed, ${LISTING_COLUMNS}
FROM catalog.lego_set s
LEFT JOIN retail.listing l ON l.set_id = s.id
${LISTING_PRICES}
WHERE s.set_number = ANY($1)`;

// A set is meant when as many names mean it as were given; it is found when no other one is.
const FIND_NAMED = `
WITH naming (set_id) AS (
  (SELECT id FROM catalog.lego_set WHERE set_number = ANY($1::text[]) ORDER BY array_position($1::text[], set_number) LIMIT 1)
  UNION ALL SELECT c.set_id FROM retail.product_code c WHERE c.code_key = $2 AND c.kind = 'asin'
  UNION ALL (${namedByBarcode('ARRAY[$3::text]')})
), meant AS (
  SELECT set_id FROM naming GROUP BY set_id HAVING count(*) = num_nonnulls($1::text[], $2::text, $3::text)
)
SELECT ${LISTING_COLUMNS}
FROM retail.listing l
JOIN catalog.lego_set s ON s.id = l.set_id
${LISTING_PRICES}
WHERE l.set_id = (SELECT min(set_id) FROM meant HAVING count(*) = 1)`;

/** Tracked retail prices in PostgreSQL. */
export class PostgresRetailPrices extends RetailPrices {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>> {
    const rows = await this.database.prepared<ListingRow & { is_listed: boolean }>(
      'retail_by_numbers',
      FIND_BY_NUMBERS,
      [setNumbers],
    );
    return new Map(rows.map((row) => [row.set_number, row.is_listed ? retailListing(row) : null]));
  }

  async findNamed({ setNumbers, asin, barcodeKey }: ProductNames): Promise<RetailListing | null> {
    const [row] = await this.database.prepared<ListingRow>('retail_named', FIND_NAMED, [setNumbers, asin, barcodeKey]);
    return row === undefined ? null : retailListing(row);
  }
}
