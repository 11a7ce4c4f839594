import { type Cents, type EpochDay, type MarketSale, MS_PER_DAY } from '@brickmarket/domain';
import { fatTailed, normal, poisson } from '../random/distributions.ts';
import { RandomStream } from '../random/random-stream.ts';
import { childKey } from '../random/stream-key.ts';
import { drawFlaw, flawFactor } from './sale-flaws.ts';
import { SALE_SOURCES } from './sale-source.ts';
import type { Tradable } from './tradable.ts';
import type { TradingMonth } from './trading-month.ts';

const SECONDS_PER_DAY = 86_400;
/** Demand comes in waves: a month's rate differs from its mean by about this much, on a log scale. */
const MONTHLY_WAVE = 0.35;

/**
 * All sales of one item in one condition in one calendar month, oldest first. The month has a random stream of its own:
 * its sales are the same whichever other months are asked for and however the market goes on.
 */
export function salesOfMonth(item: Tradable, { month, firstDay, days, trade }: TradingMonth): MarketSale[] {
  const sales: MarketSale[] = [];
  if (firstDay + days <= item.firstDay) return sales;
  const stream = new RandomStream(childKey(item.key, month));
  if (item.isListed) return monthlyListing(stream, item, month, firstDay);
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

/** One offer of the middle of the month, and hardly ever a false one. */
function monthlyListing(stream: RandomStream, item: Tradable, month: number, firstDay: EpochDay): MarketSale[] {
  const day = firstDay + 14;
  if (day < item.firstDay) return [];
  const wrong = stream.chance(0.004) ? stream.between(-1.5, 1.5) : 0;
  const logPrice = item.path.logCents(item.condition, day) + item.spread * normal(stream) + wrong;
  const { itemKind, itemNumber, condition } = item;
  return [
    {
      itemKind,
      itemNumber,
      condition,
      soldAt: new Date((day + 0.5) * MS_PER_DAY),
      priceCents: Math.max(5, Math.round(Math.exp(logPrice))),
      quantity: 1,
      source: SALE_SOURCES[0]!.name,
      sourceRef: `${itemNumber}/${condition}/${month}/0`,
    },
  ];
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
  return luck < 0.995 ? stream.whole(3, 5) : stream.whole(6, 20);
}

function drawPrice(stream: RandomStream, item: Tradable, day: EpochDay, logShift: number, roughness: number): Cents {
  const flaw = drawFlaw(stream, item.condition, item.sloppiness);
  const other = item.condition === 'sealed' ? 'used' : 'sealed';
  const logValue = item.path.logCents(flaw === 'mislabelled' ? other : item.condition, day);
  const noise = item.spread * roughness * fatTailed(stream);
  const isOther = item.mixture !== null && stream.chance(item.mixture.share);
  const ratio = isOther ? item.mixture.logRatio + 0.15 * normal(stream) : 0;
  const price = Math.exp(logValue + logShift + noise + ratio) * flawFactor(stream, flaw);
  const tidy = price > 1500 && stream.chance(0.4);
  return Math.max(5, tidy ? Math.round(price / 100) * 100 - 1 : Math.round(price));
}
