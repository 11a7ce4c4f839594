import { usdOrNull } from '@brickmarket/domain';
import type { ShownListing } from '@brickmarket/operations/sets';
import type { TrackedPrice } from '@brickmarket/persistence-ports';
import {
  AmountOrNull,
  Flag,
  Moment,
  MomentOrNull,
  PartOrNull,
  TextOrNull,
  WholeOrNull,
} from '../../openapi/properties.ts';

class RetailPriceView {
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() seller!: string | null;
  @MomentOrNull() changed_at!: string | null;
  @AmountOrNull() last_change_usd!: number | null;
  @Flag() flip_1p_to_3p!: boolean;
  @Flag() at_lowest!: boolean;
  @AmountOrNull() lowest_usd!: number | null;
  @TextOrNull() stock!: string | null;
  @Moment() checked_at!: string;
}

class ExitView {
  @AmountOrNull() lowest_fba_usd!: number | null;
  @WholeOrNull() fba_sellers!: number | null;
  @AmountOrNull() buy_box_usd!: number | null;
  @AmountOrNull() net_fba_usd!: number | null;
}

/** The prices of a set at both retailers, and what selling a copy would bring. */
export class RetailView {
  @PartOrNull(() => RetailPriceView) retailer_a!: RetailPriceView | null;
  @PartOrNull(() => RetailPriceView) retailer_b!: RetailPriceView | null;
  @PartOrNull(() => ExitView) exit!: ExitView | null;
}

export function retailView({ retailers, exit }: ShownListing): RetailView {
  return {
    retailer_a: retailers.retailer_a && priceView(retailers.retailer_a),
    retailer_b: retailers.retailer_b && priceView(retailers.retailer_b),
    exit: exit && {
      lowest_fba_usd: usdOrNull(exit.lowestFbaCents),
      fba_sellers: exit.fbaSellers,
      buy_box_usd: usdOrNull(exit.buyBoxCents),
      net_fba_usd: usdOrNull(exit.netCents),
    },
  };
}

function priceView(price: TrackedPrice): RetailPriceView {
  return {
    price_usd: usdOrNull(price.priceCents),
    seller: price.sellerType,
    changed_at: price.changedAt?.toISOString() ?? null,
    last_change_usd: usdOrNull(price.lastChangeCents),
    flip_1p_to_3p: price.flip1pTo3p,
    at_lowest: price.atLowest,
    lowest_usd: usdOrNull(price.lowestCents),
    stock: price.inStock === null ? null : price.inStock ? 'in stock' : 'out of stock',
    checked_at: price.lastCheckedAt.toISOString(),
  };
}
