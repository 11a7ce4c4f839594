import {
  type Box,
  type Cents,
  type EpochDay,
  inchesFromMm,
  poundsFromGrams,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import { type FeeByPrice, type FeeCard, OZ_PER_LB, type SizeTier, type TierLimits } from './fee-card.ts';
import { feeScheduleOn } from './fee-schedule.ts';

/** Cubic inches per pound. */
const DIMENSIONAL_DIVISOR = 139;
const TEN_DOLLARS: Cents = 1000;
const FIFTY_DOLLARS: Cents = 5000;

/** Result of selling one copy through FBA, in whole cents. */
export interface ExitEconomics {
  readonly sizeTier: SizeTier;
  readonly referralFeeCents: Cents;
  /** Includes the surcharge. */
  readonly fulfilmentFeeCents: Cents;
  /** Price less both fees; may be negative. */
  readonly netCents: Cents;
}

/** Sale at the lowest FBA price. Fees are rounded half away from zero. Null: unknown price or box, or no schedule. */
export function exitEconomics(lowestFbaCents: Cents | null, box: Box | null, day: EpochDay): ExitEconomics | null {
  const schedule = feeScheduleOn(day);
  if (lowestFbaCents === null || box === null || schedule === null) return null;
  const sized = sizeTierOf(box, schedule.card);
  const referralFeeCents = Math.max(
    schedule.referralMinimumCents,
    roundHalfAwayFromZero((lowestFbaCents * schedule.referralPercent) / 100),
  );
  const fulfilmentFeeCents = roundHalfAwayFromZero(
    (fulfilmentFee(schedule.card, sized, lowestFbaCents) * (1000 + schedule.surchargePerMille)) / 1000,
  );
  return {
    sizeTier: sized.tier,
    referralFeeCents,
    fulfilmentFeeCents,
    netCents: lowestFbaCents - referralFeeCents - fulfilmentFeeCents,
  };
}

/** Tier and the weight that determines the fee. */
interface SizedBox {
  readonly tier: SizeTier;
  readonly shippingWeightOz: number;
}

/** First tier that fits, in any orientation. */
function sizeTierOf(box: Box, card: FeeCard): SizedBox {
  const sides = [box.widthMm, box.heightMm, box.depthMm]
    .map(inchesFromMm)
    .map(withoutFloatError)
    .toSorted((a, b) => b - a) as [number, number, number];
  for (const limits of card.tiers) {
    const shippingWeightOz = shippingWeight(sides, box.weightG, limits.dimensionalSideFloorIn);
    if (fits(sides, shippingWeightOz, limits)) return { tier: limits.tier, shippingWeightOz };
  }
  throw new RangeError('a fee card must end in a tier without limits');
}

/** Greater of unit and dimensional weight, where the tier uses the latter. */
function shippingWeight(
  [longest, median, shortest]: readonly [number, number, number],
  weightG: number,
  sideFloorIn: number | null,
): number {
  const unitLb = poundsFromGrams(weightG);
  if (sideFloorIn === null) return withoutFloatError(unitLb * OZ_PER_LB);
  const dimensionalLb =
    (longest * Math.max(median, sideFloorIn) * Math.max(shortest, sideFloorIn)) / DIMENSIONAL_DIVISOR;
  return withoutFloatError(Math.max(unitLb, dimensionalLb) * OZ_PER_LB);
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
    withoutFloatError(longest + 2 * (median + shortest)) <= limits.lengthPlusGirthIn
  );
}

/** Rounds to 1e-6: 381 mm converts to slightly more than 15 in, and a box at the limit must fit. */
function withoutFloatError(measure: number): number {
  return Math.round(measure * 1e6) / 1e6;
}

/** Without surcharge. */
function fulfilmentFee(card: FeeCard, { tier, shippingWeightOz }: SizedBox, priceCents: Cents): Cents {
  const fees = card.fees[tier];
  const fixed = fees?.byWeight.find(({ upToOz }) => shippingWeightOz <= upToOz);
  if (fixed) return forPrice(fixed.fee, priceCents);
  if (!fees?.beyond) throw new RangeError(`the fee card has no fee for ${tier} at ${shippingWeightOz} oz`);
  const { fee, fromOz, everyOz, addCents } = fees.beyond;
  const stepsBegun = Math.max(0, Math.ceil((shippingWeightOz - fromOz) / everyOz));
  return forPrice(fee, priceCents) + stepsBegun * addCents;
}

function forPrice([under10, upTo50, over50]: FeeByPrice, priceCents: Cents): Cents {
  if (priceCents < TEN_DOLLARS) return under10;
  return priceCents <= FIFTY_DOLLARS ? upTo50 : over50;
}
