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

/** `retailer`: the retailer itself (1P). `third_party`: marketplace sellers only (3P). */
export type SellerType = 'retailer' | 'third_party';
/** All seller types. */
export const SELLER_TYPES: readonly SellerType[] = ['retailer', 'third_party'];

/** Licensed source row that must never leave the calculations. */
export interface RetailObservation {
  readonly retailer: Retailer;
  /** At least one of the four identifiers is present. */
  readonly setNumber: string | null;
  readonly asin: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly observedAt: Date;
  /** Null: no offer was shown. */
  readonly priceCents: Cents | null;
  readonly listPriceCents: Cents | null;
  readonly sellerType: SellerType | null;
  readonly inStock: boolean | null;
  readonly productUrl: string | null;
  readonly lowestFbaCents: Cents | null;
  readonly fbaSellers: number | null;
  readonly buyBoxCents: Cents | null;
}

/** Set and retailer are resolved. */
export type PriceObservation = Omit<RetailObservation, 'retailer' | 'setNumber' | 'asin' | 'upc' | 'ean'>;

/** Price and seller from this instant until the next change. */
export interface PriceChange {
  readonly at: Date;
  readonly priceCents: Cents | null;
  readonly sellerType: SellerType | null;
}

/** Competing offers from one observation: lowest FBA price, number of FBA sellers, featured offer (buy box). */
export interface ExitFacts {
  readonly lowestFbaCents: Cents | null;
  readonly fbaSellers: number | null;
  readonly buyBoxCents: Cents | null;
}

/** List price, URL and `exit` were shown last; the other fields are from the latest observation. */
export interface PriceState {
  readonly priceCents: Cents | null;
  readonly listPriceCents: Cents | null;
  readonly sellerType: SellerType | null;
  readonly inStock: boolean | null;
  readonly productUrl: string | null;
  /** Last time a shown price differed from the one before; a first price is no change. */
  readonly changedAt: Date | null;
  /** New minus old at `changedAt`. */
  readonly lastChangeCents: Cents | null;
  /** Null: no price was ever shown. */
  readonly lowestCents: Cents | null;
  /** False while no price is shown. */
  readonly atLowest: boolean;
  /** Whether the last known seller change was from the retailer to third parties. */
  readonly flip1pTo3p: boolean;
  readonly exit: ExitFacts;
  readonly lastCheckedAt: Date;
  /** Retained while no offer is shown. */
  readonly lastShownPriceCents: Cents | null;
  /** Retained while no seller is known. */
  readonly lastKnownSellerType: SellerType | null;
}
