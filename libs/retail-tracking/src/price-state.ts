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
 * Folds observations in any order; null: none.
 * - Of several at one instant one counts: with a price, then the lowest, then by a fixed order of fields.
 * - Only a difference from the last price *shown* is a change, dated when an offer returns. Sellers likewise.
 */
export function foldPriceState(observations: readonly PriceObservation[]): PriceState | null {
  return oneObservationPerInstant(observations).reduce<PriceState | null>(applyObservation, null);
}

/** Whether `advancePriceState` may add them: an observation at or before the state's instant needs all of them. */
export function isNewerThanState(state: PriceState, observations: readonly PriceObservation[]): boolean {
  return observations.every((observation) => observation.observedAt.getTime() > state.lastCheckedAt.getTime());
}

/** Equals folding all observations; any order, duplicates allowed. InvalidInputError: one is not newer. */
export function advancePriceState(state: PriceState, newer: readonly PriceObservation[]): PriceState {
  if (!isNewerThanState(state, newer)) {
    throw new InvalidInputError('an observation is not newer than the price state it is to be added to');
  }
  return oneObservationPerInstant(newer).reduce<PriceState>(applyObservation, state);
}

/** Oldest first. Any order, duplicates allowed, all newer than `before`, which is not repeated. */
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

/** Percent below the list price, two decimals. 0: not below; null: unknown. */
export function discountPercent(priceCents: Cents | null, listPriceCents: Cents | null): number | null {
  if (priceCents === null || listPriceCents === null) return null;
  return percentOf(Math.max(0, listPriceCents - priceCents), listPriceCents);
}

type Content = Exclude<keyof PriceObservation, 'observedAt'>;

/** First differing field decides: known over null, then the smaller value where `true`. */
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

/** In time order, one per instant. */
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

/** The observation must be later than all before; `before` is null for the first. */
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

/** Days for which an observation counts, by default. */
export const DEFAULT_RETAIL_STALE_DAYS = 30;

/** Fields about the present, unlike past lows and changes. */
type PresentPart = Pick<PriceState, 'priceCents' | 'sellerType' | 'inStock' | 'atLowest' | 'flip1pTo3p'>;

const NOTHING_KNOWN: PresentPart = {
  priceCents: null,
  sellerType: null,
  inStock: null,
  atLowest: false,
  flip1pTo3p: false,
};

/** First instant that is not stale, in whole UTC days, so that responses stay valid until the day ends. */
export function currentSince(day: EpochDay, staleDays: number): Date {
  return startOfDay(day - staleDays);
}

/** Whether what was last checked then says nothing about a day any more. */
export function isStale(lastCheckedAt: Date, day: EpochDay, staleDays: number): boolean {
  return lastCheckedAt < currentSince(day, staleDays);
}

/** Hides price, seller, stock and flags of a stale state; keeps the lowest price and last change. */
export function priceStateOn<State extends PresentPart & Pick<PriceState, 'lastCheckedAt'>>(
  state: State,
  day: EpochDay,
  staleDays: number,
): State {
  return isStale(state.lastCheckedAt, day, staleDays) ? { ...state, ...NOTHING_KNOWN } : state;
}
