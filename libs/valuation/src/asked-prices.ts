import type { ItemSeries } from './market.ts';
import { ASSUMED_MULTIPLE_VARIANCE, type Prior, typicalLogRatio, type TypicalRatios } from './priors.ts';

/** What is paid of what third parties ask, as learned from a whole market. Plain data. */
export interface PaidOfAsked {
  readonly ratios: TypicalRatios;
  /** Of true log values around it. */
  readonly variance: number;
}

/** Offers follow the market of their day, whatever a set's age: all share one bucket. */
export const ASKED_BUCKET = 0;
/**
 * What is paid of the least that is asked, as a logarithm, where a market has not taught it. Assumed: an offer that
 * still stands has found no buyer, and the dear ones stand for longest.
 */
export const ASSUMED_PAID_OF_ASKED = { logRatio: -0.16, variance: 0.16 } as const;

/**
 * What is expected of a set that has not sold and has neither a list price nor one at a retailer: by what third parties
 * ask now, else by the last price that was asked, of which it is unknown how long ago it was and whether it was paid.
 * Null where nothing was ever asked, and for all but sealed sets.
 */
export function askedPrior({ kind, facts }: ItemSeries, learned: PaidOfAsked | undefined): Prior | null {
  if (kind !== 'sealed') return null;
  const [asked, last] = [facts.thirdPartyPriceCents ?? 0, facts.lastPriceCents ?? 0];
  if (asked > 0) {
    const logRatio = learned === undefined ? ASSUMED_PAID_OF_ASKED.logRatio : paidOf(learned.ratios, facts.theme);
    const variance = learned?.variance ?? ASSUMED_PAID_OF_ASKED.variance;
    return { source: 'retail', logValue: Math.log(asked) + logRatio, variance };
  }
  return last > 0 ? { source: 'retail', logValue: Math.log(last), variance: ASSUMED_MULTIPLE_VARIANCE } : null;
}

/** What is usually paid of what third parties ask, as a logarithm: of a theme, else of all, else as assumed. */
export function paidOf(ratios: TypicalRatios, theme: string | null): number {
  return typicalLogRatio(ratios, theme, ASKED_BUCKET) ?? ASSUMED_PAID_OF_ASKED.logRatio;
}
