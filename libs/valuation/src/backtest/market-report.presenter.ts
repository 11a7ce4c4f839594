import { presentForecasts } from '../forecast/forecast-report.ts';
import { baselinesOfGroup, type GroupFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, groupsInOrder } from './backtest-groups.ts';
import { errorLessByPct, verdictOn } from './backtest-tables.ts';
import type { Comparison } from './item-errors.ts';
import type { MarketReport } from './market-report.ts';

/** A report for programs: what the method page answers as JSON and the command prints. */
export function presentMarketReport(report: MarketReport): object {
  const { firstMonth, lastMonth, againstSales, againstTruth, comparisons = [], forecasts = [] } = report;
  return {
    first_month: firstMonth,
    last_month: lastMonth,
    comparisons: comparisons.map((one) => presentComparison(one, againstSales)),
    against_sales: presentFigures(againstSales),
    against_truth: againstTruth && presentFigures(againstTruth),
    forecasts: presentForecasts(forecasts),
  };
}

function presentComparison(comparison: Comparison, { overall, by }: BacktestFigures): object {
  const { market, method, items, sales, male, median } = comparison;
  const figures = (market === 'all' ? overall : by.kind[market])?.baselines[method];
  const ratioOf = (ours: number | null | undefined, theirs: number | null | undefined): number | null =>
    ours == null || theirs == null || theirs === 0 ? null : ours / theirs;
  return {
    market,
    method,
    items,
    sales,
    male_ratio: male?.ratio ?? null,
    male_ratio_low: male?.low ?? null,
    male_ratio_high: male?.high ?? null,
    median_ratio: median?.ratio ?? null,
    median_ratio_low: median?.low ?? null,
    median_ratio_high: median?.high ?? null,
    mdape_ratio: ratioOf(figures?.estimatorMdapePct, figures?.sharedMdapePct),
    verdict: verdictOn(comparison),
  };
}

function presentFigures(figures: BacktestFigures): object {
  const groups = (breakdown: Breakdown) =>
    groupsInOrder(figures, breakdown).map(([group, one]) => ({ group, ...presentGroup(one) }));
  return {
    overall: presentGroup(figures.overall),
    by_tier: groups('tier'),
    by_kind: groups('kind'),
    by_selling: groups('selling'),
    by_theme: groups('theme'),
    by_price: groups('priceBand'),
    by_status: groups('status'),
  };
}

/** The figures of a group for programs. */
export function presentGroup(group: GroupFigures): object {
  const { estimator } = group;
  return {
    sales: group.sales,
    estimator: {
      mdape_pct: estimator.mdapePct,
      male_pct: estimator.malePct ?? null,
      within_10_pct: estimator.within10Pct,
      within_20_pct: estimator.within20Pct,
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
