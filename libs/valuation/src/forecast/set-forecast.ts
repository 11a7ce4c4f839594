import type { Cents, Condition, DataTier, EpochDay, EpochMonth, ShelfLife } from '@brickmarket/domain';
import { EXPECTED_SALES_DAYS, expectedSales, type SalesRange, type SalesTable } from './expected-sales.ts';
import { type ForecastOf, refusalText } from './forecast-report.ts';
import type { ForecastRefusal } from './gate.ts';
import type { MarketForecast } from './market-forecast.ts';
import { FORECAST_MONTHS, type ForecastMonths, forecastPrice, type PriceRange } from './price-forecast.ts';

/** A set and what it is worth today; null where it has no value. */
export interface ValuedSetFacts {
  readonly set: ForecastFacts;
  readonly values: Readonly<Record<Condition, ForecastedValue | null>>;
}

/** What a forecast of a set's price depends on. */
export interface ForecastFacts extends ShelfLife {
  readonly theme: string | null;
  readonly msrpCents: Cents | null;
}

/** A value of today that a forecast starts from. */
export interface ForecastedValue {
  readonly valueCents: Cents;
  readonly tier: DataTier;
}

/** How often a set sold, by published months. */
export interface PublishedSales {
  /** Null as long as no month is published. */
  readonly published: { readonly through: EpochMonth } | null;
  /** Those with sales; in the others there were none. */
  readonly months: readonly { readonly month: EpochMonth; readonly salesCount: number }[];
}

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

/** What is expected of a set that has a value; null where it has none. */
export function forecastSet(
  forecast: MarketForecast | null,
  { set, values }: ValuedSetFacts,
  condition: Condition,
  sold: PublishedSales | null,
  today: EpochDay,
): SetForecast | null {
  const value = values[condition];
  if (value === null) return null;
  if (forecast === null) return { prices: { 6: null, 12: null }, sales: null, text: NOTHING_LEARNED };
  const priceIn = (ahead: ForecastMonths): PriceRange | null =>
    forecastValue(forecast, set, condition, value, ahead, today);
  const prices = { 6: priceIn(6), 12: priceIn(12) };
  const { sales: judged } = forecast.conditions[condition];
  const sales = judged.refusal === null && judged.table !== null ? salesAhead(judged.table, sold) : null;
  const text = [...priceTexts(forecast, condition, value, prices), salesText(judged.refusal, sales)].join(' ');
  return { prices, sales, text };
}

/** What a copy will cost by its value today; null where that is not shown, or rests on no sales of its own. */
export function forecastValue(
  { conditions }: MarketForecast,
  set: ForecastFacts,
  condition: Condition,
  value: ForecastedValue,
  ahead: ForecastMonths,
  today: EpochDay,
): PriceRange | null {
  const { refusal, table } = conditions[condition].prices[ahead];
  if (refusal !== null || table === null || value.tier === 'modelled') return null;
  const facts = { ...set, listPriceCents: set.msrpCents, retailPriceCents: null };
  return forecastPrice(table, facts, value.valueCents, today);
}

function salesAhead(table: SalesTable, sold: PublishedSales | null): SalesRange | null {
  if (!sold?.published) return null;
  const { through } = sold.published;
  const soldIn = (months: number): number =>
    sold.months.reduce((sum, { month, salesCount }) => sum + (month > through - months ? salesCount : 0), 0);
  return expectedSales(table, { quarter: soldIn(QUARTER), year: soldIn(YEAR) }, through + 1);
}

function priceTexts(
  { conditions }: MarketForecast,
  condition: Condition,
  { tier }: ForecastedValue,
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
