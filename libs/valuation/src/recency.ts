import type { ValuationSettings } from './valuation-settings.ts';

const DAYS_PER_MONTH = 30.4375;

/**
 * How fast sales of an item lose weight as evidence. What sells often is followed closely; what sells seldom needs a long memory.
 * For a price that wanders, the best memory shrinks with the square root of the number of sales.
 */
export function halfLifeFor(salesInWindow: number, settings: ValuationSettings): number {
  const salesPerMonth = (salesInWindow * DAYS_PER_MONTH) / settings.windowDays;
  const halfLife = settings.halfLifeDays / Math.sqrt(salesPerMonth);
  return Math.min(Math.max(halfLife, settings.shortestHalfLifeDays), settings.longestHalfLifeDays);
}

/** Weight of a sale by its age: 1 today, halved every half-life. */
export function recencyWeight(ageDays: number, halfLifeDays: number): number {
  // An exponential costs half of what a power does, and this is done for every sale.
  return Math.exp((-ageDays * Math.LN2) / halfLifeDays);
}
