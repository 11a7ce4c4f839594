import type { EpochDay } from '@brickmarket/domain';
import type { ItemWindow } from './item-window.ts';
import { type ItemSeries, listLogPriceOf, retirementDayOf } from './market.ts';
import { isOfSet } from './price-behaviour.ts';
import { LOOKED_BACK } from './price-situation.ts';
import { medianInPlace } from './quantiles.ts';
import { representativeOf } from './sale-columns.ts';
import { AHEAD_DAYS, type UsualChanges, UsualNext } from './usual-changes.ts';

/**
 * Ways to value an item by its sales, each the best somewhere: the filter that follows prices from sale to sale, the
 * newest price, the newest price with the change that usually follows, medians and means over shorter and longer times,
 * and a quantile just below the middle.
 */
export const EXPERTS = [
  'followed',
  'newest',
  'usualNext',
  'median30d',
  'average6m',
  'recent15d',
  'recent40d',
  'recent120d',
  'trimmed60d',
  'lower40d',
] as const;
export type Expert = (typeof EXPERTS)[number];
/** The places of those for which sales are sorted. */
const BY_ORDER_OF_PRICES = [5, 6, 7, 8, 9] as const;

const HALF_LIVES = { short: 15, middle: 40, long: 120, trimmed: 60 } as const;
/** What lies outside of these shares of the weight counts at their ends. */
const TRIMMED = { from: 0.15, to: 0.85 } as const;
const JUST_BELOW = 0.45;
const SIX_MONTHS_DAYS = 182;
/** Of the last days that have sales at all: thirty, else ninety. */
const RECENT_DAYS = [30, 90] as const;

/**
 * What each expert says of one series after another, as log prices; reused, allocates nothing. They look at prices as
 * they were paid: only the filter knows of growth and season.
 */
export class ExpertOpinions {
  /** In the order of `EXPERTS`. */
  readonly logValue = new Float64Array(EXPERTS.length);
  private readonly recency: Readonly<Record<keyof typeof HALF_LIVES, Float64Array>>;
  private readonly order: Int32Array;
  private readonly buffer: Float64Array;
  private readonly usualNext: UsualNext;
  /** The last days with sales, and one price of each. */
  private readonly day = new Int32Array(LOOKED_BACK);
  private readonly dayPrice = new Float64Array(LOOKED_BACK);

  constructor(
    private readonly asOf: EpochDay,
    usual: UsualChanges,
    windowDays: number,
    mostSales: number,
  ) {
    const table = (halfLife: number): Float64Array =>
      Float64Array.from({ length: windowDays + 1 }, (_, age) => 2 ** (-age / halfLife));
    this.recency = {
      short: table(HALF_LIVES.short),
      middle: table(HALF_LIVES.middle),
      long: table(HALF_LIVES.long),
      trimmed: table(HALF_LIVES.trimmed),
    };
    this.order = new Int32Array(mostSales);
    this.buffer = new Float64Array(mostSales);
    this.usualNext = new UsualNext(usual);
  }

  /**
   * Asks the experts that count about a series with sales, or all of them without weights; `followed` is what the
   * filter says.
   */
  ask(series: ItemSeries, window: ItemWindow, followed: number, weights: readonly number[] | null): void {
    const { logValue, recency } = this;
    const counts = (expert: number): boolean => weights === null || weights[expert]! > 0;
    const newest = this.newestDay(window);
    logValue[0] = followed;
    logValue[1] = newest;
    if (counts(2)) logValue[2] = newest + this.changeAfter(series, window, newest);
    if (counts(3)) logValue[3] = this.recentMedian(window) ?? newest;
    if (counts(4)) logValue[4] = averageOf(window);
    if (!BY_ORDER_OF_PRICES.some(counts)) return;
    this.sortByPrice(window);
    if (counts(5)) logValue[5] = this.quantile(window, recency.short, 0.5);
    if (counts(6)) logValue[6] = this.quantile(window, recency.middle, 0.5);
    if (counts(7)) logValue[7] = this.quantile(window, recency.long, 0.5);
    if (counts(8)) logValue[8] = this.trimmedMean(window);
    if (counts(9)) logValue[9] = this.quantile(window, recency.middle, JUST_BELOW);
  }

