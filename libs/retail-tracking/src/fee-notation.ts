import type { Cents } from '@brickmarket/domain';
import type { FeeByPrice, TierFees, WeightFee } from './fee-card.ts';

/** Fees for equal weight bands: the first up to `stepOz`, the next up to twice that, and so on. */
export function every(stepOz: number, fees: readonly FeeByPrice[]): readonly WeightFee[] {
  return fees.map((fee, index) => ({ upToOz: (index + 1) * stepOz, fee }));
}

/** Fees of a tier that has nothing but a first fee, up to a weight, and an addition for every pound begun past it. */
export function perPound(fee: FeeByPrice, fromLb: number, addCents: Cents): TierFees {
  return { byWeight: [], beyond: { fee, fromOz: fromLb * 16, everyOz: 16, addCents } };
}
