import type { Minifig } from '@brickmarket/domain';
import type { CurrentValue } from './current-value.ts';

/** A minifigure with the sets it comes in. */
export interface MinifigRecord {
  readonly minifig: Minifig;
  /** Ascending. */
  readonly setNumbers: readonly string[];
  /** Null when none could be computed. */
  readonly value: CurrentValue | null;
}

/** The shared catalogue of minifigures. */
export abstract class MinifigCatalog {
  /** The minifigures with these numbers, by number; numbers without one are absent. */
  abstract findByNumbers(minifigNumbers: readonly string[]): Promise<ReadonlyMap<string, MinifigRecord>>;

  /** Every minifigure, newest year first (unknown years last), then by number: in portions, all of one moment. */
  abstract streamIdentities(): AsyncIterable<readonly Minifig[]>;
}
