import { MAD_TO_SIGMA } from '../kernel/quantiles.ts';
import type { Evidence } from './evidence.ts';

/** For the number of sales that count, one this old is half a sale. */
const HALF_LIFE_DAYS = 60;
const SHORTEST_DAYS = 5;
const LONGEST_HALF_LIFE_DAYS = 120;
/** An item with one sale is taken to sell no more often than once in so many days. */
const LEAST_SPAN_DAYS = 30;
/** What is usual of the kind counts for an item's own scatter as so many of its prices. */
export const PSEUDO_SALES = 6;
const SMALLEST_DEVIATION = 0.05;
/** Prices further away than so many deviations pull no more than that. */
const BEND = 1.3;
const STEPS = 4;
/** A last price further from the level than this factor does not count. */
const FAR = Math.log(2.8);
/** An item sells often with so many prices before the last one in so many days. */
const OFTEN = 3;
const OFTEN_DAYS = 45;
const LONGEST_DAYS = 800;
const RECENCY = Float64Array.from({ length: LONGEST_DAYS }, (_, age) => 2 ** (-age / HALF_LIFE_DAYS));

/** Where the prices of an item are, as natural logarithms of cents. Reused. */
export class Level {
  /** The Huber mean of the prices by how recent they are, and the price of the last day. */
  mean = 0;
  last = 0;
  /** Of one sale around the level. */
  deviation = 0;
  /** The sum of weights, and the effective number of sales after Kish: (sum of weights)^2 / sum of squared weights. */
  weight = 0;
  effectiveSales = 0;
  newestDay = 0;
  private price = new Float64Array(512);
  private share = new Float64Array(512);

  /**
   * By the prices that speak of the level that holds now; there must be one. `scatter` is the item's own, `wander` the
   * variance that a level of its kind gathers per day.
   */
  find(evidence: Evidence, usualDeviation: number, scatter: number, wander: number): void {
    const { size, day, logPrice, weight, isInside } = evidence;
    const decay = decayPerDay(evidence, scatter, wander);
    if (size > this.price.length) [this.price, this.share] = [new Float64Array(2 * size), new Float64Array(2 * size)];
    const { price, share } = this;
    let newest = size - 1;
    while (isInside[newest] === 0) newest--;
    this.newestDay = day[newest]!;
    let count = 0;
    let [sum, counted, squares] = [0, 0, 0];
    for (let at = newest; at >= 0; at--) {
      if (isInside[at] === 0) continue;
      const age = this.newestDay - day[at]!;
      const one = weight[at]! * Math.exp(-decay * age);
      const counts = weight[at]! * RECENCY[age]!;
      sum += one;
      counted += counts;
      squares += counts * counts;
      let place = count++;
      for (; place > 0 && price[place - 1]! > logPrice[at]!; place--) {
        price[place] = price[place - 1]!;
        share[place] = share[place - 1]!;
      }
      price[place] = logPrice[at]!;
      share[place] = one;
    }
    this.weight = sum;
    this.effectiveSales = (counted * counted) / squares;
    const median = this.medianAt(count, sum);
    const own = MAD_TO_SIGMA * this.medianDistance(median, count, sum);
    const n = this.effectiveSales;
    this.deviation = Math.max(
      SMALLEST_DEVIATION,
      Math.sqrt((PSEUDO_SALES * usualDeviation ** 2 + n * own * own) / (PSEUDO_SALES + n)),
    );
    this.mean = this.huberMean(median, count);
    this.last = this.lastPrice(evidence);
  }

  /** The price of the last day that has one near the level. What sells seldom cannot wait for a second one. */
  private lastPrice({ size, day, logPrice, weight, isInside }: Evidence): number {
    const isSeldom = size <= OFTEN || day[size - 1]! - day[size - 1 - OFTEN]! > OFTEN_DAYS;
    let [sum, weights] = [0, 0];
    for (let at = size - 1; at >= 0 && (weights === 0 || day[at] === day[at + 1]); at--) {
      if (isInside[at] === 0 && !(isSeldom && Math.abs(logPrice[at]! - this.mean) <= FAR)) continue;
      sum += weight[at]! * logPrice[at]!;
      weights += weight[at]!;
    }
    return weights === 0 ? this.mean : sum / weights;
  }

  private medianAt(count: number, sum: number): number {
    const { price, share } = this;
    let below = 0;
    for (let at = 0; at < count; at++) {
      below += share[at]!;
      // Exactly half on either side: the middle of both prices.
      if (Math.abs(2 * below - sum) < 1e-9 * sum && at + 1 < count) return (price[at]! + price[at + 1]!) / 2;
      if (2 * below > sum) return price[at]!;
    }
    return price[count - 1]!;
  }

  /** The weighted median distance of the prices, which are in order, from their middle. */
  private medianDistance(middle: number, count: number, sum: number): number {
    const { price, share } = this;
    let up = 0;
    while (up < count && price[up]! < middle) up++;
    let down = up - 1;
    let within = 0;
    let distance = 0;
    while (2 * within < sum * (1 - 1e-9)) {
      const above = up < count ? price[up]! - middle : Number.POSITIVE_INFINITY;
      const below = down >= 0 ? middle - price[down]! : Number.POSITIVE_INFINITY;
      distance = Math.min(above, below);
      within += share[above <= below ? up++ : down--]!;
    }
    return distance;
  }

  private huberMean(median: number, count: number): number {
    const { price, share } = this;
    const bend = BEND * this.deviation;
    let mean = median;
    for (let step = 0; step < STEPS; step++) {
      let [sum, weights] = [0, 0];
      for (let at = 0; at < count; at++) {
        const apart = Math.abs(price[at]! - mean);
        const weight = apart <= bend ? share[at]! : (share[at]! * bend) / apart;
        sum += weight * price[at]!;
        weights += weight;
      }
      mean = sum / weights;
    }
    return mean;
  }
}

/**
 * How fast a price loses weight: with the gain of a filter that knows how often an item sells, how far its sales
 * scatter and how far its level moves. What sells often forgets in days, what sells seldom in months.
 */
function decayPerDay({ size, day, isInside }: Evidence, scatter: number, wander: number): number {
  let count = 0;
  let oldest = 0;
  let newest = 0;
  for (let at = size - 1; at >= 0; at--) {
    if (isInside[at] === 0) continue;
    if (count++ === 0) newest = day[at]!;
    oldest = day[at]!;
  }
  const perDay = count / (newest - oldest + LEAST_SPAN_DAYS);
  const halfLife = Math.LN2 * Math.sqrt(scatter ** 2 / (perDay * wander));
  return Math.LN2 / Math.min(Math.max(halfLife, SHORTEST_DAYS), LONGEST_HALF_LIFE_DAYS);
}
