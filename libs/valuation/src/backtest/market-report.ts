import type { IsoMonth } from '@brickmarket/domain';
import {
  type ForecastJudgement,
  forecastTable,
  presentForecasts,
  type ReportTable,
} from '../forecast/forecast-report.ts';
import { baselinesOfGroup, errorLessByPct, type GroupFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, BREAKDOWNS, type FiguresBy, groupsInOrder } from './backtest-groups.ts';
import type { BaselineName } from './baselines.ts';
import type { Comparison, ErrorRatio } from './item-errors.ts';

/** How good the values of a market are. Plain data, to be kept and shown; earlier releases lack what is optional. */
export interface MarketReport {
  readonly firstMonth: IsoMonth;
  readonly lastMonth: IsoMonth;
  /** Against each sale of the months: what people paid. */
  readonly againstSales: BacktestFigures;
  /** Against the true values behind invented sales, which are known only of a demo market; null otherwise. */
  readonly againstTruth: BacktestFigures | null;
  /** By market and baseline, from the errors of each item. */
  readonly comparisons?: readonly Comparison[];
  /** How good forecasts would have been. */
  readonly forecasts?: readonly ForecastJudgement[];
}

/** How the methods are called in tables. */
export const METHOD_TITLES: Readonly<Record<BaselineName, string>> = {
  average6m: '6-month average',
  quantityAverage6m: '6-month average by pieces',
  lastSale: 'last sale',
  median30d: '30-day median',
  weightedMedian40d: '40-day weighted median',
};

const MARKET_TITLES: Readonly<Record<string, string>> = {
  sealed: 'sealed sets',
  used: 'used sets',
  figureNew: 'new minifigures',
  figureUsed: 'used minifigures',
};

/** A report as tables: compared with each baseline, by group, against the truth where known, and its forecasts. */
export function backtestTables({ comparisons = [], forecasts = [], ...report }: MarketReport): readonly ReportTable[] {
  const { againstSales, againstTruth } = report;
  return [
    {
      title: 'Our error over that of each method on the same sales, with its 95 % interval over items',
      headings: ['market', 'method', 'items', 'sales', 'ratio', 'verdict'],
      rows: comparisons.map((one) => [
        MARKET_TITLES[one.market] ?? one.market,
        METHOD_TITLES[one.method],
        one.items,
        one.sales,
        ratioText(one.male),
        verdictOn(one),
      ]),
    },
    groupTable('Against sales', againstSales, BREAKDOWNS),
    ...(againstTruth === null ? [] : [groupTable('Against the true values behind the demo market', againstTruth, [])]),
    forecastTable(forecasts),
  ].filter(({ rows }) => rows.length > 0);
}

/** Headings of `figuresRow`, after the name of the group. */
export const FIGURE_HEADINGS = ['sales', 'MALE %', 'MdAPE %', 'bias %', 'in range %', 'pinball %'] as const;

/** The figures of all sales and of the groups of some breakdowns, each in a row. */
export function groupTable<By extends Breakdown>(
  title: string,
  figures: FiguresBy<By>,
  breakdowns: readonly By[],
): ReportTable {
  const groups = breakdowns.flatMap((breakdown) => groupsInOrder(figures, breakdown));
  const rows = [['all', figures.overall] as const, ...groups];
  return {
    title,
    headings: ['group', ...FIGURE_HEADINGS],
    rows: rows.map(([name, group]) => [MARKET_TITLES[name] ?? name, ...figuresRow(group)]),
  };
}

/** Our figures on a group of sales, as cells under `FIGURE_HEADINGS`. */
export function figuresRow({ sales, estimator }: GroupFigures): readonly (number | null)[] {
  const { malePct = null, mdapePct, biasPct = null, coveragePct, pinballPct = null } = estimator;
  return [sales, malePct, mdapePct, biasPct, coveragePct, pinballPct];
}

/** A ratio with its interval, like 0.969 (0.942 to 0.997). */
export function ratioText(ratio: ErrorRatio | null): string | null {
  return ratio && `${ratio.ratio.toFixed(3)} (${ratio.low.toFixed(3)} to ${ratio.high.toFixed(3)})`;
}

/** Better or worse only when the whole interval says so. */
export function verdictOn({ male }: Comparison): 'better' | 'worse' | 'not proven' {
  if (male !== null && male.high < 1) return 'better';
  return male !== null && male.low > 1 ? 'worse' : 'not proven';
}

/** A report for programs: what the method page answers as JSON and the command prints. */
export function presentMarketReport(report: MarketReport): object {
  const { firstMonth, lastMonth, againstSales, againstTruth, comparisons = [], forecasts = [] } = report;
  return {
    first_month: firstMonth,
    last_month: lastMonth,
    comparisons: comparisons.map((one) => presentComparison(one, againstSales)),
    against_sales: presentFigures(againstSales, BREAKDOWNS),
    against_truth: againstTruth && presentFigures(againstTruth, BREAKDOWNS),
    forecasts: presentForecasts(forecasts),
  };
}

function presentComparison(comparison: Comparison, { overall, by }: BacktestFigures): object {
  const { market, method, items, sales, male } = comparison;
  const figures = (market === 'all' ? overall : by.kind[market])?.baselines[method];
  const { estimatorMdapePct: ours = null, sharedMdapePct: theirs = null } = figures ?? {};
  return {
    market,
    method,
    items,
    sales,
    male_ratio: male?.ratio ?? null,
    male_ratio_low: male?.low ?? null,
    male_ratio_high: male?.high ?? null,
    mdape_ratio: ours === null || theirs === null || theirs === 0 ? null : ours / theirs,
    verdict: verdictOn(comparison),
  };
}

/** The figures of all sales and by group, for programs. */
export function presentFigures<By extends Breakdown>(figures: FiguresBy<By>, breakdowns: readonly By[]): object {
  const groups = breakdowns.map((breakdown) => [
    `by_${breakdown}`,
    groupsInOrder(figures, breakdown).map(([group, one]) => ({ group, ...presentGroup(one) })),
  ]);
  return { overall: presentGroup(figures.overall), ...Object.fromEntries(groups) };
}

function presentGroup(group: GroupFigures): object {
  const { estimator } = group;
  return {
    sales: group.sales,
    estimator: {
      mdape_pct: estimator.mdapePct,
      male_pct: estimator.malePct ?? null,
      answered_pct: estimator.answeredPct,
      coverage_pct: estimator.coveragePct,
      pinball_pct: estimator.pinballPct ?? null,
      bias_pct: estimator.biasPct ?? null,
    },
    baselines: baselinesOfGroup(group).map(([method, figures]) => ({
      method,
      answered_pct: figures.answeredPct,
      mdape_pct: figures.sharedMdapePct ?? null,
      male_pct: figures.sharedMalePct ?? null,
      estimator_mdape_pct: figures.estimatorMdapePct,
      estimator_male_pct: figures.estimatorMalePct ?? null,
      estimator_error_less_by_pct: errorLessByPct(group, method),
    })),
  };
}
