import type { Pool } from 'pg';
import { raiseDataVersion } from './data-versions.ts';

export interface ValueColumns {
  readonly value_cents: number | null;
  readonly low_cents?: number | null;
  readonly high_cents?: number | null;
  readonly data_tier?: string;
  readonly calculated_at?: string;
}

/** Inserts the value of an item as a valuation does; without a range, low and high are equal to the value. */
export async function insertValue(
  db: Pool,
  itemId: number,
  condition: 'sealed' | 'used',
  columns: ValueColumns,
): Promise<void> {
  const {
    value_cents,
    low_cents = value_cents,
    high_cents = value_cents,
    data_tier = value_cents === null ? 'none' : 'high',
    calculated_at = '2026-11-15T00:00:00Z',
  } = columns;
  await db.query(
    `INSERT INTO market.item_value (
       item_id, condition, value_cents, low_cents, high_cents, data_tier, calculated_at, valued_on, facts_key
     )
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz::date, 0)`,
    [itemId, condition, value_cents, low_cents, high_cents, data_tier, calculated_at],
  );
  await raiseDataVersion(db, 'market');
}
