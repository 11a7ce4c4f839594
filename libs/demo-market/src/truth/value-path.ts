import type { Condition, EpochDay } from '@brickmarket/domain';

/** The true value of one item, as a logarithm of cents. */
export interface ValuePath {
  logCents(condition: Condition, day: EpochDay): number;
}
