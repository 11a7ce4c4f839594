import {
  type Condition,
  type EpochDay,
  epochDayOf,
  type EpochMonth,
  firstDayOfMonth,
  monthOfDay,
  type Cents,
  type MarketSale,
  MS_PER_DAY,
} from '@brickmarket/domain';
import type { Interval } from '../market-options.ts';
import { RandomStream, fatTailed, normal, poisson, childKey } from '../random/random-stream.ts';
import { seasonalTrade } from '../truth/curves.ts';
import type { Tradable } from './tradable.ts';

/** Synthetic marketplace with its own price level and spread. */
interface SaleSource {
  readonly name: string;
  readonly logBias: number;
  readonly roughness: number;
}

export const SALE_SOURCES: readonly SaleSource[] = [
  { name: 'openauction', logBias: -0.02, roughness: 1.15 },
  { name: 'brickbazaar', logBias: 0, roughness: 0.8 },
  { name: 'collectorhall', logBias: 0.03, roughness: 1.1 },
];

type SaleFlaw = 'sound' | 'mislabelled' | 'incomplete' | 'lot' | 'typo';

/** At a sloppiness of 1. Used copies are incomplete more often than sealed ones are damaged. */
const SHARES: Readonly<Record<Condition, readonly (readonly [SaleFlaw, number])[]>> = {
  sealed: [
    ['mislabelled', 0.011],
    ['incomplete', 0.005],
    ['lot', 0.004],
    ['typo', 0.0025],
  ],
  used: [
    ['mislabelled', 0.007],
    ['incomplete', 0.022],
    ['lot', 0.005],
    ['typo', 0.0025],
  ],
};

function drawFlaw(stream: RandomStream, condition: Condition, sloppiness: number): SaleFlaw {
  let rest = stream.uniform() / sloppiness;
  for (const [flaw, share] of SHARES[condition]) {
    rest -= share;
    if (rest < 0) return flaw;
  }
  return 'sound';
}

/** Price factor. A mislabeled row has the price of its real item and needs none. */
function flawFactor(stream: RandomStream, flaw: SaleFlaw): number {
  switch (flaw) {
    case 'incomplete':
      return stream.between(0.12, 0.6);
    case 'lot':
      return stream.wholeNumber(2, 5) * stream.between(0.85, 1);
    case 'typo':
      return stream.chance(0.5) ? 10 : 0.1;
    default:
      return 1;
  }
}

export interface TradingMonth {
  readonly month: EpochMonth;
  readonly firstDay: EpochDay;
  readonly days: number;
  /** Factor on the number of sales; 1 on average. */
  readonly trade: number;
  /** Only partly within the interval. */
  readonly isPartial: boolean;
}

export function tradingMonths(interval: Interval): readonly TradingMonth[] {
  const first = monthOfDay(epochDayOf(interval.after));
  const last = monthOfDay(epochDayOf(interval.until));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const month = first + i;
    const firstDay = firstDayOfMonth(month);
    return {
      month,
      firstDay,
      days: firstDayOfMonth(month + 1) - firstDay,
      trade: seasonalTrade(firstDay + 15),
      isPartial: month === first || month === last,
    };
  });
}

const SECONDS_PER_DAY = 86_400;
/** Standard deviation of the log rate around its mean. */
const MONTHLY_WAVE = 0.35;

/** Oldest first. The month's own stream makes its sales independent of other months and the as-of day. */
export function salesOfMonth(item: Tradable, { month, firstDay, days, trade }: TradingMonth): MarketSale[] {
  const sales: MarketSale[] = [];
  if (firstDay + days <= item.firstDay) return sales;
  const stream = new RandomStream(childKey(item.key, month));
  const wave = Math.exp(MONTHLY_WAVE * normal(stream) - (MONTHLY_WAVE * MONTHLY_WAVE) / 2);
  const count = poisson(stream, item.perMonth(firstDay + 15) * trade * wave);
  const seconds = new Float64Array(count);
  for (let i = 0; i < count; i++)
    seconds[i] = firstDay * SECONDS_PER_DAY + Math.floor(stream.uniform() * days * SECONDS_PER_DAY);
  seconds.sort();
  for (let i = 0; i < count; i++) {
    const sale = drawSale(stream, item, seconds[i]! * 1000, `${item.itemNumber}/${item.condition}/${month}/${i}`);
    if (seconds[i]! >= item.firstDay * SECONDS_PER_DAY) sales.push(sale);
  }
  return sales;
}

function drawSale(stream: RandomStream, item: Tradable, soldAtMs: number, sourceRef: string): MarketSale {
  const day = Math.floor(soldAtMs / MS_PER_DAY);
  const source = SALE_SOURCES[Math.min(2, Math.floor(3.4 * stream.uniform() * stream.uniform()))]!;
  const quantity = drawQuantity(stream);
  return {
    itemKind: item.itemKind,
    itemNumber: item.itemNumber,
    condition: item.condition,
    soldAt: new Date(soldAtMs),
    priceCents: drawPrice(stream, item, day, source.logBias - 0.02 * Math.log2(quantity), source.roughness),
    quantity,
    source: source.name,
    sourceRef,
  };
}

function drawQuantity(stream: RandomStream): number {
  const luck = stream.uniform();
  if (luck < 0.93) return 1;
  if (luck < 0.975) return 2;
  return luck < 0.995 ? stream.wholeNumber(3, 5) : stream.wholeNumber(6, 20);
}

function drawPrice(stream: RandomStream, item: Tradable, day: EpochDay, logShift: number, roughness: number): Cents {
  const flaw = drawFlaw(stream, item.condition, item.sloppiness);
  const other = item.condition === 'sealed' ? 'used' : 'sealed';
  const logValue = item.path.logCents(flaw === 'mislabelled' ? other : item.condition, day);
  const noise = item.spread * roughness * fatTailed(stream);
  const ownShift = item.drawShift?.(stream) ?? 0;
  const price = Math.exp(logValue + logShift + noise + ownShift) * flawFactor(stream, flaw);
  const tidy = price > 1500 && stream.chance(0.4);
  return Math.max(5, tidy ? Math.round(price / 100) * 100 - 1 : Math.round(price));
}
