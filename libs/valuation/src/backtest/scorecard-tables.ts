import type { IsoMonth } from '@brickmarket/domain';
import { groupsInOrder } from './backtest-groups.ts';
import { breakdownTables, errorLessByPct, GROUP_HEADINGS, groupFigures, METHOD_TITLES } from './backtest-tables.ts';
import type { ReportTable } from './report-table.ts';
import { BASELINE_NAMES } from './baselines.ts';
import { presentGroup } from './market-report.presenter.ts';
import { SCORE_BREAKDOWNS, type ScoreBreakdown, type ScoreFigures } from './scorecard.ts';

/** The scores of the sales that arrived in a month. */
export interface ScoredMonth {
  readonly month: IsoMonth;
  /** Whether the month is over, so that its figures stay as they are. */
  readonly isClosed: boolean;
  readonly figures: ScoreFigures;
}

/** Months as tables, the newest first: ours, then compared with the baselines, then the groups of the newest. */
export function scorecardTables(months: readonly ScoredMonth[]): readonly ReportTable[] {
  const [newest] = months;
  if (newest === undefined) return [];
  const nameOf = ({ month, isClosed }: ScoredMonth): string => (isClosed ? month : `${month} so far`);
  return [
    {
      title: 'What was served, against what was then paid, by the month in which sales arrived',
      headings: ['month', ...GROUP_HEADINGS],
      rows: months.map((month) => [nameOf(month), ...groupFigures(month.figures.overall)]),
    },
    {
      title: 'By how much our median error was less than that of other methods, on the same sales',
      headings: ['month', ...BASELINE_NAMES.map((name) => `than the ${METHOD_TITLES[name]} %`)],
      rows: months.map((month) => [
        nameOf(month),
        ...BASELINE_NAMES.map((name) => errorLessByPct(month.figures.overall, name)),
      ]),
    },
    ...SCORE_BREAKDOWNS.flatMap((breakdown) => breakdownTables(newest.figures, breakdown, nameOf(newest))),
  ];
}

/** Months for programs, the newest first. */
export function presentScores(months: readonly ScoredMonth[]): readonly object[] {
  return months.map(({ month, isClosed, figures }) => {
    const groups = (breakdown: ScoreBreakdown) =>
      groupsInOrder(figures, breakdown).map(([group, one]) => ({ group, ...presentGroup(one) }));
    return {
      month,
      is_closed: isClosed,
      overall: presentGroup(figures.overall),
      by_tier: groups('tier'),
      by_kind: groups('kind'),
      by_theme: groups('theme'),
      by_price: groups('priceBand'),
    };
  });
}
