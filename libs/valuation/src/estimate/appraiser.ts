import type { EpochDay } from '@brickmarket/domain';
import { type ItemSeries, type Market, usedSeriesOf } from '../kernel/market.ts';
import { firstAfterDay, type SaleColumns } from '../kernel/sale-columns.ts';
import {
  BELIEVED_DAYS,
  expectedOf,
  grownSince,
  inOtherCondition,
  type Opinion,
  ratioOfItem,
  together,
  usedToNewOf,
  weigh,
} from './comparables.ts';
import { Evidence, WINDOW_DAYS } from './evidence.ts';
import { findLevel, scatterOf } from './jumps.ts';
import { Level } from './level.ts';
import type { MarketModel } from './market-model.ts';
import { usualChange } from './next-change.ts';
import { FAR_APART, otherLevels, type Span } from './range.ts';

/** What the own sales of a series say. */
export interface OwnSales {
  /** The level, and the price of the last day; natural logarithms of cents. */
  readonly level: number;
  readonly last: number;
  /** Of both around the true value, and of single sales around it. */
  readonly variance: number;
  readonly scatter: number;
  readonly effectiveSales: number;
  readonly saleDays: number;
  /** Whether the newest sale is of the window. */
  readonly isCurrent: boolean;
  readonly lowestCents: number;
  readonly highestCents: number;
  /** Where else the price may be: of a level that is not believed yet, or of two clusters. */
  readonly span: Span | null;
}

/** What is known of a series on a day. */
export interface SeriesOpinion {
  readonly own: OwnSales | null;
  /** In addition to its own sales. */
  readonly expected: Opinion | null;
}

/** What is known of both series of an item. */
export interface ItemOpinion {
  readonly lead: SeriesOpinion;
  readonly used: SeriesOpinion | null;
}

/** Asks the sales of items, one after another, and what is expected of them. */
export class Appraiser {
  private readonly leadEvidence: Evidence;
  private readonly usedEvidence: Evidence;
  private readonly level = new Level();

  constructor(
    private readonly market: Market,
    private readonly asOf: EpochDay,
    private readonly model: MarketModel,
  ) {
    this.leadEvidence = new Evidence(market.sales);
    this.usedEvidence = new Evidence(market.sales);
  }

  /** Every item, with the positions of its two series; -1 without a used one. */
  each(take: (opinion: ItemOpinion, lead: number, used: number) => void): void {
    const { series } = this.market;
    const usedSeries = usedSeriesOf(this.market);
    for (const [lead, one] of series.entries()) {
      if (one.sealedSeries !== null) continue;
      const used = usedSeries[lead]!;
      take(this.ofItem(one, used < 0 ? null : series[used]!), lead, used);
    }
  }

  private ofItem(lead: ItemSeries, used: ItemSeries | null): ItemOpinion {
    const { asOf, model } = this;
    const quiet = lastDayBefore(this.market.sales, lead, used, asOf - WINDOW_DAYS, asOf);
    const expected = expectedOf(lead, asOf, model);
    const ownLead = this.ownSales(lead, quiet, this.leadEvidence);
    if (used === null) return { lead: { own: ownLead, expected }, used: null };
    const ownUsed = this.ownSales(used, quiet, this.usedEvidence);
    const ratio = usedToNewOf(lead, model);
    if (tellsRatio(ownLead) && tellsRatio(ownUsed)) {
      const ofItem = ratioOfItem(this.leadEvidence, this.usedEvidence, ratio);
      const byLead = inOtherCondition(opinionOf(ownLead, model, lead), ofItem, true)!;
      const byUsed = inOtherCondition(opinionOf(ownUsed, model, used), ofItem, false)!;
      return {
        lead: { own: movedBy(byUsed, ownLead, opinionOf(ownLead, model, lead)), expected },
        used: { own: movedBy(byLead, ownUsed, opinionOf(ownUsed, model, used)), expected: null },
      };
    }
    const valued =
      ownLead === null ? expected : weigh(opinionOf(ownLead, model, lead), expected, ownLead.saleDays, ownLead.scatter);
    const fromUsed = ownUsed === null ? null : inOtherCondition(opinionOf(ownUsed, model, used), ratio, false);
    return {
      lead: { own: ownLead, expected: together(expected, fromUsed) },
      used: { own: ownUsed, expected: inOtherCondition(valued, ratio, true) },
    };
  }

  /** What has not sold for longer than the window is known by its last prices. */
  private ownSales(series: ItemSeries, quietSince: EpochDay | null, evidence: Evidence): OwnSales | null {
    const { level, asOf, model } = this;
    evidence.load(series, quietSince ?? asOf);
    if (evidence.size === 0) return null;
    const { deviation, wander, changes } = model.kinds[series.kind];
    const scatter = scatterOf(evidence, deviation);
    const pending = findLevel(evidence, scatter);
    level.find(evidence, deviation, scatter, wander);
    const newest = evidence.logPrice[evidence.size - 1]!;
    const follows = level.last === newest ? usualChange(changes, evidence, evidence.size - 1, series.facts) : 0;
    const moved = grownSince(series, level.newestDay, asOf, model);
    return {
      level: level.mean + moved,
      last: level.last + follows + moved,
      variance: level.deviation ** 2 / level.weight + wander * (asOf - level.newestDay),
      scatter: level.deviation ** 2,
      effectiveSales: level.effectiveSales,
      saleDays: evidence.saleDays,
      isCurrent: quietSince === null,
      lowestCents: evidence.lowestCents,
      highestCents: evidence.highestCents,
      span: otherLevels(evidence, pending, moved),
    };
  }
}

/** What own sales say, as the model mixes level and last price. */
export function opinionOf(own: OwnSales, { kinds }: MarketModel, { kind }: ItemSeries): Opinion {
  return { logPrice: own.level + kinds[kind].lastShare * (own.last - own.level), variance: own.variance };
}

/** Whether sales of a condition tell how the item's two prices go together. */
function tellsRatio(own: OwnSales | null): own is OwnSales {
  return own !== null && own.isCurrent && own.saleDays >= BELIEVED_DAYS;
}

/** Own sales together with what the other condition of the item says, unless that is of something else. */
function movedBy(other: Opinion, own: OwnSales, opinion: Opinion): OwnSales {
  if (Math.abs(other.logPrice - opinion.logPrice) > FAR_APART) return own;
  const both = together(opinion, other)!;
  const by = both.logPrice - opinion.logPrice;
  return { ...own, level: own.level + by, last: own.last + by, variance: both.variance };
}

/** The day of an item's last sale where that is older than a day; null where something sold since, or never did. */
function lastDayBefore(
  sales: SaleColumns,
  lead: ItemSeries,
  used: ItemSeries | null,
  day: EpochDay,
  asOf: EpochDay,
): EpochDay | null {
  let last: EpochDay | null = null;
  for (const { start, end } of used === null ? [lead] : [lead, used]) {
    const known = firstAfterDay(sales, start, end, asOf);
    if (known > start) last = Math.max(last ?? sales.day[known - 1]!, sales.day[known - 1]!);
  }
  return last !== null && last <= day ? last : null;
}
