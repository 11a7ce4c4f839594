import type {
  Box,
  Cents,
  EpochDay,
  ExitFacts,
  PriceChange,
  PriceObservation,
  PriceState,
  Retailer,
  RetailObservation,
} from '@brickmarket/domain';
import type { RetailNews } from '../events/events.ts';
import type { ImportOrigin, MergeCounts } from '../ops/system.ts';

/** A set and the barcodes the catalog has for it. */
export interface CatalogProduct {
  readonly setId: number;
  readonly setNumber: string;
  readonly upc: string | null;
  readonly ean: string | null;
}

/** ASIN, or a barcode as `barcodeKey` writes it. */
export interface ObservedCode {
  readonly codeKey: string;
  readonly setId: number;
}

/** Everything by which an observation can identify its set. */
export interface KnownProducts {
  readonly sets: readonly CatalogProduct[];
  /** Earlier numbers that no set has now. */
  readonly oldNumbers: readonly { readonly oldNumber: string; readonly setId: number }[];
  readonly codes: readonly ObservedCode[];
}

/** An observation and the set it belongs to. */
export interface IdentifiedObservation {
  readonly setId: number;
  readonly observation: RetailObservation;
}

/** Folds observations in time order: those after `before`, or every one if null. */
export type PriceFold = (before: PriceState | null, observations: readonly PriceObservation[]) => PriceState;

/**
 * The changes of a price, under the same conditions: only the new ones after a state, or all that there ever were.
 */
export type PriceChangeFold = (
  before: PriceState | null,
  observations: readonly PriceObservation[],
) => readonly PriceChange[];

/** Imports observations of product pages in bulk and maintains the price states and changes computed from them. */
export abstract class RetailImport {
  abstract loadProducts(): Promise<KnownProducts>;

  /** Commits groups of sets completely, so a repeat completes an import. Idempotent. Throws ImportRunningError. */
  abstract mergeObservations(
    batches: AsyncIterable<readonly IdentifiedObservation[]>,
    fold: PriceFold,
    news: RetailNews,
    changesOf: PriceChangeFold,
    origin?: ImportOrigin,
  ): Promise<MergeCounts>;
}

/** Bounds what is kept of old observations. */
export abstract class RetailRetention {
  /** Keeps one observation a day of each listing: the one with the lowest price. Returns how many it deleted. */
  abstract thinBefore(day: EpochDay): Promise<number>;
}

/** Reads how tracked prices changed over time, shared by all accounts. */
export abstract class RetailPriceHistory {
  /** By canonical number; oldest first. */
  abstract read(setNumber: string): Promise<Readonly<Record<Retailer, readonly PriceChange[]>>>;
}

/** The part of a price state that is shown. */
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

/** A set at both retailers, at least one of which has been observed to list it. */
export interface RetailListing {
  readonly setNumber: string;
  readonly title: string;
  readonly asin: string | null;
  readonly upc: string | null;
  readonly ean: string | null;
  readonly box: Box | null;
  readonly retailerA: TrackedPrice | null;
  readonly retailerB: TrackedPrice | null;
  /** Inputs for fees and competition at the first retailer. */
  readonly exit: ExitFacts;
}

/** What a client identifies a set by; null for an identifier that was not given. */
export interface ProductIdentifiers {
  /** Candidates, best first: the first that is a set's number counts. */
  readonly setNumbers: readonly string[] | null;
  readonly asin: string | null;
  readonly barcodeKey: string | null;
}

/** Reads tracked retail prices, shared by all accounts. */
export abstract class RetailPrices {
  /** By canonical number; null: no retailer lists it. Unknown numbers are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>>;

  /** The one set that all identifiers of a question name, in order. Null: none, several, or unlisted. */
  abstract findByIdentifiers(questions: readonly ProductIdentifiers[]): Promise<readonly (RetailListing | null)[]>;
}

/** A set that an account has and a retailer lists. */
export interface WatchedSet {
  readonly setNumber: string;
  /** Average over unsold copies with a known price; null: none known. */
  readonly averageCostCents: Cents | null;
}

/** The sets of an account that a retailer carries. */
export interface WatchedSets {
  readonly sets: readonly WatchedSet[];
  /** Earliest of the latest changes; null: none known. */
  readonly oldestChangeAt: Date | null;
}

/** Null filters nothing; the filters are combined with AND. */
export interface WatchFilter {
  readonly changedSince: Date | null;
  readonly asins: readonly string[] | null;
  readonly barcodeKeys: readonly string[] | null;
}

/** Which page of an account's watched sets to read. */
export interface WatchQuery {
  readonly changedSince: Date | null;
  /** Only sets that changed from the retailer to third parties, or at their lowest price. */
  readonly marked: 'flips' | 'lows' | null;
  /** Marks of earlier checks do not count. */
  readonly currentSince: Date;
  readonly limit: number;
  readonly offset: number;
}

/** `flips` and `lows` count over all pages and marks. */
export interface WatchedPage extends Pick<WatchedSets, 'sets'> {
  readonly total: number;
  readonly flips: number;
  readonly lows: number;
}

/** Retail prices of the account's owned or listed sets. */
export abstract class RetailWatch {
  /** Latest price change first, then by set number. */
  abstract listWatched(accountId: number, filter: WatchFilter): Promise<WatchedSets>;

  /** In the same order. */
  abstract listPage(accountId: number, query: WatchQuery): Promise<WatchedPage>;

  abstract listHeldNumbers(accountId: number): Promise<readonly string[]>;

  /** In request order; null: no unsold copy. Candidates best first: the first that is a set's number counts. */
  abstract findAverageCosts(
    accountId: number,
    questions: readonly (readonly string[])[],
  ): Promise<readonly (Pick<WatchedSet, 'averageCostCents'> | null)[]>;
}
