import { type EpochDay, type EpochMonth, firstDayOfMonth } from '@brickmarket/domain';
import { firstAfterDay } from '@brickmarket/valuation';
import type { KnownMarket } from './known-market.ts';

/** Deviations from which a row is false: wrong item, incomplete, typing error. */
const FALSE_DEVIATIONS = 4;
const MAD_TO_SIGMA = 1.4826;

/** Error in percent of a filter that knows noise, false rows and size of moves: the lower bound. */
export function knownProcessMdapePct(known: KnownMarket, first: EpochMonth, last: EpochMonth): number {
  const { sales, series } = known.market;
  const errors: number[] = [];
  for (const { start, end } of series) {
    if (end - start < 2) continue;
    const misses = Array.from({ length: end - start }, (_, i) => logMiss(known, start + i));
    const deviation = Math.max(1e-4, MAD_TO_SIGMA * median(misses.map(Math.abs)));
    for (let month = first; month <= last; month++) {
      const eve = firstDayOfMonth(month) - 1;
      const from = firstAfterDay(sales, start, end, eve);
      const to = firstAfterDay(sales, from, end, firstDayOfMonth(month + 1) - 1);
      if (from === to) continue;
      const value = filtered(known, start, from, eve, deviation);
      if (value === null) continue;
      for (let i = from; i < to; i++) errors.push(Math.abs(Math.exp(value) / sales.priceCents[i]! - 1));
    }
  }
  return 100 * median(errors);
}

function filtered(known: KnownMarket, start: number, end: number, eve: EpochDay, deviation: number): number | null {
  const { sales } = known.market;
  const noise = deviation * deviation;
  let level = Number.NaN;
  let variance = 0;
  let truth = 0;
  for (let i = Math.max(start, end - 300); i < end && sales.day[i]! <= eve; i++) {
    if (Math.abs(logMiss(known, i)) > FALSE_DEVIATIONS * deviation) continue;
    const price = Math.log(sales.priceCents[i]!);
    const now = Math.log(known.trueCents[i]!);
    if (Number.isNaN(level)) {
      level = price;
      variance = noise;
    } else {
      variance += (now - truth) ** 2;
      const gain = variance / (variance + noise);
      level += gain * (price - level);
      variance *= 1 - gain;
    }
    truth = now;
  }
  return Number.isNaN(level) ? null : level;
}

function logMiss({ market: { sales }, trueCents }: KnownMarket, i: number): number {
  return Math.log(Math.max(1, sales.priceCents[i]!) / trueCents[i]!);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >>> 1] ?? Number.NaN;
}
