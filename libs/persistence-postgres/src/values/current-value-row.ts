import type { DataTier } from '@brickmarket/domain';
import type { CurrentValue } from '@brickmarket/persistence-ports';

/** A row of `market.item_value` as JSON. */
export interface CurrentValueRow {
  value_cents: number | null;
  low_cents: number | null;
  high_cents: number | null;
  data_tier: DataTier;
  calculated_at: string;
}

/** The value of an item in one condition as a JSON column; null when it was never valued. */
export function currentValueJson(itemId: string, condition: string): string {
  return `(SELECT json_build_object('value_cents', v.value_cents, 'low_cents', v.low_cents, 'high_cents', v.high_cents, 'data_tier', v.data_tier, 'calculated_at', v.calculated_at)
   FROM market.item_value v WHERE v.item_id = ${itemId} AND v.condition = '${condition}')`;
}

/** The value of a minifigure: of used ones, or of new ones where only those are sold. */
export function figureValueJson(itemId: string): string {
  return `(SELECT json_build_object('value_cents', v.value_cents, 'low_cents', v.low_cents, 'high_cents', v.high_cents, 'data_tier', v.data_tier, 'calculated_at', v.calculated_at)
   FROM market.item_value v WHERE v.item_id = ${itemId} ORDER BY v.data_tier IN ('modelled', 'none'), v.condition = 'sealed' LIMIT 1)`;
}

/** Null when it was never valued, and when no value could be computed. */
export function currentValue(row: CurrentValueRow | null): CurrentValue | null {
  if (row === null || row.value_cents === null) return null;
  return {
    valueCents: row.value_cents,
    lowCents: row.low_cents!,
    highCents: row.high_cents!,
    tier: row.data_tier,
    calculatedAt: new Date(row.calculated_at),
  };
}
