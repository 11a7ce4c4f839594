import type { Cents } from './money.ts';
import type { Retailer, SellerType } from './retailer.ts';

/** One look at a product page. A source row: never leaves the calculations. */
export interface RetailObservation {
  readonly retailer: Retailer;
  /** At least one of the four identifiers is present. */
  readonly setNumber: string | null;
  readonly asin: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly observedAt: Date;
  /** Null when no offer was shown. */
  readonly priceCents: Cents | null;
  readonly listPriceCents: Cents | null;
  readonly sellerType: SellerType | null;
  readonly inStock: boolean | null;
  readonly productUrl: string | null;
  readonly lowestFbaCents: Cents | null;
  readonly fbaSellers: number | null;
  readonly buyBoxCents: Cents | null;
}
