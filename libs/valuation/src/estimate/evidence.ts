import type { EpochDay } from '@brickmarket/domain';
import type { ItemFacts, ItemSeries } from '../kernel/market.ts';
import { firstAfterDay, type SaleColumns } from '../kernel/sale-columns.ts';

/** Sales this many days back count. */
export const WINDOW_DAYS = 365;
/** The sales of one source on one day are one voice, which counts as the square root of so many sales at most. */
const MOST_OF_DAY = 5;
/** Prices further apart than this factor are not of the same thing. */
const FAR_FROM_SALES = 8;
/** A set may grow to many times its list price, hardly to more than this before it sells on a second day. */
const FAR_FROM_LIST = 20;

/** The positions of the sales of a series that a valuation on a day looks at. */
export function windowOf(sales: SaleColumns, { start, end }: ItemSeries, asOf: EpochDay, days = WINDOW_DAYS) {
  const known = firstAfterDay(sales, start, end, asOf);
  return { start: firstAfterDay(sales, start, known, asOf - days), end: known };
}

/** What a series has sold within a window: the median price of each day and source, oldest first. Reused. */
export class Evidence {
  /** How many voices there are. */
  size = 0;
  day: Int32Array = new Int32Array(512);
  /** Natural logarithm of cents. */
  logPrice: Float64Array = new Float64Array(512);
  weight: Float64Array = new Float64Array(512);
  source: Int32Array = new Int32Array(512);
  /** 1 where a voice speaks of the level that holds now. */
  isInside: Uint8Array = new Uint8Array(512);
  saleDays = 0;
  lowestCents = 0;
  highestCents = 0;

  constructor(private readonly sales: SaleColumns) {}

  load(series: ItemSeries, asOf: EpochDay, days = WINDOW_DAYS): void {
    const { sales } = this;
    const { start, end } = windowOf(sales, series, asOf, days);
    this.size = 0;
    this.saleDays = 0;
    if (start === end) return;
    const bounds = soundPrices(sales, start, end, series.facts);
    this.lowestCents = 0x7fffffff;
    this.highestCents = 0;
    for (let from = start, to = start; from < end; from = to) {
      while (to < end && sales.day[to] === sales.day[from]) to++;
      const before = this.size;
      if (to - from === 1) this.addLone(from, bounds);
      else this.addDay(from, to, bounds);
      if (this.size > before) this.saleDays++;
    }
  }

  private addLone(at: number, bounds: readonly Bounds[]): void {
    const cents = this.sales.priceCents[at]!;
    if (isWithin(bounds, cents)) this.addVoice(at, 1, Math.log(cents));
  }

  private addDay(from: number, to: number, bounds: readonly Bounds[]): void {
    const { priceCents, source } = this.sales;
    const first = this.size;
    for (let at = from; at < to; at++) {
      if (!isWithin(bounds, priceCents[at]!)) continue;
      const of = source?.[at] ?? 0;
      let isKnown = false;
      for (let voice = first; voice < this.size; voice++) if (this.source[voice] === of) isKnown = true;
      if (isKnown) continue;
      // The sales of a day are in the order of their prices: the median is in the middle.
      const ofSource: number[] = [];
      for (let sale = at; sale < to; sale++)
        if ((source?.[sale] ?? 0) === of && isWithin(bounds, priceCents[sale]!)) ofSource.push(priceCents[sale]!);
      const middle = ofSource.length >>> 1;
      const upper = Math.log(ofSource[middle]!);
      const median = ofSource.length % 2 === 1 ? upper : (upper + Math.log(ofSource[middle - 1]!)) / 2;
      this.addVoice(at, ofSource.length, median);
      this.note(ofSource.at(-1)!);
    }
  }

  private addVoice(at: number, sales: number, logPrice: number): void {
    if (this.size === this.day.length) this.grow();
    const voice = this.size++;
    this.day[voice] = this.sales.day[at]!;
    this.logPrice[voice] = logPrice;
    this.weight[voice] = Math.sqrt(Math.min(sales, MOST_OF_DAY));
    this.source[voice] = this.sales.source?.[at] ?? 0;
    this.isInside[voice] = 1;
    this.note(this.sales.priceCents[at]!);
  }

  private note(cents: number): void {
    if (cents < this.lowestCents) this.lowestCents = cents;
    if (cents > this.highestCents) this.highestCents = cents;
  }

