import type { Box, Cents, Condition, EpochDay, OwnFees, SellingPlatform, SetInCondition } from '@brickmarket/domain';
import type { CurrentValue } from '../values/market.ts';
import type { RetailListing } from '../retail/retail.ts';

export interface ValuedListing extends RetailListing {
  readonly setId: number;
  readonly theme: string;
  readonly sealed: CurrentValue | null;
}

export abstract class ValuedListings {
  abstract list(): Promise<readonly ValuedListing[]>;
}

/** Lowest last seen price of a sealed copy through Amazon's fulfillment. */
export interface SeenFbaPrice {
  readonly cents: Cents;
  readonly seenAt: Date;
}

export interface SellingPrice {
  readonly valueCents: Cents | null;
  readonly box: Box | null;
  /** Null: none seen, or used copies, which are not sold there. */
  readonly lowestFba: SeenFbaPrice | null;
}

export abstract class SellingPrices {
  /** In request order, at a day's values. Every set must exist. */
  abstract read(wanted: readonly SetInCondition[], day: EpochDay): Promise<readonly SellingPrice[]>;
}

export abstract class SellingFees {
  abstract list(accountId: number): Promise<readonly OwnFees[]>;

  /** Replaces the platform's stored fees. */
  abstract save(accountId: number, fees: OwnFees): Promise<void>;

  /** Published fees apply again. False: none stored. */
  abstract remove(accountId: number, platform: SellingPlatform): Promise<boolean>;
}

export interface OwnCopies {
  readonly condition: Condition;
  readonly quantity: number;
  readonly purchasePriceCents: Cents | null;
}

export interface OwnSet {
  readonly setId: number;
  readonly setNumber: string;
  readonly box: Box | null;
  readonly valueCents: Readonly<Record<Condition, Cents | null>>;
  readonly lowestFba: SeenFbaPrice | null;
  readonly copies: readonly OwnCopies[];
}

export abstract class OwnSets {
  /** Unknown sets are absent. */
  abstract findByNumbers(accountId: number, setNumbers: readonly string[]): Promise<ReadonlyMap<string, OwnSet>>;
}
