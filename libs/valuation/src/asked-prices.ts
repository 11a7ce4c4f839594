import {
  ASSUMED_MULTIPLE_VARIANCE,
  type Prior,
  RatioCollector,
  typicalLogRatio,
  type TypicalRatios,
} from './priors.ts';
import { isTelling, varianceAround } from './learn-priors.ts';
import type { ItemSeries, Market } from './market.ts';
import type { RawValues } from './raw-values.ts';

/** What is paid of what third parties ask, as learned from a whole market. Plain data. */
export interface PaidOfAsked {
  readonly ratios: TypicalRatios;
  /** Of true log values around it. */
  readonly variance: number;
}

/** Offers follow the market of their day, whatever a set's age: all share one bucket. */
const ONE_BUCKET = 0;
/**
 * The same as a logarithm where a market has not taught it. Assumed: an offer that still stands has found no buyer, and
 * the dear ones stand for longest.
 */
const ASSUMED_PAID_OF_ASKED = { logRatio: -0.16, variance: 0.16 } as const;

/** Learns from the sets that have telling values and are offered by third parties now. */
export function learnPaidOfAsked({ series }: Market, raws: RawValues): PaidOfAsked {
  const collector = new RatioCollector();
  const offered: { readonly index: number; readonly theme: string | null; readonly logRatio: number }[] = [];
  for (const [index, { kind, facts }] of series.entries()) {
    const asked = facts.thirdPartyPriceCents ?? 0;
    if (kind !== 'sealed' || asked <= 0 || !isTelling(raws, index)) continue;
    const logRatio = raws.logValue[index]! - Math.log(asked);
    collector.add(facts.theme, ONE_BUCKET, logRatio);
    offered.push({ index, theme: facts.theme, logRatio });
  }
  const ratios = collector.typical();
  const misses = offered.map(({ theme, logRatio }) => Math.abs(logRatio - paidOf(ratios, theme)));
  const noise = offered.map(({ index }) => raws.variance[index]!);
  return { ratios, variance: varianceAround(misses, noise) ?? ASSUMED_PAID_OF_ASKED.variance };
}

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

function paidOf(ratios: TypicalRatios, theme: string | null): number {
  return typicalLogRatio(ratios, theme, ONE_BUCKET) ?? ASSUMED_PAID_OF_ASKED.logRatio;
}