  private grow(): void {
    const capacity = 2 * this.day.length;
    const [day, logPrice, weight, source, isInside] = [
      this.day,
      this.logPrice,
      this.weight,
      this.source,
      this.isInside,
    ];
    (this.day = new Int32Array(capacity)).set(day);
    (this.logPrice = new Float64Array(capacity)).set(logPrice);
    (this.weight = new Float64Array(capacity)).set(weight);
    (this.source = new Int32Array(capacity)).set(source);
    (this.isInside = new Uint8Array(capacity)).set(isInside);
  }
}

/** Prices in cents that count, both ends included. */
interface Bounds {
  readonly lowest: number;
  readonly highest: number;
}

function isWithin(bounds: readonly Bounds[], cents: number): boolean {
  for (const { lowest, highest } of bounds) if (cents >= lowest && cents <= highest) return true;
  return false;
}

/**
 * The prices that count. Those of zero and below do not, nor does a price that is alone: nothing sold within a factor
 * of eight of it on another day, and other prices of two days agree, or it is twenty times away from what shops ask.
 */
function soundPrices(sales: SaleColumns, start: number, end: number, facts: ItemFacts): readonly Bounds[] {
  let lowest = 0x7fffffff;
  let highest = 0;
  for (let at = start; at < end; at++) {
    const cents = sales.priceCents[at]!;
    if (cents <= 0) continue;
    if (cents < lowest) lowest = cents;
    if (cents > highest) highest = cents;
  }
  const isOneDay = sales.day[start] === sales.day[end - 1];
  if (highest <= FAR_FROM_SALES * lowest && !isOneDay) return [{ lowest, highest }];
  const clusters = clustersOf(sales, start, end);
  const agrees = clusters.some(({ days }) => days > 1);
  return clusters.filter(({ days, ...bounds }) => days > 1 || !(agrees || isFarFromAsked(bounds, facts)));
}

function clustersOf({ day, priceCents }: SaleColumns, start: number, end: number) {
  const byPrice = Array.from({ length: end - start }, (_, at) => start + at)
    .filter((at) => priceCents[at]! > 0)
    .sort((a, b) => priceCents[a]! - priceCents[b]! || day[a]! - day[b]!);
  const clusters: { lowest: number; highest: number; days: number }[] = [];
  let seen = new Set<number>();
  for (const at of byPrice) {
    const cents = priceCents[at]!;
    const last = clusters.at(-1);
    if (last === undefined || cents > FAR_FROM_SALES * last.highest) {
      seen = new Set([day[at]!]);
      clusters.push({ lowest: cents, highest: cents, days: 1 });
    } else {
      last.highest = cents;
      last.days = seen.add(day[at]!).size;
    }
  }
  return clusters;
}

/** Whether prices are far from all that shops ask or asked, where that is known. */
function isFarFromAsked({ lowest, highest }: Bounds, { listPriceCents, retailPriceCents }: ItemFacts): boolean {
  const asked = [listPriceCents ?? 0, retailPriceCents ?? 0].filter((cents) => cents > 0);
  return asked.length > 0 && asked.every((cents) => lowest > FAR_FROM_LIST * cents || highest * FAR_FROM_LIST < cents);
}

/** A sale that a valuation leaves out because its price is alone. */
export interface LonePrice {
  /** The position of its series in the market, and its own in the columns. */
  readonly series: number;
  readonly sale: number;
  /** The sales of the series that count, and the median of their prices; null without any. */
  readonly countedSales: number;
  readonly medianCents: number | null;
}

/** The sales that a valuation of this market on this day leaves out because they are alone, series by series. */
export function* lonePrices(
  { sales, series }: { readonly sales: SaleColumns; readonly series: readonly ItemSeries[] },
  asOf: EpochDay,
): Generator<LonePrice> {
  for (const [at, one] of series.entries()) {
    const { start, end } = windowOf(sales, one, asOf);
    if (start === end) continue;
    const bounds = soundPrices(sales, start, end, one.facts);
    const counted = sales.priceCents
      .slice(start, end)
      .filter((cents) => isWithin(bounds, cents))
      .sort();
    if (counted.length === end - start) continue;
    const middle = counted.length >>> 1;
    const median = counted.length % 2 === 1 ? counted[middle]! : (counted[middle]! + counted[middle - 1]!) / 2;
    const medianCents = counted.length === 0 ? null : Math.round(median);
    for (let sale = start; sale < end; sale++)
      if (!isWithin(bounds, sales.priceCents[sale]!))
        yield { series: at, sale, countedSales: counted.length, medianCents };
  }
}
