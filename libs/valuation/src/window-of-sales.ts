import type { DriftForward } from './drift-forward.ts';
import type { ItemSeries } from './market.ts';
import { rejectOutliers } from './outliers.ts';
import { halfLifeFor, recencyWeight } from './recency.ts';
import { firstAfterDay, type SaleColumns } from './sale-columns.ts';
import { windowStart } from './sale-window.ts';
import { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/**
 * The sales of one series that count on one day: oldest first, brought forward to that day, without outliers. Reused
 * from series to series.
 */
export class WindowOfSales {
  private readonly scratch = new Scratch();
  private kept = 0;

  constructor(
    private readonly sales: SaleColumns,
    private readonly drift: DriftForward,
    private readonly settings: ValuationSettings,
  ) {}

  /** How many there are. */
  get size(): number {
    return this.kept;
  }

  /** Before the as-of day. */
  ageDays(i: number): number {
    return this.scratch.ageDays[i]!;
  }

  logPrice(i: number): number {
    return this.scratch.logPrice[i]!;
  }

  /** Pieces sold, counted up to the cap. */
  pieces(i: number): number {
    return this.scratch.weight[i]!;
  }

  /** No sales: for a series that an item does not have. */
  clear(): void {
    this.kept = 0;
  }

  load(series: ItemSeries): void {
    const { sales, drift, settings, scratch } = this;
    const knownEnd = firstAfterDay(sales, series.start, series.end, drift.asOf);
    const from = windowStart(sales, series.start, knownEnd, drift.asOf, settings);
    const count = knownEnd - from;
    scratch.reserve(count);
    drift.select(series);
    for (let i = 0; i < count; i++) {
      const age = drift.asOf - sales.day[from + i]!;
      scratch.ageDays[i] = age;
      scratch.logPrice[i] = Math.log(Math.max(1, sales.priceCents[from + i]!)) + drift.shift(age);
      scratch.weight[i] = Math.min(sales.quantity[from + i]!, settings.quantityCap);
    }
    rejectOutliers(scratch, count, settings);
    this.kept = dropRejected(scratch, count);
    this.weighByAge();
  }

  /** Effective sample size after Kish, (sum of weights)^2 / sum of squared weights, by recency and pieces; 0 without sales. */
  effectiveSales(): number {
    const { recency, weight } = this.scratch;
    let sum = 0;
    let sumOfSquares = 0;
    for (let i = 0; i < this.kept; i++) {
      const share = recency[i]! * weight[i]!;
      sum += share;
      sumOfSquares += share * share;
    }
    return this.kept === 0 ? 0 : (sum * sum) / sumOfSquares;
  }

  /** Mean square of log prices around a centre, weighted alike (not corrected for sample size); 0 with fewer than two sales. */
  spreadAround(centre: number): number {
    if (this.kept < 2) return 0;
    const { recency, weight, logPrice } = this.scratch;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < this.kept; i++) {
      const share = recency[i]! * weight[i]!;
      sum += share;
      squares += share * (logPrice[i]! - centre) ** 2;
    }
    return squares / sum;
  }

  private weighByAge(): void {
    const { recency, ageDays } = this.scratch;
    const halfLife = halfLifeFor(this.kept, this.settings);
    for (let i = 0; i < this.kept; i++) recency[i] = recencyWeight(ageDays[i]!, halfLife);
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
