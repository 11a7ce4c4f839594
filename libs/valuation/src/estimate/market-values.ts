import {
  type Cents,
  DATA_TIERS,
  type DataTier,
  type EpochDay,
  roundHalfAwayFromZero,
  SetStatus,
  setStatusOn,
} from '@brickmarket/domain';
import type { ItemSeries, Market } from '../kernel/market.ts';
import { usedToNewOf, weigh } from './comparables.ts';
import { kindOfItem, type MarketModel } from './market-model.ts';
import { Appraiser, type ItemOpinion, opinionOf, type SeriesOpinion } from './appraiser.ts';
import { hasMarket } from './no-market.ts';

/** With so many sale days a value lies no further outside of all sales than this share of the price. */
const ENOUGH_DAYS = 5;
const OUTSIDE_SHARE = 0.04;
/** Used above sealed is believed from so many squared deviations on. */
const INSISTING_SQUARED = 2.7;
/** Sums of weights are rounded; a single sale must still count as one. */
const ROUNDING = 1e-9;

/** The values of all series of a market on one day, as columns. Where the tier is `none` there is no value. */
export interface MarketValues {
  /** NaN without a value. */
  readonly logValue: Float64Array;
  readonly predictiveDeviation: Float64Array;
  readonly effectiveSales: Float64Array;
  /** Position in `DATA_TIERS`. */
  readonly tier: Uint8Array;
  readonly valueCents: Int32Array;
  readonly lowCents: Int32Array;
  readonly highCents: Int32Array;
}

/** One value as a record: cents, the central 80 % predictive range of the next sale, and the evidence behind it. */
export interface ItemValue {
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
}

/** Values some items with a model learned before. A set's sealed and used series belong in the same market. */
export function valueWithModel(market: Market, asOf: EpochDay, model: MarketModel): MarketValues {
  const values = emptyValues(market.series.length);
  new Appraiser(market, asOf, model).each((opinion, lead, used) => {
    const series = market.series[lead]!;
    if (!hasMarket(opinion, series.kind, model)) return;
    setItem(values, opinion, market, lead, used, asOf, model);
  });
  return values;
}

/** The value of one series; null when there is none. */
export function valueAt(values: MarketValues, index: number): ItemValue | null {
  const tier = DATA_TIERS[values.tier[index]!]!;
  if (tier === 'none') return null;
  return {
    valueCents: values.valueCents[index]!,
    lowCents: values.lowCents[index]!,
    highCents: values.highCents[index]!,
    tier,
  };
}

function setItem(
  values: MarketValues,
  opinion: ItemOpinion,
  { series }: Market,
  lead: number,
  used: number,
  asOf: EpochDay,
  model: MarketModel,
): void {
  const one = series[lead]!;
  const isAnnounced = kindOfItem(one.kind) === 'set' && setStatusOn(one.facts, asOf) === SetStatus.announced;
  // Nobody pays more than the list price for what is not out yet.
  const list = isAnnounced ? (one.facts.listPriceCents ?? 0) : 0;
  const most = list > 0 ? Math.log(list) : Number.POSITIVE_INFINITY;
  const leadValue = valueOf(opinion.lead, one, model);
  if (leadValue !== null)
    setValue(values, lead, { ...leadValue, logPrice: Math.min(leadValue.logPrice, most) }, opinion.lead, one, model);
  if (opinion.used === null || isAnnounced) return;
  const usedOne = series[used]!;
  const usedValue = valueOf(opinion.used, usedOne, model);
  if (usedValue === null) return;
  const above = leadValue === null ? 0 : usedValue.logPrice - leadValue.logPrice;
  const days = opinion.used.own?.saleDays ?? 0;
  const insists = days >= ENOUGH_DAYS && above * above > INSISTING_SQUARED * (usedValue.variance + leadValue!.variance);
  if (above > 0 && !insists) {
    // Down to the sealed value, and towards the usual ratio below it the fewer days the used one has sold on.
    const few = Math.max(0, 1 - days / ENOUGH_DAYS);
    const logPrice = leadValue!.logPrice + Math.min(0, usedToNewOf(one, model).logPrice) * few;
    setValue(
      values,
      used,
      { ...usedValue, logPrice: withinSales(logPrice, opinion.used) },
      opinion.used,
      usedOne,
      model,
    );
  } else setValue(values, used, usedValue, opinion.used, usedOne, model);
}

