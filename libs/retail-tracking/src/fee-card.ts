import type { Cents } from '@brickmarket/domain';

/** The size classes of Amazon US fulfilment. `small_bulky` exists since 2026. */
export type SizeTier =
  | 'small_standard'
  | 'large_standard'
  | 'small_bulky'
  | 'large_bulky'
  | 'extra_large_0_50'
  | 'extra_large_50_70'
  | 'extra_large_70_150'
  | 'extra_large_150_plus';

/** A fee for a selling price under $10, of $10 to $50, over $50. */
export type FeeByPrice = readonly [under10: Cents, upTo50: Cents, over50: Cents];

/** The fee up to a shipping weight. */
export interface WeightFee {
  readonly upToOz: number;
  readonly fee: FeeByPrice;
}

/** The fee past the last fixed weight: `fee` up to `fromOz`, then `addCents` for every `everyOz` begun. */
export interface RisingFee {
  readonly fee: FeeByPrice;
  readonly fromOz: number;
  readonly everyOz: number;
  readonly addCents: Cents;
}

/** What a tier costs. */
export interface TierFees {
  readonly byWeight: readonly WeightFee[];
  readonly beyond: RisingFee | null;
}

/** What may be in a tier: every measure at most this; infinite where there is no limit. */
export interface TierLimits {
  readonly tier: SizeTier;
  readonly weightOz: number;
  readonly longestIn: number;
  readonly medianIn: number;
  readonly shortestIn: number;
  readonly lengthPlusGirthIn: number;
  /** Null when only the scale counts, else the least the two shorter sides count as in the dimensional weight. */
  readonly dimensionalSideFloorIn: number | null;
}

/** One published rate card: the tiers from small to large, the first that a box fits being its own, and their fees. */
export interface FeeCard {
  readonly tiers: readonly TierLimits[];
  readonly fees: Readonly<Partial<Record<SizeTier, TierFees>>>;
}
