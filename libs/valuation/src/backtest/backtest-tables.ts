import { percentOf } from '@brickmarket/domain';
import { forecastTable } from '../forecast/forecast-report.ts';
import { SERIES_KINDS, type SeriesKind } from '../market.ts';
import type { PriceBehaviour } from '../price-behaviour.ts';
import type { GroupFigures, MethodFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, BREAKDOWNS, type FiguresBy, groupsInOrder } from './backtest-groups.ts';
import { BASELINE_NAMES, type BaselineName } from './baselines.ts';
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
};

const BREAKDOWN_TITLES: Readonly<Record<Breakdown | ScoreBreakdown, string>> = {
  tier: 'data tier',
  kind: 'kind',
  theme: 'theme',
  priceBand: 'price',
  status: 'status',
};
const METHOD_HEADINGS = ['method', 'MdAPE %', 'MALE %', 'within 10 %', 'within 20 %', 'answered %'];
const SHARED_HEADINGS = ['method', 'its MdAPE %', 'our MdAPE %', 'error less by %', 'its MALE %', 'our MALE %'];

/**
 * A report as tables: all methods against sales, against the truth where it is known, then ours and the baselines by
 * group, and forecasts beside what came.
 */
export function backtestTables(report: MarketReport): readonly ReportTable[] {
  const { againstSales, againstTruth, behaviour, forecasts } = report;
  const { sales, estimator } = againstSales.overall;
  return [
    ...methodTables(
      againstSales,
      `All methods against ${sales} sales; our 80 % range held ${estimator.coveragePct ?? '-'} % of them`,
      'Each method and ours on the sales that both answer',
    ),
    ...(againstTruth === null
      ? []
      : methodTables(
          againstTruth,
          'All methods against the true values behind the demo market',
          'Each method and ours against the true values, where both answer',
        )),
    ...BREAKDOWNS.flatMap((breakdown) => breakdownTables(againstSales, breakdown, 'Against sales')),
    ...(behaviour === undefined ? [] : [behaviourTable(behaviour)]),
    ...(forecasts === undefined ? [] : [forecastTable(forecasts)]),
  ];
}

/** The figures of the groups of a breakdown, then beside them the errors of the baselines. */
export function breakdownTables<By extends Breakdown | ScoreBreakdown>(
  figures: FiguresBy<By>,
  breakdown: By,
  title: string,
): readonly ReportTable[] {
  const groups = groupsInOrder(figures, breakdown);
  const heading = BREAKDOWN_TITLES[breakdown];
  const nameOf = (name: string): string => (breakdown === 'kind' ? KIND_TITLES[name as SeriesKind] : name);
  return [
    {
      title: `${title}, by ${heading}`,
      headings: [heading, ...GROUP_HEADINGS],
      rows: groups.map(([name, group]) => [nameOf(name), ...groupFigures(group)]),
    },
    {
      title: `${title}, by ${heading}: the median errors of all methods`,
      headings: [heading, ...Object.values(METHOD_TITLES).map((method) => `${method} %`)],
      rows: groups.map(([name, { estimator, baselines }]) => [
        nameOf(name),
        estimator.mdapePct,
        ...BASELINE_NAMES.map((baseline) => baselines[baseline].mdapePct),
      ]),
    },
  ];
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
export function errorLessByPct(figures: GroupFigures, baseline: BaselineName): number | null {
  const { mdapePct, sharedMdapePct = mdapePct, estimatorMdapePct } = figures.baselines[baseline];
  return sharedMdapePct === null || estimatorMdapePct === null
    ? null
    : percentOf(sharedMdapePct - estimatorMdapePct, sharedMdapePct);
}

function methodTables({ overall }: BacktestFigures, all: string, shared: string): readonly ReportTable[] {
  const { estimator, baselines } = overall;
  const figuresOf = (name: BaselineName | 'estimator', figures: MethodFigures): ReportTable['rows'][number] => [
    METHOD_TITLES[name],
    figures.mdapePct,
    figures.malePct ?? null,
    figures.within10Pct,
    figures.within20Pct,
    figures.answeredPct,
  ];
  return [
    {
      title: all,
      headings: METHOD_HEADINGS,
      rows: [figuresOf('estimator', estimator), ...BASELINE_NAMES.map((name) => figuresOf(name, baselines[name]))],
    },
    {
      title: shared,
      headings: SHARED_HEADINGS,
      rows: BASELINE_NAMES.map((name) => [
        METHOD_TITLES[name],
        baselines[name].sharedMdapePct ?? null,
        baselines[name].estimatorMdapePct,
        errorLessByPct(overall, name),
        baselines[name].sharedMalePct ?? null,
        baselines[name].estimatorMalePct ?? null,
      ]),
    },
  ];
}

const KIND_TITLES: Readonly<Record<SeriesKind, string>> = {
  sealed: 'sealed sets',
  used: 'used sets',
  figureNew: 'new minifigures',
  figureUsed: 'used minifigures',
};

/** What was learned about how prices behave, in percent where people think in percent. */
function behaviourTable(behaviour: PriceBehaviour): ReportTable {
  return {
    title: 'How prices behave, as learned from pairs of sales',
    headings: ['kind', 'pairs', 'single sale %', 'wandering in a year %', 'false rows %', 'jumps a year', 'momentum'],
    rows: SERIES_KINDS.map((kind) => {
      const { pairs, noise, wanderPerDay, outlierShare, jumpsPerDay, momentum } = behaviour[kind];
      return [
        KIND_TITLES[kind],
        pairs,
        percentOf(Math.sqrt(noise), 1),
        percentOf(Math.sqrt(365 * wanderPerDay), 1),
        percentOf(outlierShare, 1),
        Number((365 * jumpsPerDay).toFixed(2)),
        momentum,
      ];
    }),
  };
}
