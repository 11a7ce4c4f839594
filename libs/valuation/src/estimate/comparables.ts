import { type EpochDay, SetStatus, setStatusOn } from '@brickmarket/domain';
import { type ItemFacts, type ItemSeries, retirementDayOf } from '../kernel/market.ts';
import { MAD_TO_SIGMA, medianInPlace } from '../kernel/quantiles.ts';
import type { Evidence } from './evidence.ts';
import { kindOfItem, type MarketModel, type TypicalRatio } from './market-model.ts';

/** How far the ratio of an item's two prices moves while it is observed, and its smallest scatter. */
const RATIO_DRIFT = 0.003;
const SMALLEST_RATIO_SCATTER = 0.15;
let ratios = new Float64Array(512);

/** What is thought of a price: a natural logarithm of cents and its variance. */
export interface Opinion {
  readonly logPrice: number;
  readonly variance: number;
}

const HALF_YEAR_DAYS = 182.625;
/** Older sets share one multiple. */
export const OLDEST_BUCKET = 20;
/** An own price further from what is expected than this factor, and than so many deviations, contradicts it. */
const CONTRADICTION = Math.log(8);
const CONTRADICTION_DEVIATIONS = 3;
/** A price is moved on with what sets of its age have grown, once it is older than this. */
const NEW_PRICE_DAYS = 365;
/** So many sale days are believed against what is expected. */
export const BELIEVED_DAYS = 3;

/** Half-years since a set left the shelves, in the middle of their bucket a whole number from 1; 0 while on sale. */
export function halfYearsRetired(facts: ItemFacts, asOf: EpochDay): number {
  if (setStatusOn(facts, asOf) !== SetStatus.retired) return 0;
  // What a retailer still sells has not left the shelves because of its age.
  if (facts.exitDay === null && facts.retailPriceCents !== null) return 0;
  const since = asOf - (retirementDayOf(facts) ?? asOf);
  return Math.min(Math.max(0.5 + since / HALF_YEAR_DAYS, 1), OLDEST_BUCKET);
}

/** The price that multiples refer to: retail, at most list, while on sale, list afterwards; null when unknown. */
export function referencePrice({ listPriceCents, retailPriceCents }: ItemFacts, halfYears: number): number | null {
  const list = listPriceCents !== null && listPriceCents > 0 ? listPriceCents : null;
  if (halfYears > 0 || retailPriceCents === null || retailPriceCents <= 0) return list;
  return list === null ? retailPriceCents : Math.min(retailPriceCents, list);
}

/** The multiple of list price at an age, as a logarithm, linear between half-years. */
export function multipleAt(
  { multiples, multipleOfTheme }: MarketModel,
  theme: string | null,
  halfYears: number,
): number {
  if (halfYears === 0) return multiples[0]!;
  const below = Math.floor(halfYears);
  const [here, next] = [multiples[below]!, multiples[Math.min(below + 1, OLDEST_BUCKET)]!];
  return here + (next - here) * (halfYears - below) + ofTheme(multipleOfTheme, theme);
}

function ofTheme(themes: Readonly<Record<string, number>>, theme: string | null): number {
  return (theme === null ? undefined : themes[theme]) ?? 0;
}

/** What a sealed set is expected to cost apart from its sales: by its retail or list price, else by what is asked. */
export function expectedOf({ kind, facts }: ItemSeries, asOf: EpochDay, model: MarketModel): Opinion | null {
  if (kind !== 'sealed') return null;
  const halfYears = halfYearsRetired(facts, asOf);
  const reference = referencePrice(facts, halfYears);
  if (reference === null) return askedPrice(facts, model);
  const { retail, list } = model.variances;
  return {
    logPrice: Math.log(reference) + multipleAt(model, facts.theme, halfYears),
    variance: halfYears === 0 ? retail : list,
  };
}

/** By how much a retired set has grown since its last sale, as a logarithm; 0 for others and for new prices. */
export function grownSince({ kind, facts }: ItemSeries, day: EpochDay, asOf: EpochDay, model: MarketModel): number {
  if (asOf - day <= NEW_PRICE_DAYS || kindOfItem(kind) === 'minifig') return 0;
  const before = halfYearsRetired(facts, day + NEW_PRICE_DAYS);
  if (before === 0) return 0;
  return multipleAt(model, facts.theme, halfYearsRetired(facts, asOf)) - multipleAt(model, facts.theme, before);
}

