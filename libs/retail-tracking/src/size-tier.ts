import { type Box, inchesFromMm, poundsFromGrams } from '@brickmarket/domain';
import type { FeeCard, SizeTier, TierLimits } from './fee-card.ts';

const OZ_PER_LB = 16;
/** Cubic inches that count as one pound. */
const DIMENSIONAL_DIVISOR = 139;

/** The tier of a box and the weight it is charged by. */
export interface SizedBox {
  readonly tier: SizeTier;
  readonly shippingWeightOz: number;
}

/** The first tier of a card that a box fits, whichever way it is turned. */
export function sizeTierOf(box: Box, card: FeeCard): SizedBox {
  const sides = [box.widthMm, box.heightMm, box.depthMm]
    .map(inchesFromMm)
    .map(withoutNoise)
    .toSorted((a, b) => b - a) as [number, number, number];
  for (const limits of card.tiers) {
    const shippingWeightOz = shippingWeight(sides, box.weightG, limits.dimensionalSideFloorIn);
    if (fits(sides, shippingWeightOz, limits)) return { tier: limits.tier, shippingWeightOz };
  }
  throw new RangeError('a fee card must end in a tier without limits');
}

/** The greater of what the scale says and what the volume counts for, in the tiers where volume counts. */
function shippingWeight(
  [longest, median, shortest]: readonly [number, number, number],
  weightG: number,
  sideFloorIn: number | null,
): number {
  const unitLb = poundsFromGrams(weightG);
  if (sideFloorIn === null) return withoutNoise(unitLb * OZ_PER_LB);
  const dimensionalLb =
    (longest * Math.max(median, sideFloorIn) * Math.max(shortest, sideFloorIn)) / DIMENSIONAL_DIVISOR;
  return withoutNoise(Math.max(unitLb, dimensionalLb) * OZ_PER_LB);
}

function fits(
  [longest, median, shortest]: readonly [number, number, number],
  weightOz: number,
  limits: TierLimits,
): boolean {
  return (
    weightOz <= limits.weightOz &&
    longest <= limits.longestIn &&
    median <= limits.medianIn &&
    shortest <= limits.shortestIn &&
    withoutNoise(longest + 2 * (median + shortest)) <= limits.lengthPlusGirthIn
  );
}

/** Conversion leaves 381 mm a hair above 15 in, but a box exactly at a limit is within it. */
function withoutNoise(measure: number): number {
  return Math.round(measure * 1e6) / 1e6;
}
