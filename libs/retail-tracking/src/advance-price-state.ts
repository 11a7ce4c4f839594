import { InvalidInputError, type PriceObservation, type PriceState } from '@brickmarket/domain';
import { applyLook } from './apply-look.ts';
import { oneLookPerInstant } from './observation-order.ts';

/**
 * Whether observations all lie after a state and can be added to it. One at the very instant of the state cannot: which of
 * the two counts is decided between them, so that one needs `foldPriceState` over everything, as a late one does.
 */
export function isNewerThanState(state: PriceState, observations: readonly PriceObservation[]): boolean {
  return observations.every((observation) => observation.observedAt.getTime() > state.lastCheckedAt.getTime());
}

/**
 * The state with newer observations added (any order, repeats allowed): the same as folding everything from the start.
 * Throws when one of them is not newer than the state.
 */
export function advancePriceState(state: PriceState, newer: readonly PriceObservation[]): PriceState {
  if (!isNewerThanState(state, newer)) {
    throw new InvalidInputError('an observation is not newer than the price state it is to be added to');
  }
  return oneLookPerInstant(newer).reduce<PriceState>(applyLook, state);
}
