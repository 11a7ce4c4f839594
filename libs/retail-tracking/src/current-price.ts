import { type EpochDay, type PriceState, startOfDay } from '@brickmarket/domain';

/** For how many days an observation tells where a set stands, unless the operator says otherwise. */
export const DEFAULT_RETAIL_STALE_DAYS = 30;

/** What a state says of the present, as against what has happened. */
type PresentPart = Pick<PriceState, 'priceCents' | 'sellerType' | 'inStock' | 'atLowest' | 'flip1pTo3p'>;

const NOTHING_KNOWN: PresentPart = {
  priceCents: null,
  sellerType: null,
  inStock: null,
  atLowest: false,
  flip1pTo3p: false,
};

/**
 * The first instant whose observations still tell something about a day; earlier ones are stale. Counted in whole UTC
 * days, so that an observation is stale, or is not, for the whole of a day and answers may be kept until its end.
 */
export function currentSince(day: EpochDay, staleDays: number): Date {
  return startOfDay(day - staleDays);
}

/** Whether what was last checked then says nothing about a day any more. */
export function isStale(lastCheckedAt: Date, day: EpochDay, staleDays: number): boolean {
  return lastCheckedAt < currentSince(day, staleDays);
}

/**
 * A state as far as it is known on a day. When it is stale, price, seller and stock are unknown, and neither flag is
 * raised; what has happened (the lowest price, the last change) stays as it was.
 */
export function priceStateOn<State extends PresentPart & Pick<PriceState, 'lastCheckedAt'>>(
  state: State,
  day: EpochDay,
  staleDays: number,
): State {
  return isStale(state.lastCheckedAt, day, staleDays) ? { ...state, ...NOTHING_KNOWN } : state;
}
