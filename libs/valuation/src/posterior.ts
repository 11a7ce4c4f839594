import type { SeriesKind } from './market.ts';
import type { MarketModel } from './market-model.ts';
import type { Prior } from './prior.ts';
import type { RawValue } from './raw-value.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** The mean of the middle of n sales is as uncertain as the plain mean of n / 1.2. */
const MID_MEAN_INEFFICIENCY = 1.2;
/** Fewer sales than this cannot outvote each other: one absurd price is held near the prior. */
const FEWEST_UNHELD = 3;

/** A value and how far the next sale may lie from it; natural logarithms of cents. */
export interface Posterior {
  readonly logValue: number;
  /** Standard deviation of the next sale's log price around the value. */
  readonly predictiveDeviation: number;
}

/**
 * Weighs an item's own sales against its prior, each by the inverse of its variance: the more effective sales and the
 * fresher they are, the less the prior counts. Null when there is neither.
 */
export function posteriorOf(raw: RawValue, kind: SeriesKind, prior: Prior | null, model: MarketModel, settings: ValuationSettings): Posterior | null {
  const saleVariance = pooledVariance(raw, model.typicalVariance[kind], settings.spreadPseudoSales);
  if (raw.kept === 0) return prior && fromPrior(prior, saleVariance, model);
  const rawVariance = MID_MEAN_INEFFICIENCY * saleVariance / raw.effectiveSales + settings.wanderVariancePerDay * raw.meanAgeDays;
  if (prior === null) return { logValue: raw.logValue, predictiveDeviation: Math.sqrt(saleVariance + rawVariance) };
  const priorVariance = model.priorVariance[prior.source];
  const own = raw.kept < FEWEST_UNHELD ? heldNear(raw.logValue, prior.logValue, saleVariance + priorVariance, settings) : raw.logValue;
  const ownShare = priorVariance / (priorVariance + rawVariance);
  return {
    logValue: prior.logValue + (own - prior.logValue) * ownShare,
    predictiveDeviation: Math.sqrt(saleVariance + rawVariance * ownShare),
  };
}

function fromPrior(prior: Prior, saleVariance: number, model: MarketModel): Posterior {
  return { logValue: prior.logValue, predictiveDeviation: Math.sqrt(saleVariance + model.priorVariance[prior.source]) };
}

/** The item's own variance, with the market's typical one counted as `pseudoSales` further sales. */
function pooledVariance(raw: RawValue, typical: number, pseudoSales: number): number {
  const freedom = Math.max(0, raw.effectiveSales - 1);
  return (raw.effectiveSales * raw.spreadVariance + pseudoSales * typical) / (freedom + pseudoSales);
}

function heldNear(logValue: number, centre: number, variance: number, settings: ValuationSettings): number {
  const reach = settings.outlierMads * Math.sqrt(variance);
  return Math.min(Math.max(logValue, centre - reach), centre + reach);
}
