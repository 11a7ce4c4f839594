import type { TierLimits } from './fee-card.ts';

// Source: Amazon Seller Central US, "Product size tiers", as published with the fees of 2024 and of 2026.
const OZ_PER_LB = 16;
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

export const SIZE_TIERS_2024: readonly TierLimits[] = [SMALL_STANDARD, LARGE_STANDARD, LARGE_BULKY, ...EXTRA_LARGE];
export const SIZE_TIERS_2026: readonly TierLimits[] = [
  SMALL_STANDARD,
  LARGE_STANDARD,
  SMALL_BULKY,
  LARGE_BULKY,
  ...EXTRA_LARGE,
];
