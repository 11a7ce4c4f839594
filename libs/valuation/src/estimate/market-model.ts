import type { DataTier } from '@brickmarket/domain';
import { SERIES_KINDS, type SeriesKind } from '../kernel/market.ts';
import { type ChangeTables, NO_CHANGES } from './next-change.ts';

/** How prices of one kind of series behave. */
export interface KindModel {
  /** Of single sales around the level of their item, as a logarithm. */
  readonly deviation: number;
  /** The variance that a level gathers per day. */
  readonly wander: number;
  /** How much of the last day's price is in a value; the rest is the level. */
  readonly lastShare: number;
  /** Which change usually follows a price. */
  readonly changes: ChangeTables;
  /** The 10 and 90 % quantiles of misses in predicted deviations, by how much evidence there was. */
  readonly ranges: Readonly<Record<DataTier, RangeFactors>>;
}

/** How many predicted deviations below and above a value the central 80 % of next sales lie. */
export interface RangeFactors {
  readonly low: number;
  readonly high: number;
}

/** A typical log ratio of two prices, how themes differ from it, and the variance of items around it. */
export interface TypicalRatio {
  readonly logRatio: number;
  readonly ofTheme: Readonly<Record<string, number>>;
  readonly variance: number;
}

/**
 * All that is learned from a whole market and used to value a single item. Plain data, so that a full run can store it
 * and incremental runs value changed items consistently with it.
 */
export interface MarketModel {
  readonly version: typeof MODEL_VERSION;
  /** Whether any set, any minifigure was ever sold: where not, nothing of the kind has a value. */
  readonly hasSold: { readonly set: boolean; readonly minifig: boolean };
  readonly kinds: Readonly<Record<SeriesKind, KindModel>>;
  /** Sealed to list price, as a logarithm: of sets on sale, then by half-years since they left the shelves. */
  readonly multiples: readonly number[];
  /** How themes differ from that after they left the shelves. */
  readonly multipleOfTheme: Readonly<Record<string, number>>;
  /** Of sealed prices around what is expected by retail price, and by list price. */
  readonly variances: { readonly retail: number; readonly list: number };
  /** Used to sealed or new. */
  readonly usedToNew: { readonly set: TypicalRatio; readonly minifig: TypicalRatio };
  /** Paid to what third parties ask. */
  readonly paidOfAsked: TypicalRatio;
}

export const MODEL_VERSION = 3;

/** Whether something stored is a model as this version learns it. */
export function isMarketModel(stored: unknown): stored is MarketModel {
  return typeof stored === 'object' && stored !== null && (stored as Partial<MarketModel>).version === MODEL_VERSION;
}

/**
 * What shops asked for retired sets, as the logarithm of a multiple of list price, by half-years since retirement: the
 * medians of 3,375 sets, 2019 to 2023. On sale: list price.
 */
const ASSUMED_MULTIPLES = [
  0, -0.12, 0.08, 0.28, 0.36, 0.47, 0.54, 0.64, 0.68, 0.77, 0.77, 0.82, 0.82, 0.92, 0.92, 0.92, 0.92, 0.92, 0.92, 0.92,
  0.92,
] as const;

const ASSUMED_RANGE: Readonly<Record<DataTier, RangeFactors>> = {
  high: { low: -1.28, high: 1.28 },
  medium: { low: -1.28, high: 1.28 },
  low: { low: -1.28, high: 1.28 },
  modelled: { low: -1.28, high: 1.28 },
  none: { low: -1.28, high: 1.28 },
};

/** How far levels may move: the variance per day; the first is assumed. */
export const WANDERS = [0.00003, 0.0001, 0.0003, 0.001] as const;

/** What is assumed before a market was looked at. */
export const UNLEARNED_MODEL: MarketModel = {
  version: MODEL_VERSION,
  hasSold: { set: false, minifig: false },
  kinds: byKind((kind) => ({
    deviation: { sealed: 0.11, used: 0.17, figureNew: 0.14, figureUsed: 0.17 }[kind],
    wander: WANDERS[0],
    lastShare: 0.2,
    changes: NO_CHANGES,
    ranges: ASSUMED_RANGE,
  })),
  multiples: ASSUMED_MULTIPLES,
  multipleOfTheme: {},
  variances: { retail: 0.0225, list: 0.22 },
  usedToNew: {
    set: { logRatio: -0.45, ofTheme: {}, variance: 0.09 },
    minifig: { logRatio: -0.285, ofTheme: {}, variance: 0.09 },
  },
  paidOfAsked: { logRatio: -0.16, ofTheme: {}, variance: 0.16 },
};

/** One value for each kind. */
export function byKind<T>(of: (kind: SeriesKind) => T): Record<SeriesKind, T> {
  return Object.fromEntries(SERIES_KINDS.map((kind) => [kind, of(kind)])) as Record<SeriesKind, T>;
}

/** Whether a kind is of sets, which have a list price and retire, or of minifigures. */
export function kindOfItem(kind: SeriesKind): 'set' | 'minifig' {
  return kind === 'sealed' || kind === 'used' ? 'set' : 'minifig';
}
