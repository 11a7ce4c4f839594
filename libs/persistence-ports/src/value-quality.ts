import type { Cents, Condition, DataTier, IsoMonth, ItemKind } from '@brickmarket/domain';
import type { BaselineValues } from './market.ts';

/** A backtest report and when it was made. */
export interface StoredBacktest {
  readonly ranAt: Date;
  readonly report: unknown;
}

/** Stores reports on how accurate the values are. */
export abstract class BacktestStore {
  /** Stores a report beside the earlier ones. */
  abstract save(report: unknown, ranAt: Date): Promise<void>;

  /** The report that was stored last; null before the first. */
  abstract findLatest(): Promise<StoredBacktest | null>;
}

/** What was learned about the future of a market, and when. */
export interface StoredForecast {
  readonly learnedAt: Date;
  readonly forecast: unknown;
}

/** Stores what was learned about the future of a market, and whether it may be shown. */
export abstract class ForecastStore {
  /**
   * Stores a forecast beside the earlier ones, and raises the version of market data, unless it is the same as the
   * latest: it is shown from then on.
   */
  abstract save(forecast: unknown, learnedAt: Date): Promise<void>;

  /** The forecast that was stored last; null before the first. */
  abstract findLatest(): Promise<StoredForecast | null>;
}

/** A sale beside the value that was being served on the day before it was sold. */
export interface SaleScore {
  readonly paidCents: Cents;
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly itemKind: ItemKind;
  /** Of a minifigure, new is sealed. */
  readonly condition: Condition;
  /** For a minifig its category; null is unknown. */
  readonly theme: string | null;
  /** What plain methods said when that value was computed. */
  readonly baselines: BaselineValues;
}

/** The figures of a month of scores. */
export interface StoredScores {
  readonly month: IsoMonth;
  /** Whether the month is over: then they never change. */
  readonly isClosed: boolean;
  readonly figures: unknown;
}

/**
 * How good the values were that were served. Every sale is scored once, when values are published after its arrival,
 * and counts in that month, also when it was sold earlier: so months that are over stay as they are.
 */
export abstract class ScorecardStore {
  /**
   * Computes the figures of months with new scores, and for the last time those of months before the one of `now`.
   * While one process does this, a second is refused with ComputationRunningError. Returns the months, oldest first.
   */
  abstract report(
    now: Date,
    figuresOf: (scores: AsyncIterable<SaleScore>) => Promise<unknown>,
  ): Promise<readonly StoredScores[]>;

  /** The newest first. */
  abstract listNewest(limit: number): Promise<readonly StoredScores[]>;
}
