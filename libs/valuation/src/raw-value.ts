import type { DriftForward } from './drift-forward.ts';
import type { ItemSeries } from './market.ts';
import { rejectOutliers } from './outliers.ts';
import { sortPaired, weightedMidMeanOfSorted } from './quantile.ts';
import { halfLifeFor, recencyWeight } from './recency.ts';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import { windowStart } from './sale-window.ts';
import type { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** What an item's own sales say, before any prior. Reused from item to item. */
export interface RawValue {
  /** Sales in the window that are no outliers. */
  kept: number;
  /** Effective sample size after Kish: (sum of weights)^2 / sum of squared weights; 0 without sales. */
  effectiveSales: number;
  /** Natural logarithm of cents. */
  logValue: number;
  /** Weighted mean square of log prices around the value (not corrected for sample size); 0 with fewer than two sales. */
  spreadVariance: number;
  /** Weighted mean age of the sales. */
  meanAgeDays: number;
}

/** Everything a raw valuation reuses while it goes through a market on one as-of day. */
export interface RawValuationPass {
  readonly sales: SaleColumns;
  readonly drift: DriftForward;
  readonly settings: ValuationSettings;
  readonly scratch: Scratch;
}

/** Values one series by its own sales up to and including the as-of day, into `out`. */
export function rawValueOf(pass: RawValuationPass, series: ItemSeries, out: RawValue): void {
  const { sales, drift, settings, scratch } = pass;
  const knownEnd = firstAfterDay(sales, series.start, series.end, drift.asOf);
  const from = windowStart(sales, series.start, knownEnd, drift.asOf, settings);
  const count = knownEnd - from;
  scratch.reserve(count);
  drift.select(series);
  loadWindow(pass, from, count);
  rejectOutliers(scratch, count, settings);
  summarize(scratch, dropRejected(scratch, count), settings.trim, out);
}

function loadWindow(pass: RawValuationPass, from: number, count: number): void {
  const { sales, drift, settings, scratch } = pass;
  const halfLife = halfLifeFor(count, settings);
  for (let i = 0; i < count; i++) {
    const age = drift.asOf - sales.day[from + i]!;
    scratch.ageDays[i] = age;
    scratch.logPrice[i] = Math.log(Math.max(1, sales.priceCents[from + i]!)) + drift.shift(age);
    scratch.weight[i] = recencyWeight(age, halfLife) * Math.min(sales.quantity[from + i]!, settings.quantityCap);
  }
}

/** Moves the sales that kept a weight to the front; returns how many there are. */
function dropRejected(scratch: Scratch, count: number): number {
  const { logPrice, weight, ageDays } = scratch;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (weight[i] === 0) continue;
    logPrice[kept] = logPrice[i]!;
    ageDays[kept] = ageDays[i]!;
    weight[kept++] = weight[i]!;
  }
  return kept;
}

function summarize(scratch: Scratch, kept: number, trim: number, out: RawValue): void {
  const { logPrice, weight, ageDays } = scratch;
  let sum = 0;
  let sumOfSquares = 0;
  let ageSum = 0;
  for (let i = 0; i < kept; i++) {
    sum += weight[i]!;
    sumOfSquares += weight[i]! ** 2;
    ageSum += weight[i]! * ageDays[i]!;
  }
  out.kept = kept;
  out.effectiveSales = kept === 0 ? 0 : (sum * sum) / sumOfSquares;
  out.meanAgeDays = kept === 0 ? 0 : ageSum / sum;
  sortPaired(logPrice, weight, kept);
  out.logValue = kept === 0 ? Number.NaN : weightedMidMeanOfSorted(logPrice, weight, kept, trim);
  out.spreadVariance = kept < 2 ? 0 : spreadAround(scratch, kept, out.logValue, sum);
}

function spreadAround(scratch: Scratch, kept: number, centre: number, totalWeight: number): number {
  let sum = 0;
  for (let i = 0; i < kept; i++) sum += scratch.weight[i]! * (scratch.logPrice[i]! - centre) ** 2;
  return sum / totalWeight;
}
