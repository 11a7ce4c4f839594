import type { Cents, DataTier, IsoMonth } from '@brickmarket/domain';
import type { ReportTable } from '../forecast/forecast-report.ts';
import type { SeriesKind } from '../kernel/market.ts';
import { errorLessByPct } from './backtest-group.ts';
import { type FiguresBy, SaleGroups } from './backtest-groups.ts';
import { BASELINE_NAMES } from './baselines.ts';
import { FIGURE_HEADINGS, figuresRow, groupTable, METHOD_TITLES, presentFigures } from './market-report.ts';

const SCORE_BREAKDOWNS = ['tier', 'kind'] as const;
/** The name of what a month of the scorecard is broken down by. */
export type ScoreBreakdown = (typeof SCORE_BREAKDOWNS)[number];
/** The figures of a month. */
export type ScoreFigures = FiguresBy<ScoreBreakdown>;

/** A month whose ranges hold less than this is an alarm: with honest ranges they hold 80 %. */
export const LEAST_HELD_PCT = 75;

/** A sale with the value that was being served on the day before it was sold. */
export interface ScoredSale {
  readonly paidCents: Cents;
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly kind: SeriesKind;
  /** What the baselines said when that value was computed, in the order of `BASELINE_NAMES`; null: nothing. */
  readonly baselineCents: readonly (Cents | null)[];
}

/** Gathers the scores of a month. Memory does not grow with the number of sales. */
export class Scorecard {
  readonly #groups = new SaleGroups(SCORE_BREAKDOWNS, BASELINE_NAMES);

  add(sale: ScoredSale): void {
    const baselines = Float64Array.from(sale.baselineCents, (cents) => cents ?? Number.NaN);
    this.#groups.add(sale, sale.paidCents, sale, baselines);
  }

  figures(): ScoreFigures {
    return this.#groups.figures();
  }
}

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
      headings: ['month', ...FIGURE_HEADINGS],
      rows: months.map((month) => [nameOf(month), ...figuresRow(month.figures.overall)]),
    },
    {
      title: 'By how much our median error was less than that of other methods, on the same sales',
      headings: ['month', ...BASELINE_NAMES.map((name) => `than the ${METHOD_TITLES[name]} %`)],
      rows: months.map((month) => [
        nameOf(month),
        ...BASELINE_NAMES.map((name) => errorLessByPct(month.figures.overall, name)),
      ]),
    },
    groupTable(nameOf(newest), newest.figures, SCORE_BREAKDOWNS),
  ];
}

/** Months for programs, the newest first. */
export function presentScores(months: readonly ScoredMonth[]): readonly object[] {
  return months.map(({ month, isClosed, figures }) => ({
    month,
    is_closed: isClosed,
    ...presentFigures(figures, SCORE_BREAKDOWNS),
  }));
}
