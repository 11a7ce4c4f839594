import { type Cents, epochDayOf } from '@brickmarket/domain';
import type { SetCatalog, SetRecord } from '@brickmarket/persistence-ports';
import { setConditionKey } from '@brickmarket/portfolio';
import { forecastValue, NOTHING_LEARNED, refusalText, usd } from '@brickmarket/valuation';
import type { ForecastCache } from '../forecast/forecast-cache.ts';
import type { BookArea } from './own-book.ts';

export interface CopiesAhead {
  readonly lowCents: Cents;
  readonly middleCents: Cents;
  readonly highCents: Cents;
  readonly todayCents: Cents;
  readonly copies: number;
  readonly copiesLeftOut: number;
}

export interface YearAhead {
  readonly expected: CopiesAhead | null;
  /** Sentence with the forecast, or why there is none. */
  readonly text: string;
}

export interface AheadArea extends BookArea {
  readonly catalog: SetCatalog;
  readonly forecasts: ForecastCache;
}

const SETS_AT_A_TIME = 500;

/** Sums forecasts of unsold copies. Ranges add up as if all prices moved together, so the sum is too wide. */
export async function readYearAhead(area: AheadArea, accountId: number): Promise<YearAhead> {
  const forecast = await area.forecasts.read();
  if (forecast === null) return { expected: null, text: NOTHING_LEARNED };
  const { sealed, used } = forecast.conditions;
  // Skips reading where no forecast may be shown.
  if (sealed.prices[12].refusal !== null && used.prices[12].refusal !== null)
    return { expected: null, text: refusalText(sealed.prices[12].refusal, 'price12Months') };
  const today = epochDayOf(await area.storeClock.now());
  const { holdings } = await area.book.readOverview(accountId);
  const sets = await area.sets.read(holdings, today);
  const numberOf = (holding: (typeof holdings)[number]): string => sets.get(setConditionKey(holding))!.setNumber;
  const records = await readRecords(area.catalog, [...new Set(holdings.map(numberOf))]);
  const sum = { lowCents: 0, middleCents: 0, highCents: 0, todayCents: 0, copies: 0, copiesLeftOut: 0 };
  for (const holding of holdings) {
    const { condition, quantity } = holding;
    const record = records.get(numberOf(holding));
    const value = record?.values[condition];
    const range = record && value ? forecastValue(forecast, record.set, condition, value, 12, today) : null;
    if (range === null) {
      sum.copiesLeftOut += quantity;
      continue;
    }
    sum.copies += quantity;
    sum.todayCents += quantity * value!.valueCents;
    sum.lowCents += quantity * range.lowCents;
    sum.middleCents += quantity * range.middleCents;
    sum.highCents += quantity * range.highCents;
  }
  return sum.copies === 0
    ? { expected: null, text: 'Nothing is forecast of what you have.' }
    : { expected: sum, text: aheadText(sum) };
}

async function readRecords(catalog: SetCatalog, numbers: readonly string[]): Promise<ReadonlyMap<string, SetRecord>> {
  const records = new Map<string, SetRecord>();
  for (let at = 0; at < numbers.length; at += SETS_AT_A_TIME)
    for (const [number, record] of await catalog.findByNumbers(numbers.slice(at, at + SETS_AT_A_TIME)))
      records.set(number, record);
  return records;
}

function aheadText({ lowCents, middleCents, highCents, todayCents, copies, copiesLeftOut }: CopiesAhead): string {
  const known = copiesLeftOut === 0 ? 'Your copies' : `${copies} of your ${copies + copiesLeftOut} copies`;
  return (
    `${known}, worth ${usd(todayCents)} today, are expected to be worth about ${usd(middleCents)} in a year: ` +
    `${usd(lowCents)} to ${usd(highCents)} if all prices moved together, and likely closer.`
  );
}
