import { type Condition, type EpochDay, formatIsoMonth, type IsoMonth, monthOfDay } from '@brickmarket/domain';
import { type Market, sampleOfMarket } from '../kernel/market.ts';
import { type JudgedSales, judgeSales, monthlySales } from './expected-sales.ts';
import { type ForecastMonths, judgeChanges, type JudgedChanges, monthlyLevels } from './price-forecast.ts';

/** Months longer ago say nothing any more. */
const MOST_MONTHS = 120;
/** About this many sales are looked at; more would not change what is learned. */
const ENOUGH_SALES = 1_000_000;

/** What was learned about the future of sets in one condition. */
export interface ConditionForecast {
  readonly prices: Readonly<Record<ForecastMonths, JudgedChanges>>;
  readonly sales: JudgedSales;
}

/** What a market's own past says about its future, and how good that has been. Plain data, to be kept. */
export interface MarketForecast {
  /** The last month that was known. */
  readonly through: IsoMonth;
  readonly conditions: Readonly<Record<Condition, ConditionForecast>>;
}

/** Learns from whole months how prices of sets change and how many sell. Minifigures have no list price: nothing. */
export function learnForecast(market: Market, asOf: EpochDay): MarketForecast {
  const sample = sampleOfMarket(market, ENOUGH_SALES);
  const last = monthOfDay(asOf) - 1;
  const days = sample.series.flatMap(({ start, end }) => (end > start ? [sample.sales.day[start]!] : []));
  const oldest = days.reduce((one, other) => Math.min(one, other), asOf);
  const first = Math.max(Math.min(monthOfDay(oldest), last), last - MOST_MONTHS + 1);
  const learn = (condition: Condition): ConditionForecast => {
    const levels = monthlyLevels(sample, condition, first, last);
    const prices = { 6: judgeChanges(levels, 6), 12: judgeChanges(levels, 12) };
    return { prices, sales: judgeSales(monthlySales(sample, condition, first, last)) };
  };
  return { through: formatIsoMonth(last), conditions: { sealed: learn('sealed'), used: learn('used') } };
}
