import type { Cents, Condition, EpochDay } from '@brickmarket/domain';
import type { CurrentValue, ForecastStore, PublishedMonth, SetRecord } from '@brickmarket/persistence-ports';
import {
  EXPECTED_SALES_DAYS,
  expectedSales,
  FORECAST_MONTHS,
  type ForecastMonths,
  type ForecastOf,
  forecastPrice,
  type ForecastRefusal,
  type MarketForecast,
  type PriceRange,
  refusalText,
  type SalesRange,
} from '@brickmarket/valuation';

/** What is expected of copies of a set in one condition, each part only where the market's past has earned it. */
export interface SetForecast {
  readonly prices: Readonly<Record<ForecastMonths, PriceRange | null>>;
  readonly sales: SalesRange | null;
  /** The same in sentences, with why parts are missing. */
  readonly text: string;
}

const OF_MONTHS: Readonly<Record<ForecastMonths, ForecastOf>> = { 6: 'price6Months', 12: 'price12Months' };
const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const YEAR = 12;
const QUARTER = 3;

/** What is said before the first backtest is published. */
export const NOTHING_LEARNED = 'No price is forecast yet: the market’s past has not been looked at.';

/** What was learned about the market's future last; null before the first backtest is published. */
export async function readForecast(forecasts: ForecastStore): Promise<MarketForecast | null> {
  return ((await forecasts.findLatest())?.forecast ?? null) as MarketForecast | null;
}

/** What is expected of a set that has a value; null where it has none. */
export function forecastSet(
  forecast: MarketForecast | null,
  { set, values }: SetRecord,
  condition: Condition,
  months: readonly PublishedMonth[],
  today: EpochDay,
): SetForecast | null {
  const value = values[condition];
  if (value === null) return null;
  if (forecast === null) return { prices: { 6: null, 12: null }, sales: null, text: NOTHING_LEARNED };
  const priceIn = (ahead: ForecastMonths): PriceRange | null =>
    forecastValue(forecast, set, condition, value, ahead, today);
  const prices = { 6: priceIn(6), 12: priceIn(12) };
  const { sales: judged } = forecast.conditions[condition];
  const sales = judged.refusal === null && judged.table !== null ? salesAhead(judged.table, months) : null;
  const text = [...priceTexts(forecast, condition, value, prices), salesText(judged.refusal, sales)].join(' ');
  return { prices, sales, text };
}

/** What a copy will cost by its value today; null where that is not shown, or rests on no sales of its own. */
export function forecastValue(
  { conditions }: MarketForecast,
  set: SetRecord['set'],
  condition: Condition,
  value: CurrentValue,
  ahead: ForecastMonths,
  today: EpochDay,
): PriceRange | null {
  const { refusal, table } = conditions[condition].prices[ahead];
  if (refusal !== null || table === null || value.tier === 'modelled') return null;
  const facts = { ...set, listPriceCents: set.msrpCents, retailPriceCents: null };
  return forecastPrice(table, facts, value.valueCents, today);
}

function salesAhead(table: Parameters<typeof expectedSales>[0], months: readonly PublishedMonth[]): SalesRange | null {
  const last = months.at(-1);
  if (last === undefined) return null;
  const sum = (count: number): number => months.slice(-count).reduce((total, { salesCount }) => total + salesCount, 0);
  return expectedSales(table, { quarter: sum(QUARTER), year: sum(YEAR) }, last.month + 1);
}

function priceTexts(
  { conditions }: MarketForecast,
  condition: Condition,
  { tier }: CurrentValue,
  prices: SetForecast['prices'],
): readonly string[] {
  const sentences = FORECAST_MONTHS.map((ahead) => {
    const [range, refusal] = [prices[ahead], conditions[condition].prices[ahead].refusal];
    if (range !== null) {
      const likely = `${usd(range.lowCents)} to ${usd(range.highCents)}`;
      return `In ${ahead} months about ${usd(range.middleCents)}, most likely ${likely}.`;
    }
    return refusal === null && tier === 'modelled'
      ? 'No price is forecast without sales of its own.'
      : refusalText(refusal ?? 'too-short', OF_MONTHS[ahead]);
  });
  return [...new Set(sentences)];
}

function salesText(refusal: ForecastRefusal | null, sales: SalesRange | null): string {
  if (refusal !== null) return refusalText(refusal, 'sales90Days');
  if (sales === null) return `Hardly any sale is expected in ${EXPECTED_SALES_DAYS} days.`;
  const { low, middle, high } = sales;
  const range = low === high ? '' : `, most likely ${low} to ${high}`;
  return `About ${middle} ${middle === 1 ? 'sale' : 'sales'} expected in ${EXPECTED_SALES_DAYS} days${range}.`;
}

/** "$1,234.50", as the pages write it. */
export function usd(cents: Cents): string {
  return USD.format(cents / 100);
}
