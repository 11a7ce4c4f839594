import type { LegoSet } from '@brickmarket/domain';

/** A set with what the other parts of the service know of it. */
export interface SetRecord {
  readonly set: LegoSet;
  /** How many minifigures come in the box, copies counted. */
  readonly minifigCount: number;
  /** Their distinct numbers, ascending. */
  readonly minifigNumbers: readonly string[];
}

export interface ThemeCount {
  readonly theme: string;
  readonly setCount: number;
}

/** The shared catalogue of sets. */
export abstract class SetCatalog {
  /** The sets with these canonical numbers, by number; numbers without a set are absent. */
  abstract findByNumbers(setNumbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>>;

  /** Every theme with its number of sets, by name. */
  abstract listThemes(): Promise<readonly ThemeCount[]>;
}
