import { type ProductIdentifiers, type RetailListing, RetailPrices } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { LISTING_COLUMNS, LISTING_PRICES, type ListingRow, retailListing } from './listing-row.ts';
import { namedByBarcode } from './named-by-barcode.ts';

const FIND_BY_NUMBERS = `
SELECT l.set_id IS NOT NULL AS is_listed, ${LISTING_COLUMNS}
FROM catalog.lego_set s
LEFT JOIN retail.listing l ON l.set_id = s.id
${LISTING_PRICES}
WHERE s.set_number = ANY($1)`;

// A question resolves to a set when as many of its names name that set as it has, and no other set has as many.
const FIND_NAMED = `
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS q (asin, barcode_key, name_count, question)
), naming (question, set_id) AS (
  (SELECT DISTINCT ON (n.question) n.question, s.id
   FROM unnest($4::bigint[], $5::text[]) WITH ORDINALITY AS n (question, set_number, rank)
   JOIN catalog.lego_set s ON s.set_number = n.set_number
   ORDER BY n.question, n.rank)
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

  async findByIdentifiers(asked: readonly ProductIdentifiers[]): Promise<readonly (RetailListing | null)[]> {
    const numbers = asked.flatMap(({ setNumbers }, index) => (setNumbers ?? []).map((number) => [index + 1, number]));
    const rows = await this.database.prepared<ListingRow & { question: number }>('retail_named', FIND_NAMED, [
      asked.map(({ asin }) => asin),
      asked.map(({ barcodeKey }) => barcodeKey),
      asked.map((names) => Object.values(names).filter((name) => name !== null).length),
      numbers.map(([question]) => question),
      numbers.map(([, number]) => number),
    ]);
    const listings: (RetailListing | null)[] = asked.map(() => null);
    for (const row of rows) listings[row.question - 1] = retailListing(row);
    return listings;
  }
}
