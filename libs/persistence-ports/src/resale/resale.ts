import type { Box, Cents, Condition, EpochDay, OwnFees, SellingPlatform, SetInCondition } from '@brickmarket/domain';
import type { CurrentValue } from '../values/market.ts';
import type { RetailListing } from '../retail/retail.ts';

/** A set that a retailer lists, with what a sealed copy is worth. */
export interface ValuedListing extends RetailListing {
  readonly setId: number;
  readonly theme: string;
  readonly sealed: CurrentValue | null;
}

/** Reads all that retailers list, shared by all accounts. */
export abstract class ValuedListings {
  abstract list(): Promise<readonly ValuedListing[]>;
}

/** Lowest last seen price of a sealed copy through Amazon's fulfillment. */
export interface SeenFbaPrice {
  readonly cents: Cents;
  readonly seenAt: Date;
}

/** What says for how much a copy of a set in one condition is sold. */
export interface SellingPrice {
  readonly valueCents: Cents | null;
  readonly box: Box | null;
  /** Null: none seen, or used copies, which are not sold there. */
  readonly lowestFba: SeenFbaPrice | null;
}

/** Reads for how much sets are sold, shared by all accounts. */
export abstract class SellingPrices {
  /** In request order, at a day's values. Every set must exist. */
  abstract read(wanted: readonly SetInCondition[], day: EpochDay): Promise<readonly SellingPrice[]>;
}

/** The fees that accounts pay where these differ from the published ones. */
export abstract class SellingFees {
  abstract list(accountId: number): Promise<readonly OwnFees[]>;

  /** Replaces the platform's stored fees. */
  abstract save(accountId: number, fees: OwnFees): Promise<void>;

  /** Published fees apply again. False: none stored. */
  abstract remove(accountId: number, platform: SellingPlatform): Promise<boolean>;
}

/** Unsold copies of a set that an account has, all bought at the same price. */
export interface OwnCopies {
  readonly condition: Condition;
  readonly quantity: number;
  readonly purchasePriceCents: Cents | null;
}

/** A set with all that says what its copies cost an account and what selling one would leave. */
export interface OwnSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly box: Box | null;
  readonly valueCents: Readonly<Record<Condition, Cents | null>>;
  readonly lowestFba: SeenFbaPrice | null;
  readonly copies: readonly OwnCopies[];
}

/** What accounts have of single sets. */
export abstract class OwnSets {
  /** Unknown sets are absent. */
  abstract findByNumbers(accountId: number, setNumbers: readonly string[]): Promise<ReadonlyMap<string, OwnSet>>;
}
