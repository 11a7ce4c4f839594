import type { StoredBacktest } from '@brickmarket/persistence-ports';
import { type MarketReport, presentMarketReport } from '@brickmarket/valuation';
import { METHOD, type MethodSection } from './method-text.ts';

/** The method and how good it was found to be, for programs. */
export interface MethodologyJson {
  readonly method: readonly MethodSection[];
  readonly backtest: object | null;
}

/** As JSON; the backtest is null before the first. */
export function presentMethodology(kept: StoredBacktest | null): MethodologyJson {
  return {
    method: METHOD,
    backtest: kept && { ran_at: kept.ranAt.toISOString(), ...presentMarketReport(kept.report as MarketReport) },
  };
}
