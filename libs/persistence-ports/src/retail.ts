import type {
  Box,
  Cents,
  ExitFacts,
  PriceChange,
  PriceObservation,
  PriceState,
  Retailer,
  RetailObservation,
} from '@brickmarket/domain';
import type { RetailNews } from './events.ts';
import type { ImportOrigin, MergeCounts } from './system.ts';

/** A set and the barcodes the catalogue has for it. */
export interface CatalogProduct {
  readonly setId: number;
  readonly setNumber: string;
  readonly upc: string | null;
  readonly ean: string | null;
}

/** A code that a set was observed with at a retailer: an ASIN, or a barcode in the form of `barcodeKey`. */
export interface ObservedCode {
  readonly codeKey: string;
  readonly setId: number;
}

/** Everything by which an observation can identify its set. */
export interface KnownProducts {
  readonly sets: readonly CatalogProduct[];
  /** Numbers that sets had before and no set has now. */
  readonly oldNumbers: readonly { readonly oldNumber: string; readonly setId: number }[];
  readonly codes: readonly ObservedCode[];
}

/** An observation and the set it belongs to. */
export interface IdentifiedObservation {
  readonly setId: number;
  readonly observation: RetailObservation;
}

/**
 * Computes a price state from observations in order of time: either the state `before` and observations that are all
 * newer than it, or null and every observation there is.
 */
export type PriceFold = (before: PriceState | null, observations: readonly PriceObservation[]) => PriceState;

/** The changes of a price, under the same conditions: only the new ones after a state, or all that there ever were. */
export type PriceChangeFold = (
  before: PriceState | null,
  observations: readonly PriceObservation[],
) => readonly PriceChange[];

/** Imports observations of product pages in bulk and maintains the price states and changes computed from them. */
export abstract class RetailImport {
  /** All sets, and every code that identifies one. */
  abstract loadProducts(): Promise<KnownProducts>;

  /**
   * Merges observations that are not stored yet and recomputes the states and changes of the sets and retailers they
   * belong to, and of no others, each once; what `news` finds in them goes into the log of events. Groups of sets are
   * committed one by one (observations, states, changes, events and data version together), so that no transaction is
   * long, and an import that was interrupted is completed by running it again. Observations that are stored already
   * change nothing, not even the data version. While one import runs, a second is refused with ImportRunningError
   * before it reads from `batches`. With an origin it is recorded, so that it can be undone.
   */
  abstract mergeObservations(
    batches: AsyncIterable<readonly IdentifiedObservation[]>,
    fold: PriceFold,
    news: RetailNews,
    changesOf: PriceChangeFold,
    origin?: ImportOrigin,
  ): Promise<MergeCounts>;
}

/** Reads how tracked prices changed over time, shared by all accounts. */
export abstract class RetailPriceHistory {
  /** The changes of a set with this canonical number at each retailer, oldest first. */
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

/** A set at both retailers, at least one of which has been observed to list it. The same for every account. */
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
  /** What the fees and competition of selling at the first retailer are computed from. */
  readonly exit: ExitFacts;
}

/** What a client identifies a set by; null for an identifier that was not given. */
export interface ProductIdentifiers {
  /** Candidate numbers, best first: the first that a set has counts. */
  readonly setNumbers: readonly string[] | null;
  readonly asin: string | null;
  /** In the form of `barcodeKey`. */
  readonly barcodeKey: string | null;
}

/** Reads tracked retail prices, shared by all accounts. */
export abstract class RetailPrices {
  /**
   * The sets with these canonical numbers, by number: null for a set that no retailer lists; numbers without a set are
   * absent.
   */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, RetailListing | null>>;

  /**
   * For each question the one set that all its identifiers belong to, in the order asked. Null when there is none, or
   * more than one, or no retailer lists it.
   */
  abstract findByIdentifiers(questions: readonly ProductIdentifiers[]): Promise<readonly (RetailListing | null)[]>;
}

/** A set that an account has and a retailer lists. Private to that account. */
export interface WatchedSet {
  readonly setNumber: string;
  /** The account's average unit cost over its unsold copies of known price; null when no price is known. */
  readonly averageCostCents: Cents | null;
}

/** The sets of an account that a retailer carries. */
export interface WatchedSets {
  readonly sets: readonly WatchedSet[];
  /** The earliest of the latest price changes of these sets; null when no change is known. */
  readonly oldestChangeAt: Date | null;
}

/** Which of the account's sets to return; null for no restriction. All that are given apply together. */
export interface WatchFilter {
  /** Only sets whose price at either retailer changed then or later. */
  readonly changedSince: Date | null;
  readonly asins: readonly string[] | null;
  /** In the form of `barcodeKey`. */
  readonly barcodeKeys: readonly string[] | null;
}

/**
 * What an account sees of the retail prices of the sets it has, owned or listed for sale. Never another account's
 * sets.
 */
export abstract class RetailWatch {
  /** One for each unsold set that a retailer lists, latest price change first, then by set number. */
  abstract listWatched(accountId: number, filter: WatchFilter): Promise<WatchedSets>;

  /** The numbers of all sets of which the account has an unsold copy, in no order. */
  abstract listHeldNumbers(accountId: number): Promise<readonly string[]>;

  /**
   * The account's average unit costs of some sets, in the order asked; null where it has no unsold copy. Each set is
   * asked for by its candidate numbers, best first: the first that a set has counts.
   */
  abstract findAverageCosts(
    accountId: number,
    questions: readonly (readonly string[])[],
  ): Promise<readonly (Pick<WatchedSet, 'averageCostCents'> | null)[]>;
}
