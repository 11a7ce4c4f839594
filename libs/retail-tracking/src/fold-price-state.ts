import type { PriceObservation, PriceState } from '@brickmarket/domain';
import { applyLook } from './apply-look.ts';
import { oneLookPerInstant } from './observation-order.ts';

/**
 * The state from all observations of one set at one retailer, in any order; null when there are none.
 *
 * - Repeats change nothing. Of several different looks at the same instant one counts: a shown price over none, then the
 *   lowest, then by a fixed order of the other fields.
 * - Only a price that differs from the last price *shown* is a change. A look without an offer in between is not: back at
 *   the same price nothing changed, back at another one the change is counted from the price before the gap, at the
 *   time it came back.
 * - A seller that is not known in between is skipped in the same way.
 * - Stock alone never is a change.
 */
export function foldPriceState(observations: readonly PriceObservation[]): PriceState | null {
  return oneLookPerInstant(observations).reduce<PriceState | null>(applyLook, null);
}
