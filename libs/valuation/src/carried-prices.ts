import type { EpochDay } from '@brickmarket/domain';
import { logOfPrice, markLonePrices } from './lone-prices.ts';
import { type ItemSeries, windowOf } from './market.ts';
import { isOfSet, type PriceBehaviour } from './price-behaviour.ts';
import {
  ASSUMED_MULTIPLE_VARIANCE,
  assumedUsedToNew,
  multiplesOf,
  type PriorRatios,
  type PriorSource,
  ratioSource,
  referencePrice,
  retirementBucket,
  usedToNewLogRatio,
} from './priors.ts';
import { medianInPlace } from './quantiles.ts';
import type { SaleColumns } from './sale-columns.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** The median of so many of the last sales is where a price was left. */
const LAST_SALES = 5;
/**
 * Of how far a price was from what is usual for a set of its age so much is left after a year: between 0.70 after 13
 * months and 0.40 after four years in monthly offers of 3,375 sets.
 */
const KEPT_PER_YEAR = 0.75;
const DAYS_PER_YEAR = 365.25;

/** What carrying prices forward asks of a market's model. */
interface CarryingModel {
  readonly ratios: PriorRatios;
  readonly priorVariance: Readonly<Record<PriorSource, number>>;
}

/** What an item that has not sold for long is worth: natural logarithm of cents, and how uncertain that is. */
export interface CarriedPrice {
  readonly logValue: number;
  readonly variance: number;
  /** Of a single sale around it. */
  readonly noise: number;
}

/**
 * Carries the last known prices of items forward to a day on which nothing of them has sold for longer than the window.
 * A set's price moves on with the multiple of list price that is usual at its age, and the longer ago it was seen, the
 * nearer it comes to that multiple and the less is known of it, up to what is known of a set that never sold. Without a
 * list price only the usual growth is added.
 */
export class CarriedPrices {
  private readonly logPrice: Float64Array;
  private readonly isAlone: Uint8Array;
  private readonly latest = new Float64Array(LAST_SALES);

  constructor(
    private readonly sales: SaleColumns,
    private readonly asOf: EpochDay,
    private readonly behaviour: PriceBehaviour,
    private readonly model: CarryingModel,
    private readonly settings: ValuationSettings,
  ) {
    this.logPrice = new Float64Array(settings.mostSales);
    this.isAlone = new Uint8Array(settings.mostSales);
  }

  /**
   * Both prices of an item whose last sale was on a day, from the sales of the window before it. What sold in one
   * condition only is worth in the other what that usually costs of it.
   */
  carry(
    lead: ItemSeries,
    used: ItemSeries | null,
    lastDay: EpochDay,
  ): { readonly lead: CarriedPrice | null; readonly used: CarriedPrice | null } {
    const ratio = this.ratioOf(lead);
    const ofLead = this.lastPrice(lead, lastDay);
    const ofUsed = used === null ? null : this.lastPrice(used, lastDay);
    const fromUsed = ofUsed === null ? null : ofUsed - ratio.logRatio;
    const from = ofLead ?? fromUsed;
    if (from === null) return { lead: null, used: null };
    const noise = this.behaviour[lead.kind].noise;
    const moved = this.moved(lead, from, lastDay);
    const leadPrice = { ...moved, noise, variance: moved.variance + (ofLead === null ? ratio.variance : 0) };
    if (used === null) return { lead: leadPrice, used: null };
    const own = fromUsed === null ? moved : this.moved(lead, fromUsed, lastDay);
    const usedPrice = {
      logValue: own.logValue + ratio.logRatio,
      variance: own.variance + (ofUsed === null ? ratio.variance : 0),
      noise: this.behaviour[used.kind].noise,
    };
    return { lead: leadPrice, used: usedPrice };
  }

  /** A sealed or new price of a day in the past, moved to the as-of day. */
  private moved({ kind, facts }: ItemSeries, logPrice: number, day: EpochDay): Omit<CarriedPrice, 'noise'> {
    const kept = KEPT_PER_YEAR ** ((this.asOf - day) / DAYS_PER_YEAR);
    const lost = 1 - kept * kept;
    if (!isOfSet({ kind })) return { logValue: logPrice, variance: lost * ASSUMED_MULTIPLE_VARIANCE };
    const buckets = [retirementBucket(facts, day), retirementBucket(facts, this.asOf)] as const;
    const { before, now, isLearned } = multiplesOf(facts, buckets, this.model.ratios);
    const [referenceBefore, reference] = [referencePrice(facts, buckets[0]), referencePrice(facts, buckets[1])];
    if (referenceBefore === null || reference === null)
      return { logValue: logPrice + now - before, variance: lost * ASSUMED_MULTIPLE_VARIANCE };
    const apart = logPrice - Math.log(referenceBefore) - before;
    const source = buckets[1] === 0 ? 'retail' : 'multiple';
    const around = isLearned ? this.model.priorVariance[source] : ASSUMED_MULTIPLE_VARIANCE;
    return { logValue: Math.log(reference) + now + kept * apart, variance: lost * around };
  }

  /** Where the sales of the window before a day left the price; null without any. */
  private lastPrice(series: ItemSeries, day: EpochDay): number | null {
    const { sales, logPrice, isAlone, latest } = this;
    const { start, end } = windowOf(sales, series, day, this.settings);
    for (let at = start; at < end; at++) logPrice[at - start] = logOfPrice(sales.priceCents[at]!);
    markLonePrices(logPrice, end - start, series.facts, isAlone);
    let found = 0;
    for (let i = end - start - 1; i >= 0 && found < LAST_SALES; i--)
      if (isAlone[i] === 0) latest[found++] = logPrice[i]!;
    return found === 0 ? null : medianInPlace(latest, found);
  }

  private ratioOf(lead: ItemSeries): { readonly logRatio: number; readonly variance: number } {
    const logRatio = usedToNewLogRatio(lead, this.asOf, this.model.ratios);
    return logRatio === null
      ? assumedUsedToNew(lead)
      : { logRatio, variance: this.model.priorVariance[ratioSource(lead)] };
  }
}
