import { percentOf } from '@brickmarket/domain';
import { forecastTable } from '../forecast/forecast-report.ts';
import type { SeriesKind } from '../kernel/market.ts';
import { baselinesOfGroup, type GroupFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, BREAKDOWNS, type FiguresBy, groupsInOrder } from './backtest-groups.ts';
import type { BaselineName } from './baselines.ts';
import type { Comparison, ErrorRatio } from './item-errors.ts';
import type { MarketReport } from './market-report.ts';
import type { ReportTable } from './report-table.ts';
import type { ScoreBreakdown } from './scorecard.ts';

/** How the methods are called in tables. */
export const METHOD_TITLES: Readonly<Record<BaselineName | 'estimator', string>> = {
  estimator: 'Brickmarket',
  average6m: '6-month average',
  quantityAverage6m: '6-month average by pieces',
  lastSale: 'last sale',
  median30d: '30-day median',
  weightedMedian40d: '40-day weighted median',
};

const BREAKDOWN_TITLES: Readonly<Record<Breakdown | ScoreBreakdown, string>> = {
  tier: 'data tier',
  kind: 'kind',
  selling: 'way of selling',
  theme: 'theme',
  priceBand: 'price',
  status: 'status',
};
/**
 * A report as tables: values compared with each baseline, all methods against sales, against the truth where it is
 * known, our figures by group, and forecasts compared with what came.
 */
export function backtestTables(report: MarketReport): readonly ReportTable[] {
  const { againstSales, againstTruth, comparisons, forecasts } = report;
  const { sales, estimator } = againstSales.overall;
  const held = `our 80 % range held ${estimator.coveragePct ?? '-'} % of them`;
  return [
    ...(comparisons === undefined ? [] : [comparisonTable(comparisons)]),
    methodTable(
      againstSales,
      `All methods against ${sales} sales, each compared with ours on those that both answer; ${held}`,
    ),
    ...(againstTruth === null
      ? []
      : [methodTable(againstTruth, 'All methods against the true values behind the demo market')]),
    ...BREAKDOWNS.flatMap((breakdown) => breakdownTables(againstSales, breakdown, 'Against sales')),
    ...(forecasts === undefined ? [] : [forecastTable(forecasts)]),
  ];
}

/** The figures of the groups of a breakdown; none where a report has no such breakdown. */
export function breakdownTables<By extends Breakdown | ScoreBreakdown>(
  figures: FiguresBy<By>,
  breakdown: By,
  title: string,
): readonly ReportTable[] {
  const groups = groupsInOrder(figures, breakdown);
  const heading = BREAKDOWN_TITLES[breakdown];
  const nameOf = (name: string): string => (breakdown === 'kind' ? MARKET_TITLES[name as SeriesKind] : name);
  const rows = groups.map(([name, group]) => [nameOf(name), ...groupFigures(group)]);
  return groups.length === 0
    ? []
    : [{ title: `${title}, by ${heading}`, headings: [heading, ...GROUP_HEADINGS], rows }];
}

/** Of `groupFigures`. */
export const GROUP_HEADINGS = [
  'sales',
  'MdAPE %',
  'bias %',
  'within 10 %',
  'within 20 %',
  'in range %',
  'pinball %',
] as const;

/** Our figures on a group of sales, as cells under `GROUP_HEADINGS`. */
export function groupFigures({ sales, estimator }: GroupFigures): readonly (number | null)[] {
  return [
    sales,
    estimator.mdapePct,
    estimator.biasPct ?? null,
    estimator.within10Pct,
    estimator.within20Pct,
    estimator.coveragePct,
    estimator.pinballPct ?? null,
  ];
}

/**
 * By how much smaller our error is than a baseline's on the sales that both answer, in percent of the baseline's; null
 * when there are none.
 */
export function errorLessByPct({ baselines }: GroupFigures, baseline: BaselineName): number | null {
  const { sharedMdapePct: theirs = null, estimatorMdapePct: ours = null } = baselines[baseline] ?? {};
  return theirs === null || ours === null ? null : percentOf(theirs - ours, theirs);
}

function methodTable({ overall }: BacktestFigures, title: string): ReportTable {
  const { answeredPct, mdapePct, malePct = null } = overall.estimator;
  return {
    title,
    headings: ['method', 'answered %', 'its MdAPE %', 'our MdAPE %', 'its MALE %', 'our MALE %'],
    rows: [
      [METHOD_TITLES.estimator, answeredPct, null, mdapePct, null, malePct],
      ...baselinesOfGroup(overall).map(([name, figures]) => [
        METHOD_TITLES[name],
        figures.answeredPct,
        figures.sharedMdapePct ?? null,
        figures.estimatorMdapePct,
        figures.sharedMalePct ?? null,
        figures.estimatorMalePct ?? null,
      ]),
    ],
  };
}

function comparisonTable(comparisons: readonly Comparison[]): ReportTable {
  return {
    title: 'Our error over that of each method on the same sales, with its 95 % interval over items',
    headings: ['market', 'method', 'items', 'sales', 'ratio of MALE', 'ratio of medians', 'verdict'],
    rows: comparisons.map((comparison) => [
      MARKET_TITLES[comparison.market],
      METHOD_TITLES[comparison.method],
      comparison.items,
      comparison.sales,
      ratioText(comparison.male),
      ratioText(comparison.median),
      verdictOn(comparison),
    ]),
  };
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

const MARKET_TITLES: Readonly<Record<Comparison['market'], string>> = {
  all: 'all',
  sealed: 'sealed sets',
  used: 'used sets',
  figureNew: 'new minifigures',
  figureUsed: 'used minifigures',
};