/** By what third parties ask now, else by the last price that was asked; null where nothing was ever asked. */
function askedPrice({ thirdPartyPriceCents, lastPriceCents }: ItemFacts, model: MarketModel): Opinion | null {
  const [asked, last] = [thirdPartyPriceCents ?? 0, lastPriceCents ?? 0];
  const { logRatio, variance } = model.paidOfAsked;
  if (asked > 0) return { logPrice: Math.log(asked) + logRatio, variance };
  return last > 0 ? { logPrice: Math.log(last), variance: model.variances.list } : null;
}

/** What a used copy is expected to cost of a sealed or new one, as a logarithm. */
export function usedToNewOf({ kind, facts }: ItemSeries, model: MarketModel): Opinion {
  const ratio: TypicalRatio = model.usedToNew[kindOfItem(kind)];
  return { logPrice: ratio.logRatio + ofTheme(ratio.ofTheme, facts.theme), variance: ratio.variance };
}

/** The ratio of an item itself: the median of its used prices to new ones of the days around, and what is typical. */
export function ratioOfItem(lead: Evidence, used: Evidence, typical: Opinion): Opinion {
  if (ratios.length < used.size) ratios = new Float64Array(2 * used.size);
  let next = 0;
  for (let at = 0; at < used.size; at++) {
    while (next < lead.size && lead.day[next]! <= used.day[at]!) next++;
    let [sum, weights] = [0, 0];
    for (let near = Math.max(0, next - 1); near <= Math.min(next, lead.size - 1); near++) {
      const weight = 1 / (1 + Math.abs(used.day[at]! - lead.day[near]!));
      sum += weight * lead.logPrice[near]!;
      weights += weight;
    }
    ratios[at] = used.logPrice[at]! - sum / weights;
  }
  const logPrice = medianInPlace(ratios, used.size);
  for (let at = 0; at < used.size; at++) ratios[at] = Math.abs(ratios[at]! - logPrice);
  const scatter = Math.max(SMALLEST_RATIO_SCATTER, MAD_TO_SIGMA * medianInPlace(ratios, used.size));
  const own = { logPrice, variance: scatter ** 2 / Math.min(lead.size, used.size) };
  const { variance, ...ratio } = together(own, typical)!;
  return { ...ratio, variance: variance + RATIO_DRIFT };
}

/** A price in the other condition: times the ratio, or divided by it. */
export function inOtherCondition(known: Opinion | null, ratio: Opinion, toUsed: boolean): Opinion | null {
  if (known === null) return null;
  return {
    logPrice: known.logPrice + (toUsed ? ratio.logPrice : -ratio.logPrice),
    variance: known.variance + ratio.variance,
  };
}

/** Two opinions by their precision. */
export function together(one: Opinion | null, other: Opinion | null): Opinion | null {
  if (one === null || other === null) return one ?? other;
  const share = one.variance / (one.variance + other.variance);
  return {
    logPrice: one.logPrice + share * (other.logPrice - one.logPrice),
    variance: one.variance * (1 - share),
  };
}

/** What an item costs by its own sales and by what is expected of it, and whether the two contradict each other. */
export interface Weighed extends Opinion {
  readonly contradicts: boolean;
}

/**
 * Own sales move what is expected part of the way, the further the more they are. Where both are far apart, own sales
 * of three days are right and nothing is expected any more; fewer move nothing.
 */
export function weigh(own: Opinion, expected: Opinion | null, saleDays: number, scatter: number): Weighed {
  if (expected === null) return { ...own, contradicts: false };
  const apart = Math.abs(own.logPrice - expected.logPrice);
  const doubt = own.variance + expected.variance + (saleDays < BELIEVED_DAYS ? scatter : 0);
  if (apart <= CONTRADICTION || apart <= CONTRADICTION_DEVIATIONS * Math.sqrt(doubt)) {
    const given = { ...expected, variance: expected.variance * saleDays ** 2 };
    return { ...together(own, given)!, contradicts: false };
  }
  return saleDays < BELIEVED_DAYS ? { ...expected, contradicts: true } : { ...own, contradicts: false };
}
