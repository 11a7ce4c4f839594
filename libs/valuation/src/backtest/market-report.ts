import type { IsoMonth } from '@brickmarket/domain';
import type { ForecastJudgement } from '../forecast/forecast-report.ts';
import type { PriceBehaviour } from '../price-behaviour.ts';
import type { BacktestFigures } from './backtest-groups.ts';

/** How good the values of a market are. Plain data, to be kept and shown. */
export interface MarketReport {
  readonly firstMonth: IsoMonth;
  readonly lastMonth: IsoMonth;
  /** Against each sale of the months: what people paid. */
  readonly againstSales: BacktestFigures;
  /** Against the true values behind invented sales, which are known only of a demo market; null otherwise. */
  readonly againstTruth: BacktestFigures | null;
  /** How prices behave, as learned before the last month; reports of earlier releases have none. */
  readonly behaviour?: PriceBehaviour;
  /** How good forecasts would have been; reports of earlier releases have none. */
  readonly forecasts?: readonly ForecastJudgement[];
}
