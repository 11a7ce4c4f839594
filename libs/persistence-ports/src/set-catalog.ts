import type { Condition, LegoSet, PriceState, Retailer, ShelfLife } from '@brickmarket/domain';
import type { CurrentValue } from './current-value.ts';

/** What one retailer asks for a set. */
export interface RetailerOffer extends Pick<
  PriceState,
  'priceCents' | 'listPriceCents' | 'sellerType' | 'inStock' | 'productUrl' | 'lastCheckedAt'
> {
  readonly retailer: Retailer;
}

/** A set with what the other parts of the service know of it. */
export interface SetRecord {
  readonly set: LegoSet;
  /** How many minifigures come in the box, copies counted. */
  readonly minifigCount: number;
  /** Their distinct numbers, ascending. */
  readonly minifigNumbers: readonly string[];
  /** One for each retailer that lists the set, in the order of their names. */
  readonly offers: readonly RetailerOffer[];
  /** Null where no value could be computed. */
  readonly values: Readonly<Record<Condition, CurrentValue | null>>;
}

/** What a set is found by and shown as in a list of results. */
export interface SetIdentity extends ShelfLife {
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly subtheme: string | null;
  readonly pieces: number;
  readonly imageUrl: string | null;
}

export interface ThemeCount {
  readonly theme: string;
  readonly setCount: number;
}

/** The shared catalogue of sets. */
export abstract class SetCatalog {
  /** The sets with these canonical numbers, by number; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>>;

  /** Every set, newest year first (unknown years last), then by number: in portions, all of one moment. */
  abstract streamIdentities(): AsyncIterable<readonly SetIdentity[]>;

  /** Every theme with its number of sets, by name. */
  abstract listThemes(): Promise<readonly ThemeCount[]>;
}
