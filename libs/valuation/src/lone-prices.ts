import type { Cents, EpochDay } from '@brickmarket/domain';
import { type ItemFacts, type Market, windowOf } from './market.ts';
import { medianOf } from './quantiles.ts';
import { DEFAULT_SETTINGS, type ValuationSettings } from './valuation-settings.ts';

/** Differences of logarithms are rounded: prices apart by exactly a factor must not count as further apart. */
const ROUNDING = 1e-12;
/** Two prices further apart than this factor are not of the same thing. */
const FAR_FROM_SALES = Math.log(8) + ROUNDING;
/** A retired set may have grown to many times its list price, hardly to more than this before a second copy sold. */
const FAR_FROM_LIST = Math.log(20) + ROUNDING;

/**
 * Marks prices that are alone: far from every other sale of the same series, and far from something that is known of
 * the item, be it its list or retail price, an earlier sale, or two other sales that agree. Such a price is a typing
 * error, another item or a dream, and counts only once a second sale agrees with it. Log prices, oldest first, in
 * `[0, size)`; `isAlone` gets 1 or 0 for each. Returns how many there are.
 */
export function markLonePrices(logPrice: Float64Array, size: number, facts: ItemFacts, isAlone: Uint8Array): number {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < size; i++) {
    isAlone[i] = 0;
    if (logPrice[i]! < lowest) lowest = logPrice[i]!;
    if (logPrice[i]! > highest) highest = logPrice[i]!;
  }
  // Nearly all items: two sales or more, none of them far from the others.
  if (size !== 1 && highest - lowest <= FAR_FROM_SALES) return 0;
  let agreeing = 0;
  for (let i = 0; i < size; i++) {
    isAlone[i] = agrees(logPrice, size, i) ? 0 : 1;
    agreeing += 1 - isAlone[i]!;
  }
  let alone = 0;
  let hasEarlier = false;
  for (let i = 0; i < size; i++) {
    if (isAlone[i] === 1 && !(agreeing > 0 || hasEarlier || isFarFromAsked(logPrice[i]!, facts))) isAlone[i] = 0;
    if (isAlone[i] === 1) alone++;
    else hasEarlier = true;
  }
  return alone;
}

/** A sale that a valuation leaves out because its price is alone. */
export interface LonePrice {
  /** The position of its series in the market, and its own in the columns. */
  readonly series: number;
  readonly sale: number;
  /** The sales of the series that count, and the median of their prices; null without any. */
  readonly countedSales: number;
  readonly medianCents: Cents | null;
}

/** The sales that a valuation of this market on this day leaves out because they are alone, series by series. */
export function* lonePrices(
  { sales, series }: Market,
  asOf: EpochDay,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): Generator<LonePrice> {
  const logPrice = new Float64Array(settings.mostSales);
  const isAlone = new Uint8Array(settings.mostSales);
  for (const [at, one] of series.entries()) {
    const { start, end } = windowOf(sales, one, asOf, settings);
    for (let sale = start; sale < end; sale++) logPrice[sale - start] = logOfPrice(sales.priceCents[sale]!);
    if (markLonePrices(logPrice, end - start, one.facts, isAlone) === 0) continue;
    const counted = Array.from(sales.priceCents.subarray(start, end)).filter((_, sale) => isAlone[sale] === 0);
    const medianCents = counted.length === 0 ? null : Math.round(medianOf(counted));
    for (let sale = start; sale < end; sale++)
      if (isAlone[sale - start] === 1) yield { series: at, sale, countedSales: counted.length, medianCents };
  }
}

/**
 * Whether a valuation on this day leaves out one sale of a series because its price is alone. Only a price that is far
 * from the value can be: most are told without looking at the others.
 */
export function isLonePrice(
  { sales, series }: Market,
  at: number,
  sale: number,
  asOf: EpochDay,
  logValue: number,
  settings: ValuationSettings = DEFAULT_SETTINGS,
): boolean {
  if (Math.abs(logOfPrice(sales.priceCents[sale]!) - logValue) < FAR_FROM_SALES / 2) return false;
  const { start, end } = windowOf(sales, series[at]!, asOf, settings);
  if (sale < start || sale >= end) return false;
  const logPrice = Float64Array.from(sales.priceCents.subarray(start, end), logOfPrice);
  const isAlone = new Uint8Array(end - start);
  return markLonePrices(logPrice, end - start, series[at]!.facts, isAlone) > 0 && isAlone[sale - start] === 1;
}

/** What is given away counts as a cent: zero has no logarithm. */
export function logOfPrice(cents: Cents): number {
  return Math.log(Math.max(1, cents));
}

function agrees(logPrice: Float64Array, size: number, sale: number): boolean {
  for (let i = 0; i < size; i++)
    if (i !== sale && Math.abs(logPrice[i]! - logPrice[sale]!) <= FAR_FROM_SALES) return true;
  return false;
}

/** Whether a price is far from all that shops ask or asked, where that is known. */
function isFarFromAsked(logPrice: number, { listPriceCents, retailPriceCents }: ItemFacts): boolean {
  const isFar = (cents: number): boolean => Math.abs(logPrice - Math.log(cents)) > FAR_FROM_LIST;
  const [list, retail] = [listPriceCents ?? 0, retailPriceCents ?? 0];
  return (list > 0 || retail > 0) && (list <= 0 || isFar(list)) && (retail <= 0 || isFar(retail));
}
