import type { PriceState, Retailer, SellerType } from '@brickmarket/domain';
import type { CopyValue } from '../bulk/binary-copy.ts';

/** A row of `retail.price_state`. */
export interface PriceStateRow {
  set_id: number;
  retailer: Retailer;
  price_cents: number | null;
  list_price_cents: number | null;
  seller_type: SellerType | null;
  in_stock: boolean | null;
  product_url: string | null;
  changed_at: Date | null;
  last_change_cents: number | null;
  lowest_cents: number | null;
  at_lowest: boolean;
  flip_1p_to_3p: boolean;
  lowest_fba_cents: number | null;
  fba_sellers: number | null;
  buy_box_cents: number | null;
  last_checked_at: Date;
  last_shown_price_cents: number | null;
  last_known_seller_type: SellerType | null;
}

export function priceState(row: PriceStateRow): PriceState {
  return {
    priceCents: row.price_cents,
    listPriceCents: row.list_price_cents,
    sellerType: row.seller_type,
    inStock: row.in_stock,
    productUrl: row.product_url,
    changedAt: row.changed_at,
    lastChangeCents: row.last_change_cents,
    lowestCents: row.lowest_cents,
    atLowest: row.at_lowest,
    flip1pTo3p: row.flip_1p_to_3p,
    exit: { lowestFbaCents: row.lowest_fba_cents, fbaSellers: row.fba_sellers, buyBoxCents: row.buy_box_cents },
    lastCheckedAt: row.last_checked_at,
    lastShownPriceCents: row.last_shown_price_cents,
    lastKnownSellerType: row.last_known_seller_type,
  };
}

/** In the order of `FOLDED_STATE_COLUMNS`. */
export function priceStateValues(
  { setId, retailer }: { readonly setId: number; readonly retailer: Retailer },
  state: PriceState,
): readonly CopyValue[] {
  return [
    setId,
    retailer,
    state.priceCents,
    state.listPriceCents,
    state.sellerType,
    state.inStock,
    state.productUrl,
    instantText(state.changedAt),
    state.lastChangeCents,
    state.lowestCents,
    state.atLowest,
    state.flip1pTo3p,
    state.exit.lowestFbaCents,
    state.exit.fbaSellers,
    state.exit.buyBoxCents,
    instantText(state.lastCheckedAt),
    state.lastShownPriceCents,
    state.lastKnownSellerType,
  ];
}

function instantText(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
