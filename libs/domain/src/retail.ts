import type { Cents } from './money.ts';

/** The two retailers whose prices are tracked. */
export type Retailer = 'retailer_a' | 'retailer_b';
/** All retailers. */
export const RETAILERS: readonly Retailer[] = ['retailer_a', 'retailer_b'];

/** What each retailer is called. */
export type RetailerNames = Readonly<Record<Retailer, string>>;

/** The display name of each retailer, where the operator gives none. */
export const RETAILER_NAMES: RetailerNames = {
  retailer_a: 'Retailer A',
  retailer_b: 'Retailer B',
};

/** `retailer`: sold by the retailer itself (1P). `third_party`: sold by marketplace sellers only (3P). */
export type SellerType = 'retailer' | 'third_party';
/** All seller types. */
export const SELLER_TYPES: readonly SellerType[] = ['retailer', 'third_party'];

/** One observation of a product page. A licensed source row, which must never leave the calculations. */
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

/** An observation whose set and retailer are resolved. */
export type PriceObservation = Omit<RetailObservation, 'retailer' | 'setNumber' | 'asin' | 'upc' | 'ean'>;

/** From this instant on, until the next change: price and seller of a set at a retailer. */
export interface PriceChange {
  readonly at: Date;
  /** Null when no offer was shown. */
  readonly priceCents: Cents | null;
  readonly sellerType: SellerType | null;
}

/**
 * The offers a reseller competes with at the retailer: lowest price through fulfilment (FBA), number of such sellers,
 * featured offer (buy box). The three come from one observation and are replaced together.
 */
export interface ExitFacts {
  readonly lowestFbaCents: Cents | null;
  readonly fbaSellers: number | null;
  readonly buyBoxCents: Cents | null;
}

/**
 * The state of one set at one retailer, from all observations so far.
 *
 * `priceCents`, `sellerType` and `inStock` come from the latest observation, null when it did not show them.
 * `listPriceCents`, `productUrl` and `exit` come from the latest observation that showed them.
 */
export interface PriceState {
  /** Null when the latest observation showed no offer. */
  readonly priceCents: Cents | null;
  readonly listPriceCents: Cents | null;
  readonly sellerType: SellerType | null;
  readonly inStock: boolean | null;
  readonly productUrl: string | null;
  /** When the price last differed from the price shown before it; null until then, as a first price is no change. */
  readonly changedAt: Date | null;
  /** The signed change at `changedAt`, new minus old; null when `changedAt` is. */
  readonly lastChangeCents: Cents | null;
  /** The lowest price ever shown; null when none ever was. */
  readonly lowestCents: Cents | null;
  /** Whether a price is shown now and equals the lowest ever. */
  readonly atLowest: boolean;
  /** Whether the last change of a known seller went from the retailer itself to third parties. */
  readonly flip1pTo3p: boolean;
  readonly exit: ExitFacts;
  readonly lastCheckedAt: Date;
  /** The last price shown, with which the next one is compared; kept while no offer is shown. */
  readonly lastShownPriceCents: Cents | null;
  /** The last known seller type, with which the next one is compared; kept while none is known. */
  readonly lastKnownSellerType: SellerType | null;
}
