import { type Condition, CONDITIONS } from '@brickmarket/domain';
import type { ForecastRefusal, Judgement } from './gate.ts';
import type { MarketForecast } from './market-forecast.ts';

/** What is forecast: prices some months ahead, or sales. */
export type ForecastOf = 'price6Months' | 'price12Months' | 'sales90Days';

/** Whether a forecast is shown, and what it would have come to in the past. Plain data. */
export interface ForecastJudgement extends Judgement {
  readonly condition: Condition;
  readonly of: ForecastOf;
}

/** A forecast without its tables: how good it is. */
export function judgementsOf({ conditions }: MarketForecast): readonly ForecastJudgement[] {
  return CONDITIONS.flatMap((condition) => {
    const { prices, sales } = conditions[condition];
    const of = (what: ForecastOf, { refusal, origins }: Judgement) => ({ condition, of: what, refusal, origins });
    return [of('price6Months', prices[6]), of('price12Months', prices[12]), of('sales90Days', sales)];
  });
}

const OF_TITLES: Readonly<Record<ForecastOf, string>> = {
  price6Months: 'price in 6 months',
  price12Months: 'price in 12 months',
  sales90Days: 'sales in 90 days',
};
const REFUSALS: Readonly<Record<ForecastRefusal, string>> = {
  'too-short': 'the past is too short',
  'not-better': 'no better than plain ways',
  'range-not-held': 'ranges did not hold',
};

/** Why there is no forecast, as a sentence for people. */
export function refusalText(refusal: ForecastRefusal, of: ForecastOf): string {
  const isPrice = of !== 'sales90Days';
  const nothing = `No ${isPrice ? 'price' : 'number of sales'} is forecast: in this market’s past,`;
  const reasons: Readonly<Record<ForecastRefusal, string>> = {
    'too-short': isPrice
      ? 'No price is forecast yet: that takes sales of four to five years.'
      : 'No number of sales is expected yet: that takes sales of about two years.',
    'not-better': `${nothing} a forecast was no better than the plainest guess.`,
    'range-not-held': `${nothing} its 80 % ranges did not hold.`,
  };
  return reasons[refusal];
}

/** A table for people; null is a figure that does not exist. */
export interface ReportTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Forecasts compared with the plain ways they have to beat. */
export function forecastTable(judgements: readonly ForecastJudgement[]): ReportTable {
  return {
    title: 'Forecasts from earlier moments, compared with what came',
    headings: ['forecast', 'moments', 'in range %', 'our loss', 'unchanged', 'by theme', 'shown'],
    rows: judgements.map(({ condition, of, refusal, origins }) => {
      const mean = (figure: (origin: (typeof origins)[number]) => number | undefined): number | null => {
        const sum = origins.reduce((total, origin) => total + (figure(origin) ?? Number.NaN), 0);
        return Number.isNaN(sum) || origins.length === 0 ? null : Number((sum / origins.length).toFixed(2));
      };
      return [
        `${condition}: ${OF_TITLES[of]}`,
        origins.length,
        mean(({ heldPct }) => heldPct),
        mean(({ loss }) => loss),
        mean(({ rivals }) => rivals['unchanged'] ?? rivals['lastQuarter']),
        mean(({ rivals }) => rivals['theme']),
        refusal === null ? 'yes' : REFUSALS[refusal],
      ];
    }),
  };
}

/** For programs. */
export function presentForecasts(judgements: readonly ForecastJudgement[]): readonly object[] {
  return judgements.map(({ condition, of, refusal, origins }) => ({
    condition,
    forecast: OF_TITLES[of],
    shown: refusal === null,
    refusal,
    origins: origins.map(({ month, series, heldPct, loss, rivals }) => ({
      month,
      series,
      held_pct: heldPct,
      loss,
      loss_unchanged: rivals['unchanged'] ?? rivals['lastQuarter'] ?? null,
      loss_theme_growth: rivals['theme'] ?? null,
    })),
  }));
}
