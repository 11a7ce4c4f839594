import { type ItemSeries, SERIES_KINDS, type SeriesKind } from './market.ts';

/** How prices of one kind of series behave. Variances are of natural logarithms of prices. */
export interface KindBehaviour {
  /** Variance of one sale around the price level of its item: what a single sale tells. */
  readonly noise: number;
  /** Variance that the level of an item gathers per day. */
  readonly wanderPerDay: number;
  /** How many times as fast it wanders around the retirement of its set. */
  readonly turnFactor: number;
  /** Share of sales that are something else (another item, an incomplete copy, a typing error). */
  readonly outlierShare: number;
  /** How often a day the level changes at once, and the variance of such a change. */
  readonly jumpsPerDay: number;
  readonly jumpVariance: number;
  /** Degrees of freedom of the Student distribution of single sales: few, where their tails are heavy. */
  readonly freedom: number;
  /**
   * What share of its last change the level goes on to change by in as many days: not 0 where prices are averages over
   * time.
   */
  readonly momentum: number;
  /** The behaviour of the kind counts for an item's own as so many pairs of its sales. */
  readonly pseudoPairs: number;
  /** Factors on the standard deviation, by price band and by theme. */
  readonly byBand: readonly number[];
  readonly byTheme: Readonly<Record<string, number>>;
  /** Pairs of sales that this was learned from. */
  readonly pairs: number;
}

export type PriceBehaviour = Readonly<Record<SeriesKind, KindBehaviour>>;

/** Upper ends of the price bands, as natural logarithms of cents: $5, $25, $100, $300 and beyond. */
const BAND_ENDS = [Math.log(500), Math.log(2_500), Math.log(10_000), Math.log(30_000)] as const;
export const PRICE_BANDS = BAND_ENDS.length + 1;

/** The price band of a log price in cents. */
export function priceBand(logPrice: number): number {
  let band = 0;
  while (band < BAND_ENDS.length && logPrice >= BAND_ENDS[band]!) band++;
  return band;
}

/** The factor on the standard deviation of an item's prices by its band and theme. */
export function cellFactor(behaviour: KindBehaviour, theme: string | null, band: number): number {
  return behaviour.byBand[band]! * (theme === null ? 1 : (behaviour.byTheme[theme] ?? 1));
}

/** What is assumed where a market has too few pairs of sales to learn from: between noisy single sales and listings. */
const ASSUMED: Omit<KindBehaviour, 'noise'> = {
  wanderPerDay: 0.00005,
  turnFactor: 3,
  outlierShare: 0.03,
  jumpsPerDay: 0.0002,
  jumpVariance: 0.16,
  freedom: 5,
  momentum: 0,
  pseudoPairs: 8,
  byBand: Array.from({ length: PRICE_BANDS }, () => 1),
  byTheme: {},
  pairs: 0,
};
export const ASSUMED_BEHAVIOUR: PriceBehaviour = {
  sealed: { ...ASSUMED, noise: 0.012 },
  used: { ...ASSUMED, noise: 0.03 },
  figureNew: { ...ASSUMED, noise: 0.02 },
  figureUsed: { ...ASSUMED, noise: 0.03 },
};

/** One value for each kind. */
export function byKind<T>(of: (kind: SeriesKind) => T): Record<SeriesKind, T> {
  return Object.fromEntries(SERIES_KINDS.map((kind) => [kind, of(kind)])) as Record<SeriesKind, T>;
}

/** Whether a series is of a set, which retires, or of a minifigure, which does not. */
export function isOfSet({ kind }: Pick<ItemSeries, 'kind'>): boolean {
  return kind === 'sealed' || kind === 'used';
}

/** The last change of a price is the one over so many days. */
export const MOMENTUM_DAYS = { from: 20, to: 70 } as const;
/** It tells of no more than so many days after it. */
export const MOMENTUM_REACH_DAYS = 45;
