import {
  type Cents,
  type ExitFacts,
  InvalidInputError,
  percentOf,
  type PriceChange,
  type PriceObservation,
  type PriceState,
  type EpochDay,
  startOfDay,
} from '@brickmarket/domain';

/**
 * The state from all observations of one set at one retailer, in any order; null when there are none.
 *
 * - Duplicates change nothing. Of several different observations at the same instant one counts: one with a price
 *   before one without, then the lowest price, then by a fixed order of the other fields.
 * - Only a price that differs from the last price *shown* is a change. An observation without an offer is skipped: if
 *   the same price returns nothing has changed; if another price returns, the change is counted from the price before
 *   the gap, at the time of the return.
 * - An observation without a known seller is skipped in the same way.
 * - A change of stock alone is never a price change.
 */
export function foldPriceState(observations: readonly PriceObservation[]): PriceState | null {
  return oneObservationPerInstant(observations).reduce<PriceState | null>(applyObservation, null);
}

/**
 * Whether all observations are later than the state, so that `advancePriceState` may add them. One at the state's own
 * instant may not be added: which of the two counts depends on both, so it needs `foldPriceState` over all
 * observations, as a late one does.
 */
export function isNewerThanState(state: PriceState, observations: readonly PriceObservation[]): boolean {
  return observations.every((observation) => observation.observedAt.getTime() > state.lastCheckedAt.getTime());
}

/**
 * The state with newer observations added (any order, duplicates allowed): the same as folding all from the start.
 * Throws an InvalidInputError when one of them is not newer than the state.
 */
export function advancePriceState(state: PriceState, newer: readonly PriceObservation[]): PriceState {
  if (!isNewerThanState(state, newer)) {
    throw new InvalidInputError('an observation is not newer than the price state it is to be added to');
  }
  return oneObservationPerInstant(newer).reduce<PriceState>(applyObservation, state);
}

/**
 * The instants at which the shown price or the seller became another, oldest first: the price at any time is that of
 * the last change at or before it. Observations in any order, duplicates allowed, all newer than the state `before`
 * when there is one, whose own change is not repeated. Of several observations at one instant the one counts that
 * counts for the state.
 */
export function priceChanges(
  before: PriceState | null,
  observations: readonly PriceObservation[],
): readonly PriceChange[] {
  const changes: PriceChange[] = [];
  let last: Pick<PriceChange, 'priceCents' | 'sellerType'> | null = before;
  for (const { observedAt, priceCents, sellerType } of oneObservationPerInstant(observations)) {
    if (last?.priceCents === priceCents && last.sellerType === sellerType) continue;
    last = { priceCents, sellerType };
    changes.push({ at: observedAt, ...last });
  }
  return changes;
}

/**
 * How far a price is below the list price, in percent of the list price, rounded to two decimals. 0 when it is not
 * below; null when price or list price is unknown.
 */
export function discountPercent(priceCents: Cents | null, listPriceCents: Cents | null): number | null {
  if (priceCents === null || listPriceCents === null) return null;
  return percentOf(Math.max(0, listPriceCents - priceCents), listPriceCents);
}

type Content = Exclude<keyof PriceObservation, 'observedAt'>;

/**
 * Decides between two observations at the same instant by the first field in which they differ: a known value wins
 * over null, otherwise the smaller value where `true`. The price comes first; the rest only makes the choice
 * independent of the order of arrival.
 */
const SMALLER_WINS: readonly (readonly [Content, boolean])[] = [
  ['priceCents', true],
  ['inStock', false],
  ['sellerType', true],
  ['listPriceCents', false],
  ['lowestFbaCents', true],
  ['fbaSellers', false],
  ['buyBoxCents', true],
  ['productUrl', true],
];

/** The observations in time order, one for each instant. */
function oneObservationPerInstant(observations: readonly PriceObservation[]): readonly PriceObservation[] {
  const inOrder = observations.toSorted((a, b) => a.observedAt.getTime() - b.observedAt.getTime());
  const chosen: PriceObservation[] = [];
  for (const observation of inOrder) {
    const previous = chosen.at(-1);
    if (previous?.observedAt.getTime() !== observation.observedAt.getTime()) chosen.push(observation);
    else if (takesPrecedence(observation, previous)) chosen[chosen.length - 1] = observation;
  }
  return chosen;
}

function takesPrecedence(challenger: PriceObservation, current: PriceObservation): boolean {
  for (const [field, smallerWins] of SMALLER_WINS) {
    const ours = challenger[field];
    const theirs = current[field];
    if (ours === theirs) continue;
    if (ours === null || theirs === null) return theirs === null;
    return ours < theirs === smallerWins;
  }
  return false;
}

/** The state after one more observation, which must be later than all before; `before` is null for the first. */
function applyObservation(before: PriceState | null, observation: PriceObservation): PriceState {
  const lowestCents = lower(before?.lowestCents ?? null, observation.priceCents);
  return {
    priceCents: observation.priceCents,
    listPriceCents: observation.listPriceCents ?? before?.listPriceCents ?? null,
    sellerType: observation.sellerType,
    inStock: observation.inStock,
    productUrl: observation.productUrl ?? before?.productUrl ?? null,
    ...lastPriceChange(before, observation),
    lowestCents,
    atLowest: observation.priceCents !== null && observation.priceCents === lowestCents,
    flip1pTo3p: isFlipped(before, observation),
    exit: exitFacts(before, observation),
    lastCheckedAt: observation.observedAt,
    lastShownPriceCents: observation.priceCents ?? before?.lastShownPriceCents ?? null,
    lastKnownSellerType: observation.sellerType ?? before?.lastKnownSellerType ?? null,
  };
}

function lower(a: Cents | null, b: Cents | null): Cents | null {
  if (a === null) return b;
  return b === null ? a : Math.min(a, b);
}

function lastPriceChange(
  before: PriceState | null,
  observation: PriceObservation,
): Pick<PriceState, 'changedAt' | 'lastChangeCents'> {
  const from = before?.lastShownPriceCents ?? null;
  if (from !== null && observation.priceCents !== null && observation.priceCents !== from) {
    return { changedAt: observation.observedAt, lastChangeCents: observation.priceCents - from };
  }
  return { changedAt: before?.changedAt ?? null, lastChangeCents: before?.lastChangeCents ?? null };
}

function isFlipped(before: PriceState | null, observation: PriceObservation): boolean {
  const from = before?.lastKnownSellerType ?? null;
  if (from === null || observation.sellerType === null || observation.sellerType === from)
    return before?.flip1pTo3p ?? false;
  return observation.sellerType === 'third_party';
}

function exitFacts(
  before: PriceState | null,
  { lowestFbaCents, fbaSellers, buyBoxCents }: PriceObservation,
): ExitFacts {
  const hasAny = lowestFbaCents !== null || fbaSellers !== null || buyBoxCents !== null;
  return before && !hasAny ? before.exit : { lowestFbaCents, fbaSellers, buyBoxCents };
}

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
