import type { IsoMonth } from '@brickmarket/domain';
import type { ForecastJudgement } from '../forecast/forecast-report.ts';
import type { BacktestFigures } from './backtest-groups.ts';
import type { Comparison } from './item-errors.ts';

/** How good the values of a market are. Plain data, to be kept and shown. */
export interface MarketReport {
  readonly firstMonth: IsoMonth;
  readonly lastMonth: IsoMonth;
  /** Against each sale of the months: what people paid. */
  readonly againstSales: BacktestFigures;
  /** Against the true values behind invented sales, which are known only of a demo market; null otherwise. */
  readonly againstTruth: BacktestFigures | null;
  /** By market and baseline, from the errors of each item; reports of earlier releases have none. */
  readonly comparisons?: readonly Comparison[];
  /** How good forecasts would have been; reports of earlier releases have none. */
  readonly forecasts?: readonly ForecastJudgement[];
}
