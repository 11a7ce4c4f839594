import type { Cents } from '@brickmarket/domain';

export const OZ_PER_LB = 16;

/** Amazon US size tiers. `small_bulky` exists since 2026. */
export type SizeTier =
  | 'small_standard'
  | 'large_standard'
  | 'small_bulky'
  | 'large_bulky'
  | 'extra_large_0_50'
  | 'extra_large_50_70'
  | 'extra_large_70_150'
  | 'extra_large_150_plus';

/** By selling price: under $10, $10 to $50 inclusive, over $50. */
export type FeeByPrice = readonly [under10: Cents, upTo50: Cents, over50: Cents];

/** Up to and including a shipping weight in ounces. */
export interface WeightFee {
  readonly upToOz: number;
  readonly fee: FeeByPrice;
}

/** `fee` up to `fromOz`, plus `addCents` for every started `everyOz` above. */
export interface RisingFee {
  readonly fee: FeeByPrice;
  readonly fromOz: number;
  readonly everyOz: number;
  readonly addCents: Cents;
}

/** Weight bands, then `beyond`; null: no heavier box is in the tier. */
export interface TierFees {
  readonly byWeight: readonly WeightFee[];
  readonly beyond: RisingFee | null;
}

/** Inclusive maxima; Infinity: no limit. */
export interface TierLimits {
  readonly tier: SizeTier;
  readonly weightOz: number;
  readonly longestIn: number;
  readonly medianIn: number;
  readonly shortestIn: number;
  readonly lengthPlusGirthIn: number;
  /** Minimum inches of the two shorter sides for dimensional weight; null: unit weight only. */
  readonly dimensionalSideFloorIn: number | null;
}

/** Tiers from small to large (the first that fits counts) and their fees. */
export interface FeeCard {
  readonly tiers: readonly TierLimits[];
  readonly fees: Readonly<Partial<Record<SizeTier, TierFees>>>;
}

/** Bands of equal width `stepOz`. */
export function weightBands(stepOz: number, fees: readonly FeeByPrice[]): readonly WeightFee[] {
  return fees.map((fee, index) => ({ upToOz: (index + 1) * stepOz, fee }));
}

/** `fee` up to `fromLb` pounds, plus `addCents` for every started pound above. */
export function perPound(fee: FeeByPrice, fromLb: number, addCents: Cents): TierFees {
  return { byWeight: [], beyond: { fee, fromOz: fromLb * OZ_PER_LB, everyOz: OZ_PER_LB, addCents } };
}

// Source: Amazon Seller Central US, "Product size tiers", as published with the fees of 2024 and of 2026.
const NO_LIMIT = Infinity;

const SMALL_STANDARD: TierLimits = {
  tier: 'small_standard',
  weightOz: 16,
  longestIn: 15,
  medianIn: 12,
  shortestIn: 0.75,
  lengthPlusGirthIn: NO_LIMIT,
  dimensionalSideFloorIn: null,
};
const LARGE_STANDARD: TierLimits = {
  tier: 'large_standard',
  weightOz: 20 * OZ_PER_LB,
  longestIn: 18,
  medianIn: 14,
  shortestIn: 8,
  lengthPlusGirthIn: NO_LIMIT,
  dimensionalSideFloorIn: 0,
};
const SMALL_BULKY: TierLimits = {
  tier: 'small_bulky',
  weightOz: 50 * OZ_PER_LB,
  longestIn: 37,
  medianIn: 28,
  shortestIn: 20,
  lengthPlusGirthIn: 130,
  dimensionalSideFloorIn: 2,
};
const LARGE_BULKY: TierLimits = {
  tier: 'large_bulky',
  weightOz: 50 * OZ_PER_LB,
  longestIn: 59,
  medianIn: 33,
  shortestIn: 33,
  lengthPlusGirthIn: 130,
  dimensionalSideFloorIn: 2,
};
const EXTRA_LARGE: readonly TierLimits[] = [
  extraLarge('extra_large_0_50', 50, 2),
  extraLarge('extra_large_50_70', 70, 2),
  extraLarge('extra_large_70_150', 150, 2),
  extraLarge('extra_large_150_plus', NO_LIMIT, null),
];

function extraLarge(tier: TierLimits['tier'], weightLb: number, dimensionalSideFloorIn: number | null): TierLimits {
  return {
    tier,
    weightOz: weightLb * OZ_PER_LB,
    longestIn: NO_LIMIT,
    medianIn: NO_LIMIT,
    shortestIn: NO_LIMIT,
    lengthPlusGirthIn: NO_LIMIT,
    dimensionalSideFloorIn,
  };
}

/** Tiers of 2024 and 2025. */
export const SIZE_TIERS_2024: readonly TierLimits[] = [SMALL_STANDARD, LARGE_STANDARD, LARGE_BULKY, ...EXTRA_LARGE];
/** Tiers since 2026-01-15. */
export const SIZE_TIERS_2026: readonly TierLimits[] = [
  SMALL_STANDARD,
  LARGE_STANDARD,
  SMALL_BULKY,
  LARGE_BULKY,
  ...EXTRA_LARGE,
];
