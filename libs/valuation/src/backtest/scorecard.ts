import type { Cents, DataTier } from '@brickmarket/domain';
import type { SeriesKind } from '../kernel/market.ts';
import { type FiguresBy, priceBandOf, SaleGroups } from './backtest-groups.ts';
import { BASELINE_NAMES } from './baselines.ts';

/** What a month of the scorecard is broken down by. */
export const SCORE_BREAKDOWNS = ['tier', 'kind', 'theme', 'priceBand'] as const;
/** The name of one of them. */
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
  readonly theme: string | null;
  /** What the baselines said when that value was computed, in the order of `BASELINE_NAMES`; null: nothing. */
  readonly baselineCents: readonly (Cents | null)[];
}

/** Gathers the scores of a month. Memory does not grow with the number of sales. */
export class Scorecard {
  readonly #groups = new SaleGroups(SCORE_BREAKDOWNS, BASELINE_NAMES);

  add(sale: ScoredSale): void {
    const baselines = Float64Array.from(sale.baselineCents, (cents) => cents ?? Number.NaN);
    const { tier, kind, theme, valueCents } = sale;
    const names = { tier, kind, theme: theme ?? 'none', priceBand: priceBandOf(valueCents) };
    this.#groups.add(names, sale.paidCents, sale, baselines);
  }

  figures(): ScoreFigures {
    return this.#groups.figures();
  }
}
