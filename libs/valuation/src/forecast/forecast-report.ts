import { type Condition, CONDITIONS } from '@brickmarket/domain';
import type { ReportTable } from '../backtest/report-table.ts';
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
    const judged: Readonly<Record<ForecastOf, Judgement>> = {
      price6Months: prices[6],
      price12Months: prices[12],
      sales90Days: sales,
    };
    return Object.entries(judged).map(([of, { refusal, origins }]) => ({
      condition,
      of: of as ForecastOf,
      refusal,
      origins,
    }));
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
  const what = of === 'sales90Days' ? 'number of sales' : 'price';
  switch (refusal) {
    case 'too-short':
      return of === 'sales90Days'
        ? 'No number of sales is expected yet: that takes sales of about two years.'
        : 'No price is forecast yet: that takes sales of four to five years.';
    case 'not-better':
      return `No ${what} is forecast: in this market’s past, a forecast was no better than the plainest guess.`;
    case 'range-not-held':
      return `No ${what} is forecast: in this market’s past, its 80 % ranges did not hold.`;
    default:
      return refusal satisfies never;
  }
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
