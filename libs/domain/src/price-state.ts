import type { Cents } from './money.ts';
import type { SellerType } from './retailer.ts';

/** What a reseller would meet when selling at the retailer. The three are read together and replaced together. */
export interface ExitFacts {
  readonly lowestFbaCents: Cents | null;
  readonly fbaSellers: number | null;
  readonly buyBoxCents: Cents | null;
}

/**
 * Where one set stands at one retailer, from everything observed so far.
 *
 * Of the latest look: `priceCents`, `sellerType`, `inStock` (null when that look did not show them).
 * Of the latest look that showed them: `listPriceCents`, `productUrl`, `exit`; a look without them erases nothing.
 */
export interface PriceState {
  /** Null when the latest look showed no offer. */
  readonly priceCents: Cents | null;
  readonly listPriceCents: Cents | null;
  readonly sellerType: SellerType | null;
  readonly inStock: boolean | null;
  readonly productUrl: string | null;
  /** When a price first differed from the price shown before it. Null until that happens: a first price is no change. */
  readonly changedAt: Date | null;
  /** The signed change at `changedAt`, new less old. Null together with it. */
  readonly lastChangeCents: Cents | null;
  /** The lowest price ever shown; null when none ever was. */
  readonly lowestCents: Cents | null;
  /** Whether a price is shown now and equals the lowest ever. */
  readonly atLowest: boolean;
  /** Whether the last change of a known seller went from the retailer itself to third parties. */
  readonly flip1pTo3p: boolean;
  readonly exit: ExitFacts;
  readonly lastCheckedAt: Date;
  /** The last price shown; differs from `priceCents` only while no offer is shown. The next price is compared with it. */
  readonly lastShownPriceCents: Cents | null;
  /** The last seller known; differs from `sellerType` only while none is. The next seller is compared with it. */
  readonly lastKnownSellerType: SellerType | null;
}
