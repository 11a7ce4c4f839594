import { type Box, type Cents, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import type { SizeTier } from './fee-card.ts';
import { feeScheduleOn } from './fee-schedule.ts';
import { fulfilmentFee } from './fulfilment-fee.ts';
import { sizeTierOf } from './size-tier.ts';

/** What selling one copy through the retailer's fulfilment leaves. Each fee is a whole amount of cents, so the three add up. */
export interface ExitEconomics {
  readonly sizeTier: SizeTier;
  readonly referralFeeCents: Cents;
  /** Surcharge included. */
  readonly fulfilmentFeeCents: Cents;
  /** The price less both fees, the wire's `netFba`; negative when they eat more than the price. */
  readonly netCents: Cents;
}

/**
 * The fees and the net of a sale at the lowest fulfilled price (`lowestFba`), by the fee schedule of a day.
 * Null when the price or the box is unknown, and for days before the schedule begins.
 */
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
