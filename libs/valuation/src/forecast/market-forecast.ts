import {
  type Condition,
  type EpochDay,
  type EpochMonth,
  formatIsoMonth,
  type IsoMonth,
  monthOfDay,
} from '@brickmarket/domain';
import { type Market, sampleOfMarket } from '../kernel/market.ts';
import { type JudgedSales, judgeSales, monthlySales } from './expected-sales.ts';
import {
  FORECAST_MONTHS,
  type ForecastMonths,
  judgeChanges,
  type JudgedChanges,
  monthlyLevels,
} from './price-forecast.ts';

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

/**
 * Learns, from whole months before the as-of day, how prices of sets change and how many sell, and judges by the same
 * months whether that is good enough to be shown. Minifigures have neither list price nor exit: nothing is forecast.
 */
export function learnForecast(market: Market, asOf: EpochDay): MarketForecast {
  const sample = sampleOfMarket(market, ENOUGH_SALES);
  const last = monthOfDay(asOf) - 1;
  const first = Math.max(firstMonthOf(sample) ?? last, last - MOST_MONTHS + 1);
  const learn = (condition: Condition): ConditionForecast => {
    const levels = monthlyLevels(sample, condition, first, last);
    const [six, twelve] = FORECAST_MONTHS.map((months) => judgeChanges(levels, months));
    return { prices: { 6: six!, 12: twelve! }, sales: judgeSales(monthlySales(sample, condition, first, last)) };
  };
  return { through: formatIsoMonth(last), conditions: { sealed: learn('sealed'), used: learn('used') } };
}

function firstMonthOf({ sales, series }: Market): EpochMonth | null {
  let day: EpochDay | null = null;
  for (const { start, end } of series) if (end > start) day = Math.min(day ?? sales.day[start]!, sales.day[start]!);
  return day === null ? null : monthOfDay(day);
}
