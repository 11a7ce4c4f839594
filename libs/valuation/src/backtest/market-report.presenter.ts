import { presentForecasts } from '../forecast/forecast-report.ts';
import type { GroupFigures } from './backtest-group.ts';
import { type BacktestFigures, type Breakdown, groupsInOrder } from './backtest-groups.ts';
import { errorLessByPct } from './backtest-tables.ts';
import { BASELINE_NAMES } from './baselines.ts';
import type { MarketReport } from './market-report.ts';

/** A report for programs: what the method page answers as JSON and the command prints. */
export function presentMarketReport(report: MarketReport): object {
  const { firstMonth, lastMonth, againstSales, againstTruth, forecasts = [] } = report;
  return {
    first_month: firstMonth,
    last_month: lastMonth,
    against_sales: presentFigures(againstSales),
    against_truth: againstTruth && presentFigures(againstTruth),
    forecasts: presentForecasts(forecasts),
  };
}

function presentFigures(figures: BacktestFigures): object {
  const groups = (breakdown: Breakdown) =>
    groupsInOrder(figures, breakdown).map(([group, one]) => ({ group, ...presentGroup(one) }));
  return {
    overall: presentGroup(figures.overall),
    by_tier: groups('tier'),
    by_theme: groups('theme'),
    by_price: groups('priceBand'),
    by_status: groups('status'),
  };
}

/** The figures of a group for programs. */
export function presentGroup(group: GroupFigures): object {
  const { estimator, baselines } = group;
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
    baselines: BASELINE_NAMES.map((method) => ({
      method,
      mdape_pct: baselines[method].mdapePct,
      male_pct: baselines[method].malePct ?? null,
      within_10_pct: baselines[method].within10Pct,
      within_20_pct: baselines[method].within20Pct,
      answered_pct: baselines[method].answeredPct,
      mdape_pct_where_both_answer: baselines[method].sharedMdapePct ?? null,
      male_pct_where_both_answer: baselines[method].sharedMalePct ?? null,
      estimator_mdape_pct_on_the_same_sales: baselines[method].estimatorMdapePct,
      estimator_male_pct_on_the_same_sales: baselines[method].estimatorMalePct ?? null,
      estimator_error_less_by_pct: errorLessByPct(group, method),
    })),
  };
}
