import { itemScale } from './item-scale.ts';
import { SMALLEST_NOISE, soundShare } from './learn-noise.ts';
import { logOfPrice, markLonePrices } from './lone-prices.ts';
import type { DriftForward } from './market-drift.ts';
import { type ItemSeries, windowOf } from './market.ts';
import {
  cellFactor,
  type KindBehaviour,
  MOMENTUM_DAYS,
  MOMENTUM_REACH_DAYS,
  priceBand,
  type PriceBehaviour,
} from './price-behaviour.ts';
import { medianInPlace } from './quantiles.ts';
import { representativeOf, type SaleColumns } from './sale-columns.ts';
import type { ValuationSettings } from './valuation-settings.ts';

const DAYS_PER_MONTH = 30.4375;
/** What is expected of the size of an item's changes counts as so many of them; each counts 1/e after so many days. */
const PSEUDO_CHANGES = 4;
const CHANGE_MEMORY_DAYS = 130;
/** A change counts up to this, as a logarithm. */
const FARTHEST_CHANGE = 1;
/** The mean absolute value of a normal spread, in deviations. */
const MEAN_OF_DEVIATION = 0.8;
/** From so many pairs on, prices that stay the same to the cent are no coincidence. */
const TELLING_PAIRS = 5;
/** Two sales of a day agree within so many squared deviations of their difference. */
const AGREEING_SQUARED = 9;

/**
 * The sales of one series that count on one day, oldest first and brought forward to that day, with how this item's
 * prices behave. Of very many only the latest count: what sells often says with its newest sales all there is to say.
 * Reused from series to series.
 */
export class ItemWindow {
  /** How many sales there are. */
  size = 0;
  /** Before the as-of day. */
  ageDays: Float64Array;
  logPrice: Float64Array;
  /** The same as it was paid; sales of one day by price. */
  paidLog: Float64Array;
  /** Pieces sold, counted up to the cap. */
  pieces: Float64Array;
  /** Variance of one sale of one piece around the level of this item, and what the level gathers per day. */
  noise = 0;
  wanderPerDay = 0;
  behaviour: KindBehaviour;
  /** The newest log price and its change per day over the weeks before; 0 where that is unknown. */
  newest = 0;
  velocity = 0;
  /** The cheapest and the dearest sale, as they were paid; cents. */
  lowestCents = 0;
  highestCents = 0;
  private readonly deviations: Float64Array;
  private readonly byPrice: Float64Array;
  private readonly isAlone: Uint8Array;
  /** How much a change so many days ago counts, and the sums of the item's changes and of how much they count. */
  private readonly recency: Float64Array;
  private changes = 0;
  private changeWeights = 0;

  constructor(
    private readonly sales: SaleColumns,
    private readonly drift: DriftForward,
    private readonly behaviours: PriceBehaviour,
    private readonly settings: ValuationSettings,
  ) {
    this.ageDays = new Float64Array(settings.mostSales);
    this.logPrice = new Float64Array(settings.mostSales);
    this.paidLog = new Float64Array(settings.mostSales);
    this.pieces = new Float64Array(settings.mostSales);
    this.deviations = new Float64Array(settings.mostSales);
    this.byPrice = new Float64Array(settings.mostSales + 1);
    this.recency = Float64Array.from({ length: settings.windowDays + 1 }, (_, age) =>
      Math.exp(-age / CHANGE_MEMORY_DAYS),
    );
    this.isAlone = new Uint8Array(settings.mostSales);
    this.behaviour = behaviours.sealed;
  }

  /** No sales: for a series that an item does not have. */
  clear(): void {
    this.size = 0;
  }

