import type { EpochDay } from '@brickmarket/domain';
import { type ItemSeries, listLogPriceOf, type Market, retirementDayOf, type SeriesKind } from './market.ts';
import { isOfSet, type KindBehaviour, priceBand } from './price-behaviour.ts';
import { medianInPlace } from './quantiles.ts';
import { dayRepresentatives, firstAfterDay } from './sale-columns.ts';

/** Sales older than this say little about how prices behave now; days. */
const LOOK_BACK_DAYS = 730;
/** About this many sales are looked at; more would not change what is learned. */
const ENOUGH_SALES = 100_000;
/**
 * Pairs are gathered by the days between them: up to these many days; further apart they tell more of growth than of
 * wandering.
 */
export const LAG_ENDS = [2, 5, 10, 20, 35, 60, 100] as const;
/** Besides each sale and the next one, pairs about so many days apart. */
const LAG_TARGETS = [7, 30, 60, 90] as const;

/** The sales of a series that pairs are made of: one of each day, as log prices. */
export interface PairedSeries {
  readonly kind: SeriesKind;
  readonly theme: string | null;
  readonly band: number;
  readonly day: Int32Array;
  readonly logPrice: Float64Array;
  /** The days around the retirement of the set; empty for others. */
  readonly turnFrom: EpochDay;
  readonly turnTo: EpochDay;
  /** The day its set left, or will leave, the shelves; null for others. */
  readonly retirement: EpochDay | null;
  /** The day it came out; null where that is not known. */
  readonly release: EpochDay | null;
  /** Logarithm of its list price in cents; NaN where that is not known. */
  readonly listLogPrice: number;
}

export function gatherPairs({ sales, series }: Market, asOf: EpochDay): PairedSeries[] {
  const total = series.reduce((sum, { start, end }) => sum + end - start, 0);
  // Odd, so that the alternation of sealed and used series does not leave one of them out.
  const stride = Math.ceil(total / ENOUGH_SALES) | 1;
  const paired: PairedSeries[] = [];
  for (let index = 0; index < series.length; index += stride) {
    const one = series[index]!;
    const end = firstAfterDay(sales, one.start, one.end, asOf);
    const start = firstAfterDay(sales, one.start, end, asOf - LOOK_BACK_DAYS);
    if (end - start < 2) continue;
    const picked = dayRepresentatives(sales, start, end);
    if (picked.length < 2) continue;
    const day = new Int32Array(picked.length);
    const logPrice = new Float64Array(picked.length);
    for (const [at, sale] of picked.entries()) {
      day[at] = sales.day[sale]!;
      logPrice[at] = Math.log(Math.max(1, sales.priceCents[sale]!));
    }
    const band = priceBand(medianInPlace(logPrice.slice(), logPrice.length));
    const retirement = isOfSet(one) ? retirementDayOf(one.facts) : null;
    const { theme, releaseDay: release } = one.facts;
    const listLogPrice = listLogPriceOf(one.facts);
    paired.push({ kind: one.kind, theme, band, day, logPrice, retirement, release, listLogPrice, ...turnOf(one) });
  }
  return paired;
}

/** Around its retirement a set changes its price faster. */
const TURN_DAYS = { from: -60, to: 180 } as const;

/** The days of the turn of a series; none for minifigures and unknown retirements. */
export function turnOf(series: ItemSeries): { readonly turnFrom: EpochDay; readonly turnTo: EpochDay } {
  const retirement = isOfSet(series) ? retirementDayOf(series.facts) : null;
  if (retirement === null) return { turnFrom: 0, turnTo: 0 };
  return { turnFrom: retirement + TURN_DAYS.from, turnTo: retirement + TURN_DAYS.to };
}

export function forEachPair({ day }: PairedSeries, take: (from: number, to: number) => void): void {
  for (let from = 0; from + 1 < day.length; from++) {
    take(from, from + 1);
    let to = from + 1;
    for (const target of LAG_TARGETS) {
      while (to < day.length && day[to]! - day[from]! < target) to++;
      if (to >= day.length) break;
      if (to > from + 1) take(from, to);
    }
  }
}

export function isTurning({ day, turnFrom, turnTo }: PairedSeries, from: number, to: number): boolean {
  return day[to]! > turnFrom && day[from]! < turnTo;
}

/** The expected variance between two sales of an item of this scale. */
export function expected({ noise, wanderPerDay, turnFactor }: KindBehaviour, days: number, turns: boolean): number {
  return 2 * noise + wanderPerDay * days * (turns ? turnFactor : 1);
}

export function eachChange(one: PairedSeries, behaviour: KindBehaviour, take: (deviations: number) => void): void {
  for (let at = 1; at < one.day.length; at++) {
    const days = one.day[at]! - one.day[at - 1]!;
    if (days > LAG_ENDS.at(-1)!) continue;
    const variance = expected(behaviour, days, isTurning(one, at - 1, at));
    take(Math.abs(one.logPrice[at]! - one.logPrice[at - 1]!) / Math.sqrt(variance));
  }
}
