import { percentOf } from '@brickmarket/domain';
import { SERIES_KINDS, type SeriesKind } from '../market.ts';
import type { PriceBehaviour } from '../price-behaviour.ts';
import type { GroupFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, BREAKDOWNS, groupsInOrder } from './backtest-groups.ts';
import { BASELINE_NAMES, type BaselineName } from './baselines.ts';
import type { MarketReport } from './market-report.ts';

/** A table for people; null is a figure that does not exist. */
export interface ReportTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** How the methods are called in tables. */
export const METHOD_TITLES: Readonly<Record<BaselineName | 'estimator', string>> = {
  estimator: 'Brickmarket',
  average6m: '6-month average',
  quantityAverage6m: '6-month average by pieces',
  lastSale: 'last sale',
  median30d: '30-day median',
};

const BREAKDOWN_TITLES: Readonly<Record<Breakdown, string>> = {
  tier: 'data tier',
  theme: 'theme',
  priceBand: 'price',
  status: 'status',
};
const METHOD_HEADINGS = [
  'method',
  'MdAPE %',
  'MALE %',
  'within 10 %',
  'within 20 %',
  'answered %',
  'MdAPE where both answer %',
  'our MdAPE there %',
  'error less by %',
  'MALE where both answer %',
  'our MALE there %',
];

/**
 * A report as tables: all methods against sales, against the truth where it is known, then ours and the baselines by
 * group.
 */
export function backtestTables(report: MarketReport): readonly ReportTable[] {
  const { againstSales, againstTruth, behaviour } = report;
  return [
    {
      title:
        `All methods against ${againstSales.overall.sales} sales; ` +
        `our 80 % range held ${againstSales.overall.estimator.coveragePct ?? '-'} % of them`,
      headings: METHOD_HEADINGS,
      rows: methodRows(againstSales),
    },
    ...(againstTruth === null
      ? []
      : [
          {
            title: 'All methods against the true values behind the demo market',
            headings: METHOD_HEADINGS,
            rows: methodRows(againstTruth),
          },
        ]),
    ...BREAKDOWNS.map((breakdown) => ({
      title: `Against sales, by ${BREAKDOWN_TITLES[breakdown]}`,
      headings: [
        BREAKDOWN_TITLES[breakdown],
        'sales',
        'MdAPE %',
        'within 10 %',
        'within 20 %',
        'in range %',
        'pinball %',
        ...BASELINE_NAMES.map((name) => `${METHOD_TITLES[name]} %`),
      ],
      rows: groupsInOrder(againstSales, breakdown).map(([name, group]) => groupRow(name, group)),
    })),
    ...(behaviour === undefined ? [] : [behaviourTable(behaviour)]),
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

function methodRows({ overall }: BacktestFigures): ReportTable['rows'] {
  const { estimator, baselines } = overall;
  return [
    [
      METHOD_TITLES.estimator,
      estimator.mdapePct,
      estimator.malePct ?? null,
      estimator.within10Pct,
      estimator.within20Pct,
      estimator.answeredPct,
      estimator.mdapePct,
      estimator.mdapePct,
      null,
      estimator.malePct ?? null,
      estimator.malePct ?? null,
    ],
    ...BASELINE_NAMES.map((name) => {
      const figures = baselines[name];
      return [
        METHOD_TITLES[name],
        figures.mdapePct,
        figures.malePct ?? null,
        figures.within10Pct,
        figures.within20Pct,
        figures.answeredPct,
        figures.sharedMdapePct ?? null,
        figures.estimatorMdapePct,
        errorLessByPct(overall, name),
        figures.sharedMalePct ?? null,
        figures.estimatorMalePct ?? null,
      ];
    }),
  ];
}

function groupRow(name: string, { sales, estimator, baselines }: GroupFigures): ReportTable['rows'][number] {
  return [
    name,
    sales,
    estimator.mdapePct,
    estimator.within10Pct,
    estimator.within20Pct,
    estimator.coveragePct,
    estimator.pinballPct ?? null,
    ...BASELINE_NAMES.map((baseline) => baselines[baseline].mdapePct),
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
