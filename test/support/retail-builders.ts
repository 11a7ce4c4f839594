import type { Pool } from 'pg';
import { raiseDataVersion } from './data-versions.ts';

export interface PriceStateColumns {
  readonly price_cents?: number | null;
  readonly list_price_cents?: number | null;
  readonly seller_type?: 'retailer' | 'third_party' | null;
  readonly in_stock?: boolean | null;
  readonly product_url?: string | null;
  readonly changed_at?: string | null;
  readonly last_change_cents?: number | null;
  readonly lowest_cents?: number | null;
  readonly at_lowest?: boolean;
  readonly flip_1p_to_3p?: boolean;
  readonly lowest_fba_cents?: number | null;
  readonly fba_sellers?: number | null;
  readonly buy_box_cents?: number | null;
  readonly last_checked_at?: string;
  /** Left out: the price itself. */
  readonly last_shown_price_cents?: number | null;
}

export interface SetAtRetailers {
  readonly asin?: string;
  readonly upc?: string;
  readonly ean?: string;
  readonly retailer_a?: PriceStateColumns;
  readonly retailer_b?: PriceStateColumns;
}

const NOTHING_KNOWN = { at_lowest: false, flip_1p_to_3p: false, last_checked_at: '2026-11-15T00:00:00Z' };

/** Inserts the price states of a set at the given retailers, as an import does. */
export async function listAtRetailers(db: Pool, setId: number, at: SetAtRetailers): Promise<void> {
  for (const retailer of ['retailer_a', 'retailer_b'] as const) {
    const columns = at[retailer];
    if (columns)
      await insert(db, 'retail.price_state', {
        set_id: setId,
        retailer,
        last_shown_price_cents: columns.price_cents ?? null,
        ...NOTHING_KNOWN,
        ...columns,
      });
  }
  for (const kind of ['asin', 'upc', 'ean'] as const) {
    const code = at[kind];
    if (code)
      await insert(db, 'retail.product_code', {
        code_key: kind === 'asin' ? code : code.replace(/^0+/, '').padStart(13, '0'),
        kind,
        code,
        set_id: setId,
        last_seen_at: NOTHING_KNOWN.last_checked_at,
      });
  }
  const changes = [at.retailer_a?.changed_at, at.retailer_b?.changed_at].filter((change) => typeof change === 'string');
  await insert(db, 'retail.listing', {
    set_id: setId,
    asin: at.asin ?? null,
    upc: at.upc ?? null,
    ean: at.ean ?? null,
    latest_change_at: changes.toSorted().at(-1) ?? null,
  });
  await raiseDataVersion(db, 'retail');
}

async function insert(db: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row);
  await db.query(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}