  load(series: ItemSeries): void {
    const { sales, drift, settings, ageDays, logPrice, paidLog, pieces } = this;
    const { asOf } = drift;
    const { start, end } = windowOf(sales, series, asOf, settings);
    this.behaviour = this.behaviours[series.kind];
    this.size = end - start;
    this.lowestCents = 0x7fffffff;
    this.highestCents = 0;
    drift.select(series);
    for (let at = start, i = 0; at < end; at++, i++) paidLog[i] = logOfPrice(sales.priceCents[at]!);
    const hasLone = markLonePrices(paidLog, this.size, series.facts, this.isAlone) > 0;
    let kept = 0;
    for (let at = start; at < end; at++) {
      if (hasLone && this.isAlone[at - start] === 1) continue;
      const i = kept++;
      const cents = sales.priceCents[at]!;
      if (cents < this.lowestCents) this.lowestCents = cents;
      if (cents > this.highestCents) this.highestCents = cents;
      ageDays[i] = asOf - sales.day[at]!;
      paidLog[i] = paidLog[at - start]!;
      logPrice[i] = paidLog[i]!;
      pieces[i] = Math.min(sales.quantity[at]!, settings.quantityCap);
    }
    this.size = kept;
    this.scaleToItem(series);
    for (let i = 0; i < this.size; i++) logPrice[i]! += drift.shift(ageDays[i]!);
    this.findVelocity();
    this.fromTheMiddle();
  }

  /** The median log price, which no single sale can move far; null without sales. */
  middle(): number | null {
    const { size, logPrice, byPrice } = this;
    if (size === 0) return null;
    for (let i = 0; i < size; i++) byPrice[i] = logPrice[i]!;
    return medianInPlace(byPrice, size);
  }

  /**
   * Effective sample size after Kish, (sum of weights)^2 / sum of squared weights, by recency and pieces; 0 without
   * sales.
   */
  effectiveSales(): number {
    if (this.size === 0) return 0;
    const decay = -Math.LN2 / this.halfLife();
    let sum = 0;
    let squares = 0;
    let age = -1;
    let recency = 0;
    for (let i = 0; i < this.size; i++) {
      if (this.ageDays[i] !== age) {
        age = this.ageDays[i]!;
        recency = Math.exp(age * decay);
      }
      const share = recency * this.pieces[i]!;
      sum += share;
      squares += share * share;
    }
    return (sum * sum) / squares;
  }

  /**
   * By how much prices change from one day of sales to the next: the mean of the item's own changes by their recency
   * and, by how few they are, of what its noise and wandering let expect; as a logarithm.
   */
  changeScale(): number {
    const expected = MEAN_OF_DEVIATION * Math.sqrt(2 * this.noise + this.wanderPerDay * DAYS_PER_MONTH);
    return (PSEUDO_CHANGES * expected + this.changes) / (PSEUDO_CHANGES + this.changeWeights);
  }

  /** By how much the level goes on changing until the next sale, where prices of the kind do. */
  momentumAhead(logValue: number): number {
    const { momentum } = this.behaviour;
    if (momentum === 0 || this.velocity === 0) return 0;
    const days = this.ageDays[this.size - 1]! + this.settings.horizonDays;
    const deviation = Math.sqrt(2 * this.noise + this.wanderPerDay * days);
    // What the newest price says is not believed: neither is where it came from.
    if (days > MOMENTUM_REACH_DAYS + this.settings.horizonDays || Math.abs(this.newest - logValue) > deviation)
      return 0;
    return momentum * Math.min(Math.max(this.velocity * days, -2 * deviation), 2 * deviation);
  }

  private findVelocity(): void {
    const { ageDays, logPrice, size } = this;
    this.velocity = 0;
    if (this.behaviour.momentum === 0 || size < 2) return;
    this.newest = logPrice[size - 1]!;
    let before = size - 2;
    while (before > 0 && ageDays[before]! - ageDays[size - 1]! < MOMENTUM_DAYS.from) before--;
    const over = ageDays[before]! - ageDays[size - 1]!;
    if (over >= MOMENTUM_DAYS.from && over <= MOMENTUM_DAYS.to)
      this.velocity = (this.newest - logPrice[before]!) / over;
  }

