import type { Box, Cents, Condition, EpochDay, OwnFees, SellingPlatform, SetInCondition } from '@brickmarket/domain';
import type { CurrentValue } from './market.ts';
import type { RetailListing } from './retail.ts';

/** A set that a retailer lists, with what a sealed copy is worth. The same for every account. */
export interface ValuedListing extends RetailListing {
  readonly setId: number;
  readonly theme: string;
  /** Null where no value could be computed. */
  readonly sealed: CurrentValue | null;
}

/** Reads all that retailers list, shared by all accounts. */
export abstract class ValuedListings {
  /** Every set that a retailer lists, by number. */
  abstract list(): Promise<readonly ValuedListing[]>;
}

/** The lowest price of a sealed copy through Amazon's fulfilment, as last seen. */
export interface SeenFbaPrice {
  readonly cents: Cents;
  readonly seenAt: Date;
}

/** What says for how much a copy of a set in one condition is sold. The same for every account. */
export interface SellingPrice {
  /** What a copy is worth; null where no value could be computed. */
  readonly valueCents: Cents | null;
  readonly box: Box | null;
  /** Null when none was seen, and of used copies: they are not sold there. */
  readonly lowestFba: SeenFbaPrice | null;
}

/** Reads for how much sets are sold, shared by all accounts. */
export abstract class SellingPrices {
  /** In the order asked for, at the values in force on a day. Every set must be in the catalogue. */
  abstract read(wanted: readonly SetInCondition[], day: EpochDay): Promise<readonly SellingPrice[]>;
}

/** The fees that accounts pay where these differ from the published ones. Never another account's. */
export abstract class SellingFees {
  /** By platform, at most one of each. */
  abstract list(accountId: number): Promise<readonly OwnFees[]>;

  /** In place of what was stored for its platform. */
  abstract save(accountId: number, fees: OwnFees): Promise<void>;

  /** From then on the published fees count. False: none were stored. */
  abstract remove(accountId: number, platform: SellingPlatform): Promise<boolean>;
}

/** Unsold copies of a set that an account has, all bought at the same price. */
export interface OwnCopies {
  readonly condition: Condition;
  readonly quantity: number;
  /** Of one copy; null when it is unknown. */
  readonly purchasePriceCents: Cents | null;
}

/** A set with all that says what its copies cost an account and what selling one would leave. */
export interface OwnSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly box: Box | null;
  /** What a copy is worth; null where no value could be computed. */
  readonly valueCents: Readonly<Record<Condition, Cents | null>>;
  /** Null when none was seen. */
  readonly lowestFba: SeenFbaPrice | null;
  readonly copies: readonly OwnCopies[];
}

/** What accounts have of single sets. Never another account's. */
export abstract class OwnSets {
  /** Sets that are not in the catalogue are absent. */
  abstract findByNumbers(accountId: number, setNumbers: readonly string[]): Promise<ReadonlyMap<string, OwnSet>>;
}
