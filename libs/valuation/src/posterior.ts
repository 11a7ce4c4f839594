import type { PriceLevels } from './price-levels.ts';
import type { Prior } from './prior.ts';

/** Fewer sales than this cannot outvote each other: one absurd price is held near the prior. */
const FEWEST_UNHELD = 3;

/** What a series' own sales are worth when they meet a prior. */
export interface OwnSales {
  /** How many there are. */
  readonly kept: number;
  /** Variance of single sales around the value of the item. */
  readonly saleVariance: number;
}

/** Lets a prior of the sealed (or only) price count, by how certain it is against the sales. */
export function weighPrior(
  levels: PriceLevels,
  prior: Prior,
  priorVariance: number,
  own: OwnSales,
  reachDeviations: number,
): void {
  if (isHeld(own))
    levels.lead = heldNear(levels.lead, prior.logValue, own.saleVariance + priorVariance, reachDeviations);
  levels.seeLead(prior.logValue, priorVariance, Number.POSITIVE_INFINITY);
}

/** Lets the typical ratio of used to sealed count: each of the two prices tells of the other. */
export function weighRatio(
  levels: PriceLevels,
  logRatio: number,
  ratioVariance: number,
  used: OwnSales,
  reachDeviations: number,
): void {
  if (isHeld(used) && levels.knowsLead)
    levels.used = heldNear(levels.used, levels.lead + logRatio, used.saleVariance + ratioVariance, reachDeviations);
  levels.seeRatio(logRatio, ratioVariance);
}

/** An item's own variance of single sales, with the market's typical one counted as `pseudoSales` further sales. */
export function pooledVariance(
  effectiveSales: number,
  spreadVariance: number,
  typical: number,
  pseudoSales: number,
): number {
  const freedom = Math.max(0, effectiveSales - 1);
  return (effectiveSales * spreadVariance + pseudoSales * typical) / (freedom + pseudoSales);
}

function isHeld({ kept }: OwnSales): boolean {
  return kept > 0 && kept < FEWEST_UNHELD;
}

function heldNear(logValue: number, centre: number, variance: number, reachDeviations: number): number {
  const reach = reachDeviations * Math.sqrt(variance);
  return Math.min(Math.max(logValue, centre - reach), centre + reach);
}