  /**
   * What sells often is followed closely, what sells seldom needs a long memory: by the square root of the sales a
   * month.
   */
  private halfLife(): number {
    const { settings, size } = this;
    const perMonth = (size * DAYS_PER_MONTH) / settings.windowDays;
    const halfLife = settings.halfLifeDays / Math.sqrt(perMonth);
    return Math.min(Math.max(halfLife, settings.shortestHalfLifeDays), settings.longestHalfLifeDays);
  }

  /** Noise and wandering of the item: those of its kind, band and theme, and of its own pairs by how many they are. */
  private scaleToItem(series: ItemSeries): void {
    const { ageDays, logPrice, deviations, behaviour, size } = this;
    const { noise, wanderPerDay } = behaviour;
    this.changes = 0;
    this.changeWeights = 0;
    let pairs = 0;
    let days = 0;
    let unmoved = 0;
    let before = -1;
    for (let from = 0, to = 0; from < size; from = to) {
      while (to < size && ageDays[to] === ageDays[from]) to++;
      const at = representativeOf(this.drift.asOf - ageDays[from]!, from, to);
      if (before >= 0) {
        const apart = ageDays[before]! - ageDays[at]!;
        const change = Math.abs(logPrice[at]! - logPrice[before]!);
        const weight = this.recency[ageDays[at]!]!;
        days += apart;
        if (change === 0) unmoved++;
        deviations[pairs++] = change / Math.sqrt(2 * noise + wanderPerDay * apart);
        this.changes += weight * Math.min(change, FARTHEST_CHANGE);
        this.changeWeights += weight;
      }
      before = at;
    }
    // Where nothing was learned, it is not known how items differ either.
    if (behaviour.pairs === 0) {
      this.noise = noise;
      this.wanderPerDay = wanderPerDay;
      return;
    }
    const cell = size === 0 ? 1 : cellFactor(behaviour, series.facts.theme, priceBand(logPrice[size >>> 1]!));
    const scale = itemScale(deviations, pairs, cell, behaviour.pseudoPairs, this.byPrice);
    // What the pairs differ by more or less than usual is laid to noise and wandering by the share each has in it.
    const ofNoise = pairs === 0 ? 1 : (2 * noise) / (2 * noise + (wanderPerDay * days) / pairs);
    const sound = pairs < TELLING_PAIRS ? 1 : soundShare(unmoved / pairs);
    this.noise = Math.max(SMALLEST_NOISE, sound * noise * scale ** (2 * ofNoise));
    this.wanderPerDay = wanderPerDay * scale ** (2 * (1 - ofNoise));
  }

  /**
   * Sales of one day come sorted by price, and which was first is unknown: taken from the middle outwards, none
   * surprises more than it must. Of an even number, neither of the middle two is the odd one when they agree: both
   * count at their mean.
   */
  private fromTheMiddle(): void {
    const { ageDays, logPrice, pieces, byPrice, deviations } = this;
    for (let from = 0, to = 0; from < this.size; from = to) {
      while (to < this.size && ageDays[to] === ageDays[from]) to++;
      const count = to - from;
      if (count === 1) continue;
      for (let i = 0; i < count; i++) {
        byPrice[i] = logPrice[from + i]!;
        deviations[i] = pieces[from + i]!;
      }
      const middle = count >>> 1;
      if (count % 2 === 0 && (byPrice[middle]! - byPrice[middle - 1]!) ** 2 < AGREEING_SQUARED * 2 * this.noise) {
        const share = deviations[middle]! / (deviations[middle]! + deviations[middle - 1]!);
        byPrice[middle]! += (share - 1) * (byPrice[middle]! - byPrice[middle - 1]!);
        byPrice[middle - 1] = byPrice[middle]!;
      }
      for (let i = 0; i < count; i++) {
        const offset = (i + 1) >>> 1;
        const place = i % 2 === 0 ? middle + offset : middle - offset;
        logPrice[from + i] = byPrice[place]!;
        pieces[from + i] = deviations[place]!;
      }
    }
  }
}
