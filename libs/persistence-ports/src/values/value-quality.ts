import type { Cents, Condition, DataTier, IsoMonth, ItemKind } from '@brickmarket/domain';
import type { BaselineValues } from './market.ts';

/** A backtest report and when it was made. */
export interface StoredBacktest {
  readonly ranAt: Date;
  readonly report: unknown;
}

/** Stores reports on how accurate the values are. */
export abstract class BacktestStore {
  abstract save(report: unknown, ranAt: Date): Promise<void>;

  abstract findLatest(): Promise<StoredBacktest | null>;
}

/** What was learned about the future of a market, and when. */
export interface StoredForecast {
  readonly learnedAt: Date;
  readonly forecast: unknown;
}

/** Stores what was learned about the future of a market, and whether it may be shown. */
export abstract class ForecastStore {
  /** Stores next to earlier ones and raises the market version, unless equal to the latest. */
  abstract save(forecast: unknown, learnedAt: Date): Promise<void>;

  abstract findLatest(): Promise<StoredForecast | null>;
}

/** A sale with the value served on the day before. */
export interface SaleScore {
  readonly paidCents: Cents;
  readonly valueCents: Cents;
  readonly lowCents: Cents;
  readonly highCents: Cents;
  readonly tier: DataTier;
  readonly itemKind: ItemKind;
  /** For a minifigure, `new` means sealed. */
  readonly condition: Condition;
  readonly theme: string | null;
  readonly baselines: BaselineValues;
}

/** The figures of a month of scores. */
export interface StoredScores {
  readonly month: IsoMonth;
  /** Closed months never change. */
  readonly isClosed: boolean;
  readonly figures: unknown;
}

/** Scores each sale once, in the month of the next publication, so that closed months stay. */
export abstract class ScorecardStore {
  /** Computes months with new scores and closes those before `now`. Throws ComputationRunningError. */
  abstract report(
    now: Date,
    figuresOf: (scores: AsyncIterable<SaleScore>) => Promise<unknown>,
  ): Promise<readonly StoredScores[]>;

  abstract listNewest(limit: number): Promise<readonly StoredScores[]>;
}
