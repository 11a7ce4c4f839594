import type { Cents } from '@brickmarket/domain';
import type { FeeByPrice, FeeCard } from './fee-card.ts';
import type { SizedBox } from './size-tier.ts';

const TEN_DOLLARS: Cents = 1000;
const FIFTY_DOLLARS: Cents = 5000;

/** What a card charges to send one sized box that sells for a price, before any surcharge. */
export function fulfilmentFee(card: FeeCard, { tier, shippingWeightOz }: SizedBox, priceCents: Cents): Cents {
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
