import { type EpochDay, formatIsoDay, type SetInCondition } from '@brickmarket/domain';
import { type SellingPrice, SellingPrices } from '@brickmarket/persistence-ports';
import { type BoxColumns, boxOf } from '../catalog/postgres-catalog.ts';
import type { Database } from '../database/database.ts';
import { inPortions } from '../database/in-portions.ts';
import { ROWS_PER_PORTION } from '../database/large-results.ts';

// The value joins last, as in portfolio totals.
const READ_PRICES = `
SELECT worth.value_cents, p.lowest_fba_cents, p.last_checked_at,
  s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g
FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (set_id, condition, place)
JOIN catalog.lego_set s ON s.id = wanted.set_id
LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = wanted.set_id AND v.condition = wanted.condition AND v.day <= $3::date ORDER BY v.day DESC LIMIT 1
) worth ON true
LEFT JOIN retail.price_state p
  ON p.set_id = wanted.set_id AND p.retailer = 'retailer_a' AND wanted.condition = 'sealed'
ORDER BY wanted.place`;

interface PriceRow extends BoxColumns {
  value_cents: number | null;
  lowest_fba_cents: number | null;
  last_checked_at: Date | null;
}

/** Reads one portion while decoding another; few, to leave connections to others. */
const PORTIONS = { size: ROWS_PER_PORTION, concurrent: 3 };

export class PostgresSellingPrices extends SellingPrices {
  constructor(private readonly database: Database) {
    super();
  }

  read(wanted: readonly SetInCondition[], day: EpochDay): Promise<readonly SellingPrice[]> {
    return inPortions(wanted, PORTIONS, async (portion) => {
      const rows = await this.database.read<PriceRow>({
        name: 'read_selling_prices',
        text: READ_PRICES,
        values: [portion.map(({ setId }) => setId), portion.map(({ condition }) => condition), formatIsoDay(day)],
      });
      return rows.map(sellingPrice);
    });
  }
}

function sellingPrice(row: PriceRow): SellingPrice {
  const { value_cents: valueCents, lowest_fba_cents: cents, last_checked_at: seenAt } = row;
  return { valueCents, box: boxOf(row), lowestFba: cents === null ? null : { cents, seenAt: seenAt! } };
}