  private sortByPrice({ size, paidLog }: ItemWindow): void {
    const { order } = this;
    for (let i = 0; i < size; i++) {
      let place = i;
      for (; place > 0 && paidLog[order[place - 1]!]! > paidLog[i]!; place--) order[place] = order[place - 1]!;
      order[place] = i;
    }
  }

  /** Where the cheaper sales have this share of the weight. */
  private quantile({ size, ageDays, paidLog }: ItemWindow, weight: Float64Array, share: number): number {
    const { order } = this;
    let total = 0;
    for (let i = 0; i < size; i++) total += weight[ageDays[i]!]!;
    let below = 0;
    for (let place = 0; place < size - 1; place++) {
      below += weight[ageDays[order[place]!]!]!;
      const over = below - share * total;
      // Of two equal halves neither is the one: the middle between them.
      if (Math.abs(over) <= 1e-9 * total) return (paidLog[order[place]!]! + paidLog[order[place + 1]!]!) / 2;
      if (over > 0) return paidLog[order[place]!]!;
    }
    return paidLog[order[size - 1]!]!;
  }

  private trimmedMean(window: ItemWindow): number {
    const { size, ageDays, paidLog } = window;
    const weight = this.recency.trimmed;
    const lowEnd = this.quantile(window, weight, TRIMMED.from);
    const highEnd = this.quantile(window, weight, TRIMMED.to);
    let [total, sum] = [0, 0];
    for (let i = 0; i < size; i++) {
      total += weight[ageDays[i]!]!;
      sum += weight[ageDays[i]!]! * Math.min(Math.max(paidLog[i]!, lowEnd), highEnd);
    }
    return sum / total;
  }

  private newestDay(window: ItemWindow): number {
    const { size, ageDays } = window;
    return this.medianFrom(window, firstOfDay(ageDays, size - 1));
  }

  private recentMedian(window: ItemWindow): number | null {
    const { size, ageDays } = window;
    for (const days of RECENT_DAYS) {
      let from = size;
      while (from > 0 && ageDays[from - 1]! < days) from--;
      if (from < size) return this.medianFrom(window, from);
    }
    return null;
  }

  /** The median of the sales from a position on. */
  private medianFrom({ size, paidLog }: ItemWindow, from: number): number {
    if (size - from === 1) return paidLog[from]!;
    for (let i = from; i < size; i++) this.buffer[i - from] = paidLog[i]!;
    return medianInPlace(this.buffer, size - from);
  }

  private changeAfter(series: ItemSeries, { size, ageDays, paidLog }: ItemWindow, newest: number): number {
    const { asOf, day, dayPrice } = this;
    let first = size;
    for (let seen = 0; seen < LOOKED_BACK && first > 0; seen++) first = firstOfDay(ageDays, first - 1);
    let days = 0;
    for (let from = first, to = first; from < size; from = to) {
      while (to < size && ageDays[to] === ageDays[from]) to++;
      day[days] = asOf - ageDays[from]!;
      dayPrice[days] = to === size ? newest : paidLog[representativeOf(day[days]!, from, to)]!;
      days++;
    }
    const retirement = isOfSet(series) ? retirementDayOf(series.facts) : null;
    const { releaseDay } = series.facts;
    return this.usualNext.after(series.kind, day, dayPrice, days - 1, {
      daysSinceRelease: releaseDay === null ? Number.NaN : asOf - releaseDay,
      daysSinceRetirement: retirement === null ? Number.NaN : asOf - retirement,
      listLogPrice: listLogPriceOf(series.facts),
      waitDays: ageDays[size - 1]! + AHEAD_DAYS,
    });
  }
}

function firstOfDay(ageDays: Float64Array, at: number): number {
  let first = at;
  while (first > 0 && ageDays[first - 1] === ageDays[at]) first--;
  return first;
}

/** The mean price of six months, of the whole window where nothing was sold in them. */
function averageOf({ size, ageDays, paidLog }: ItemWindow): number {
  let [sum, count] = [0, 0];
  for (let i = size - 1; i >= 0 && (ageDays[i]! < SIX_MONTHS_DAYS || count === 0); i--) {
    sum += Math.exp(paidLog[i]!);
    count++;
  }
  return Math.log(sum / count);
}
