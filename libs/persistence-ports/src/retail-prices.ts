import type { Box, ExitFacts, PriceState } from '@brickmarket/domain';

/** Where a set stands at one retailer, as far as it is shown. */
export type TrackedPrice = Pick<
  PriceState,
  | 'priceCents'
  | 'sellerType'
  | 'changedAt'
  | 'lastChangeCents'
  | 'flip1pTo3p'
  | 'atLowest'
  | 'lowestCents'
  | 'inStock'
  | 'lastCheckedAt'
>;

/** A set at both retailers, at least one of which has been seen to list it. The same for every caller. */
export interface RetailListing {
  readonly setNumber: string;
  readonly title: string;
  readonly asin: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly box: Box | null;
  /** Null when the retailer never listed the set. */
  readonly retailerA: TrackedPrice | null;
  readonly retailerB: TrackedPrice | null;
  /** What selling at the first retailer would meet. */
  readonly exit: ExitFacts;
}

/** What a client may name a set by; null for what it did not say. */
export interface ProductNames {
  /** The numbers that may be meant, best first. */
  readonly setNumbers: readonly string[] | null;
  readonly asin: string | null;
  /** In the form of `barcodeKey`. */
  readonly barcodeKey: string | null;
}

/** Tracked retail prices, shared by all callers. */
export abstract class RetailPrices {
  /** The sets with these canonical numbers, by number: null for a set that no retailer lists; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>>;

  /**
   * For each question the one set that all its names mean, in the order asked. Null when there is none, or more than one,
   * or no retailer lists it.
   */
  abstract findNamed(asked: readonly ProductNames[]): Promise<readonly (RetailListing | null)[]>;
}
