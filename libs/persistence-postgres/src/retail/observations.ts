import type { PriceObservation, Retailer } from '@brickmarket/domain';
import type { IdentifiedObservation } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import type { WriteSession } from '../bulk/write-session.ts';

export interface Listing {
  readonly setId: number;
  readonly retailer: Retailer;
}

export interface StoredObservation extends Listing, PriceObservation {
  [name: string]: unknown;
}

const COLUMN_OF: Readonly<Record<keyof PriceObservation, string>> = {
  observedAt: 'observed_at',
  priceCents: 'price_cents',
  listPriceCents: 'list_price_cents',
  sellerType: 'seller_type',
  inStock: 'in_stock',
  productUrl: 'product_url',
  lowestFbaCents: 'lowest_fba_cents',
  fbaSellers: 'fba_sellers',
  buyBoxCents: 'buy_box_cents',
};
const COLUMNS = ['set_id', 'retailer', ...Object.values(COLUMN_OF)];
const CONTENT = Object.values(COLUMN_OF).slice(1);
const SELECT_LIST = [
  'o.set_id AS "setId"',
  'o.retailer',
  ...Object.entries(COLUMN_OF).map(([fact, column]) => `o.${column} AS "${fact}"`),
].join(', ');

/** Holds the whole file until it is merged by slices. */
export const STAGED_OBSERVATION = `staged_observation AS
SELECT 0 AS position, ${COLUMNS.join(', ')} FROM source.retail_observation WITH NO DATA`;

export class ObservationStage {
  readonly #rowsOf = new Map<number, number>();
  #position = 0;
  readonly #copy;

  constructor(private readonly session: WriteSession) {
    this.#copy = session.copyInto('staged_observation', ['position', ...COLUMNS]);
  }

  async add(batch: readonly IdentifiedObservation[]): Promise<void> {
    await this.#copy.write(batch.map((identified) => this.#row(identified)));
  }

  /** Divides its sets into slices of at most `maxRows`. */
  async end(maxRows: number): Promise<readonly (readonly number[])[]> {
    await this.#copy.end();
    await this.session.query('CREATE INDEX ON staged_observation (set_id)');
    await this.session.analyzeStaged('staged_observation');
    return slicesOf(this.#rowsOf, maxRows);
  }

  #row({ setId, observation: o }: IdentifiedObservation): readonly CopyValue[] {
    this.#rowsOf.set(setId, (this.#rowsOf.get(setId) ?? 0) + 1);
    return [
      ...[this.#position++, setId, o.retailer, o.observedAt.toISOString(), o.priceCents, o.listPriceCents],
      ...[o.sellerType, o.inStock, o.productUrl, o.lowestFbaCents, o.fbaSellers, o.buyBoxCents],
    ];
  }
}

/** By set id; a larger set is its own slice. */
export function slicesOf(rowsOf: ReadonlyMap<number, number>, maxRows: number): readonly (readonly number[])[] {
  const slices: number[][] = [];
  let filled = maxRows;
  for (const [setId, rows] of [...rowsOf].toSorted(([a], [b]) => a - b)) {
    if (filled + rows > maxRows) {
      slices.push([]);
      filled = 0;
    }
    slices.at(-1)!.push(setId);
    filled += rows;
  }
  return slices;
}

/** Numbers different observations of an instant in file order. Compares only up to the last check. */
const STORE_NEW = `
INSERT INTO source.retail_observation AS o (${COLUMNS.join(', ')}, content)
SELECT ${COLUMNS.map((column) => `f.${column}`).join(', ')},
  known.next + row_number() OVER (PARTITION BY f.set_id, f.retailer, f.observed_at ORDER BY f.position) - 1
FROM (
  SELECT ${COLUMNS.join(', ')}, min(position) AS position
  FROM staged_observation WHERE set_id = ANY ($1) GROUP BY ${COLUMNS.join(', ')}
) f
LEFT JOIN retail.price_state p ON p.set_id = f.set_id AND p.retailer = f.retailer
CROSS JOIN LATERAL (
  SELECT coalesce(max(s.content) FILTER (WHERE s.content BETWEEN 0 AND 1000000), -1) + 1 AS next,
    coalesce(bool_or(${CONTENT.map((column) => `s.${column} IS NOT DISTINCT FROM f.${column}`).join(' AND ')}), false)
      AS is_stored
  FROM source.retail_observation s
  WHERE s.set_id = f.set_id AND s.retailer = f.retailer AND s.observed_at = f.observed_at
    AND f.observed_at <= p.last_checked_at
) known
WHERE NOT known.is_stored
ORDER BY f.set_id, f.retailer, f.observed_at, f.position
RETURNING ${SELECT_LIST}`;

/** In time order, by listing. */
export async function storeNewObservations(
  session: WriteSession,
  setIds: readonly number[],
): Promise<readonly (readonly StoredObservation[])[]> {
  return byListing(await session.query<StoredObservation>(STORE_NEW, [setIds]));
}

// OFFSET 0 forces one range scan per listing instead of a join.
const READ = `
SELECT ${SELECT_LIST}
FROM unnest($1::integer[], $2::retail.retailer[]) WITH ORDINALITY AS g (set_id, retailer, position)
CROSS JOIN LATERAL (
  SELECT * FROM source.retail_observation
  WHERE set_id = g.set_id AND retailer = g.retailer
  ORDER BY set_id, retailer, observed_at, content OFFSET 0
) o
ORDER BY g.position, o.observed_at, o.content`;

/** Listings whose observations fit into memory. */
const LISTINGS_PER_PIECE = 100;

/** In time order. Listings without any are absent. */
export async function* readStoredObservations(
  session: WriteSession,
  listings: readonly Listing[],
): AsyncGenerator<readonly StoredObservation[]> {
  for (let at = 0; at < listings.length; at += LISTINGS_PER_PIECE) {
    const piece = listings.slice(at, at + LISTINGS_PER_PIECE);
    yield* byListing(
      await session.query<StoredObservation>(READ, [
        piece.map(({ setId }) => setId),
        piece.map(({ retailer }) => retailer),
      ]),
    );
  }
}

function byListing(rows: readonly StoredObservation[]): readonly (readonly StoredObservation[])[] {
  const groups: StoredObservation[][] = [];
  for (const row of rows) {
    const open = groups.at(-1);
    const first = open?.[0];
    if (first?.setId === row.setId && first.retailer === row.retailer) open!.push(row);
    else groups.push([row]);
  }
  return groups;
}