interface Value {
  readonly logPrice: number;
  /** The variance of the true value around it. */
  readonly variance: number;
  /** Whether own sales tell it. */
  readonly isOwn: boolean;
}

function valueOf({ own, expected }: SeriesOpinion, series: ItemSeries, model: MarketModel): Value | null {
  if (own === null) return expected === null ? null : { ...expected, isOwn: false };
  const weighed = weigh(opinionOf(own, model, series), expected, own.saleDays, own.scatter);
  const logPrice = withinSales(weighed.logPrice, { own, expected });
  return { logPrice, variance: weighed.variance, isOwn: own.isCurrent && !weighed.contradicts };
}

/** With enough sales a value lies hardly outside all of them, whatever else is expected. */
function withinSales(logPrice: number, { own }: SeriesOpinion): number {
  if (own === null || !own.isCurrent || own.saleDays < ENOUGH_DAYS) return logPrice;
  const lowest = Math.log(Math.max(1, own.lowestCents * (1 - OUTSIDE_SHARE)));
  const highest = Math.log(Math.max(1, own.highestCents * (1 + OUTSIDE_SHARE)));
  return Math.min(Math.max(logPrice, lowest), highest);
}

function setValue(
  values: MarketValues,
  index: number,
  { logPrice, variance, isOwn }: Value,
  { own }: SeriesOpinion,
  { kind }: ItemSeries,
  { kinds }: MarketModel,
): void {
  const effectiveSales = isOwn ? own!.effectiveSales : 0;
  const isDisputed = own?.span?.isDisputed === true;
  const tier = isOwn && isDisputed ? 'low' : dataTierOf(effectiveSales);
  const usual = kinds[kind].deviation;
  const deviation = Math.sqrt((own?.scatter ?? usual * usual) + variance);
  const factors = kinds[kind].ranges[tier];
  // What contradicts the value, or may become the level, is in the range.
  const spanned =
    own === null ? [] : own.span !== null ? [own.span.low, own.span.high] : isOwn || !own.isCurrent ? [] : [own.level];
  const edges = spanned
    .map((edge) => [edge + factors.low * Math.sqrt(own!.scatter), edge + factors.high * Math.sqrt(own!.scatter)])
    .flat();
  const low = Math.min(logPrice + Math.min(0, factors.low) * deviation, ...edges);
  const high = Math.max(logPrice + Math.max(0, factors.high) * deviation, ...edges);
  values.tier[index] = DATA_TIERS.indexOf(tier);
  values.logValue[index] = logPrice;
  values.predictiveDeviation[index] = deviation;
  values.effectiveSales[index] = effectiveSales;
  values.valueCents[index] = centsOf(logPrice);
  values.lowCents[index] = centsOf(low);
  values.highCents[index] = centsOf(high);
}

/** Whole cents, half away from zero, at least 1 and within 32 bits. */
function centsOf(logCents: number): Cents {
  return Math.min(Math.max(1, roundHalfAwayFromZero(Math.exp(logCents))), 0x7fffffff);
}

function emptyValues(size: number): MarketValues {
  return {
    logValue: new Float64Array(size).fill(Number.NaN),
    predictiveDeviation: new Float64Array(size),
    effectiveSales: new Float64Array(size),
    tier: new Uint8Array(size).fill(DATA_TIERS.indexOf('none')),
    valueCents: new Int32Array(size),
    lowCents: new Int32Array(size),
    highCents: new Int32Array(size),
  };
}

/** How much evidence stands behind a value: by effective sales (20, 5, 1). */
function dataTierOf(effectiveSales: number): DataTier {
  if (effectiveSales >= 20 - ROUNDING) return 'high';
  if (effectiveSales >= 5 - ROUNDING) return 'medium';
  return effectiveSales >= 1 - ROUNDING ? 'low' : 'modelled';
}
