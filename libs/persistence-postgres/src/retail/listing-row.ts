import type { SellerType } from '@brickmarket/domain';
import type { RetailListing, TrackedPrice } from '@brickmarket/persistence-ports';

const TRACKED = [
  'price_cents',
  'seller_type',
  'changed_at',
  'last_change_cents',
  'flip_1p_to_3p',
  'at_lowest',
  'lowest_cents',
  'in_stock',
  'last_checked_at',
] as const;

interface TrackedColumns {
  price_cents: number | null;
  seller_type: SellerType | null;
  changed_at: Date | null;
  last_change_cents: number | null;
  flip_1p_to_3p: boolean | null;
  at_lowest: boolean | null;
  lowest_cents: number | null;
  in_stock: boolean | null;
  last_checked_at: Date | null;
}

type Prefixed<Prefix extends string> = { [Name in keyof TrackedColumns as `${Prefix}_${Name}`]: TrackedColumns[Name] };

/** A listing as `LISTING_COLUMNS` selects it. */
export interface ListingRow extends Prefixed<'a'>, Prefixed<'b'> {
  set_number: string;
  title: string;
  asin: string | null;
  upc: string | null;
  ean: string | null;
  box_width_mm: number | null;
  box_height_mm: number | null;
  box_depth_mm: number | null;
  box_weight_g: number | null;
  lowest_fba_cents: number | null;
  fba_sellers: number | null;
  buy_box_cents: number | null;
}

/** What is read of a listing `l` of a set `s`, with `LISTING_PRICES` joined. The catalogue's barcodes count more than those seen at retailers. */
export const LISTING_COLUMNS = `
s.set_number, s.title, l.asin, coalesce(s.upc, l.upc) AS upc, coalesce(s.ean, l.ean) AS ean,
s.box_width_mm, s.box_height_mm, s.box_depth_mm, s.box_weight_g, a.lowest_fba_cents, a.fba_sellers, a.buy_box_cents,
${TRACKED.map((name) => `a.${name} AS a_${name}, b.${name} AS b_${name}`).join(', ')}`;

/** Joins the state of a listing `l` at each retailer. */
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
    box:
      row.box_width_mm === null
        ? null
        : {
            widthMm: row.box_width_mm,
            heightMm: row.box_height_mm!,
            depthMm: row.box_depth_mm!,
            weightG: row.box_weight_g!,
          },
    retailerA: trackedPrice(row, 'a'),
    retailerB: trackedPrice(row, 'b'),
    exit: { lowestFbaCents: row.lowest_fba_cents, fbaSellers: row.fba_sellers, buyBoxCents: row.buy_box_cents },
  };
}

function trackedPrice(row: ListingRow, prefix: 'a' | 'b'): TrackedPrice | null {
  const atLowest = row[`${prefix}_at_lowest`];
  // Never null in a state that exists.
  if (atLowest === null) return null;
  return {
    priceCents: row[`${prefix}_price_cents`],
    sellerType: row[`${prefix}_seller_type`],
    changedAt: row[`${prefix}_changed_at`],
    lastChangeCents: row[`${prefix}_last_change_cents`],
    flip1pTo3p: row[`${prefix}_flip_1p_to_3p`]!,
    atLowest,
    lowestCents: row[`${prefix}_lowest_cents`],
    inStock: row[`${prefix}_in_stock`],
    lastCheckedAt: row[`${prefix}_last_checked_at`]!,
  };
}
