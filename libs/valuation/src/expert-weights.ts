import type { EpochDay } from '@brickmarket/domain';
import { EXPERTS } from './experts.ts';
import { type Market, SERIES_KINDS, type SeriesKind } from './market.ts';
import { byKind } from './price-behaviour.ts';
import { quantileInPlace } from './quantiles.ts';
import { firstAfterDay } from './sale-columns.ts';

/** How much each expert counts, in the order of `EXPERTS`, by kind. Plain data. */
export type ExpertWeights = Readonly<Record<SeriesKind, readonly number[]>>;

/** Until a market has shown otherwise, the filter alone is believed: it is the one that no single price can move. */
export const FILTER_ONLY: ExpertWeights = byKind(() => EXPERTS.map((expert) => (expert === 'followed' ? 1 : 0)));

/** An expert whose loss is so much larger than the least, as a share of it, counts 1/e. */
const TELLING_EXCESS = 1 / 200;
/** The losses of the whole market count for a kind as so many of its own sales. */
const PSEUDO_SALES = 1_000;
/** Before anything was seen, as if so many sales had shown the filter to be better than the others by this share. */
const UNSEEN_SALES = 100;
const UNSEEN_EXCESS = 0.05;
/** What losses keep in a month: markets change. */
const KEPT_PER_MONTH = 0.8;
/** A miss counts up to this, as a logarithm. */
const FARTHEST_MISS = 0.5;
/** An expert with less than this share of the largest weight is not asked. */
const LEAST_WEIGHT = 0.01;

/** What experts said of each series: of series s from `s * EXPERTS.length` on; NaN where there was nothing to say. */
export type Opinions = Float64Array;

/**
 * Measures the experts against the sales that came after their opinions. Half of a loss is whether the price was missed
 * by more than usual, half by how much: who is judged by one of the two alone is best at that one alone.
 */
export class ExpertLosses {
  private readonly losses = byKind(() => new Float64Array(EXPERTS.length));
  private readonly sales = byKind(() => 0);

  /**
   * Judges opinions of a day by the sales after it, up to and including `until`: about a month. What misses are usual
   * is told by the filter.
   */
  judge(market: Market, opinions: Opinions, asOf: EpochDay, until: EpochDay): void {
    const ofFilter = byKind(() => [] as number[]);
    const missOf = (first: number, expert: number, logPaid: number): number =>
      Math.abs(opinions[first + expert]! - logPaid);
    eachJudged(market, opinions, asOf, until, (kind, first, logPaid) => ofFilter[kind].push(missOf(first, 0, logPaid)));
    const usual = byKind((kind) => usualMissOf(ofFilter[kind]));
    for (const kind of SERIES_KINDS) {
      for (let e = 0; e < EXPERTS.length; e++) this.losses[kind][e]! *= KEPT_PER_MONTH;
      this.sales[kind] = this.sales[kind] * KEPT_PER_MONTH + ofFilter[kind].length;
    }
    eachJudged(market, opinions, asOf, until, (kind, first, logPaid) => {
      const losses = this.losses[kind];
      const { median, mean } = usual[kind];
      for (let e = 0; e < EXPERTS.length; e++) {
        const miss = missOf(first, e, logPaid);
        losses[e]! += (miss > median ? 1 : 0) + Math.min(miss, FARTHEST_MISS) / Math.max(mean, 1e-6) / 2;
      }
    });
  }

  /** Each kind's weights by what was seen so far. */
  weights(): ExpertWeights {
    const all = EXPERTS.map((expert, e) => {
      const unseen = UNSEEN_SALES * (expert === 'followed' ? 1 : 1 + UNSEEN_EXCESS);
      return SERIES_KINDS.reduce((sum, kind) => sum + this.losses[kind][e]!, unseen);
    });
    const count = SERIES_KINDS.reduce((sum, kind) => sum + this.sales[kind], UNSEEN_SALES);
    return byKind((kind) => {
      const losses = all.map(
        (loss, e) => (this.losses[kind][e]! + (PSEUDO_SALES * loss) / count) / (this.sales[kind] + PSEUDO_SALES),
      );
      const least = Math.min(...losses);
      const weights = losses.map((loss) => Math.exp((least - loss) / least / TELLING_EXCESS));
      return weights.map((weight) => (weight < LEAST_WEIGHT ? 0 : weight));
    });
  }
}

/** Visits the sales in the time that something was said of, with the place where the opinions of their series begin. */
function eachJudged(
  { sales, series }: Market,
  opinions: Opinions,
  asOf: EpochDay,
  until: EpochDay,
  visit: (kind: SeriesKind, first: number, logPaid: number) => void,
): void {
  for (let index = 0; index < series.length; index++) {
    const { kind, start, end } = series[index]!;
    const first = index * EXPERTS.length;
    if (Number.isNaN(opinions[first]!)) continue;
    const to = firstAfterDay(sales, start, end, until);
    for (let i = firstAfterDay(sales, start, to, asOf); i < to; i++)
      visit(kind, first, Math.log(Math.max(1, sales.priceCents[i]!)));
  }
}

function usualMissOf(misses: readonly number[]): { readonly median: number; readonly mean: number } {
  if (misses.length === 0) return { median: 0, mean: 0 };
  const mean = misses.reduce((sum, miss) => sum + Math.min(miss, FARTHEST_MISS), 0) / misses.length;
  return { median: quantileInPlace(Float64Array.from(misses), misses.length, 0.5), mean };
}

/** Whether the filter, which comes first, decides whatever the others say. */
export function isFilterOnly(weights: readonly number[]): boolean {
  return weights[0]! > weights.reduce((sum, weight) => sum + weight, 0) / 2;
}

/** The median of what the experts say, each as often as it counts: no single one can move it far. */
export function weightedMedian(logValue: ArrayLike<number>, weights: readonly number[]): number {
  let total = 0;
  for (let e = 0; e < weights.length; e++) total += weights[e]!;
  // Ten numbers: looking for the next larger one takes less time than sorting them.
  let below = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    let next = Number.POSITIVE_INFINITY;
    let ofNext = 0;
    for (let e = 0; e < weights.length; e++) {
      const value = logValue[e]!;
      if (weights[e] === 0 || value <= last || value > next) continue;
      ofNext = value === next ? ofNext + weights[e]! : weights[e]!;
      next = value;
    }
    if (next === Number.POSITIVE_INFINITY) return last;
    below += ofNext;
    if (below >= total / 2) return next;
    last = next;
  }
}
