import type { DataTier } from '@brickmarket/domain';
import type { SeriesKind } from './market.ts';
import { type MarketDrift, NO_DRIFT } from './market-drift.ts';
import type { PriorRatios, PriorSource } from './prior.ts';
import { NO_RATIOS } from './typical-ratios.ts';

/** How many predictive standard deviations below and above a value the central 80 % of next sales lie. */
export interface RangeFactors {
  readonly low: number;
  readonly high: number;
}

/**
 * All that is learned from a whole market and used to value a single item. Plain data, so that a full run can store
 * it and incremental runs value changed items consistently with it.
 */
export interface MarketModel {
  readonly drift: MarketDrift;
  readonly ratios: PriorRatios;
  /** Variance of log prices around the value of their item. */
  readonly typicalVariance: Readonly<Record<SeriesKind, number>>;
  /** Variance of true log values around a prior of this kind. */
  readonly priorVariance: Readonly<Record<PriorSource, number>>;
  readonly rangeFactors: Readonly<Record<DataTier, RangeFactors>>;
}

/** The 10th and 90th percentile of a normal spread. */
export const NORMAL_RANGE: RangeFactors = { low: -1.2816, high: 1.2816 };

/** What is assumed before a market was looked at: sales spread by 10 %, priors off by 15 to 35 %. */
export const UNLEARNED_MODEL: MarketModel = {
  drift: NO_DRIFT,
  ratios: { newToList: NO_RATIOS, usedToNew: NO_RATIOS },
  typicalVariance: { sealed: 0.01, used: 0.01, minifig: 0.01 },
  priorVariance: { retail: 0.0225, multiple: 0.1225, newValue: 0.04 },
  rangeFactors: {
    high: NORMAL_RANGE,
    medium: NORMAL_RANGE,
    low: NORMAL_RANGE,
    modelled: NORMAL_RANGE,
    none: NORMAL_RANGE,
  },
};
