import { bestProceeds, type Cents, percentOf, type Proceeds } from '@brickmarket/domain';

/** An offer of a retailer at which a copy, sold again, leaves more than it costs. */
export interface BuyingChance<Offer> {
  readonly offer: Offer;
  /** Where selling it again leaves most. */
  readonly best: Proceeds;
  /** Everywhere that is known, also where it leaves less. */
  readonly options: readonly Proceeds[];
  /** What is left of the net once the offer is paid. */
  readonly gainCents: Cents;
  /** The gain in percent of the offer, two decimals; 0 when it costs nothing. */
  readonly gainPct: number;
}

/** The offers to buy: those that leave at least a gain after fees, the largest percentage first, then the gain. */
export function whatToBuy<Offer extends { readonly setNumber: string; readonly priceCents: Cents }>(
  offers: Iterable<Offer>,
  optionsOf: (offer: Offer) => readonly Proceeds[],
  leastGainCents: Cents = 1,
): readonly BuyingChance<Offer>[] {
  const chances: BuyingChance<Offer>[] = [];
  for (const offer of offers) {
    const options = optionsOf(offer);
    const best = bestProceeds(options);
    if (best === null) continue;
    const gainCents = best.netCents - offer.priceCents;
    if (gainCents < Math.max(1, leastGainCents)) continue;
    chances.push({ offer, best, options, gainCents, gainPct: percentOf(gainCents, offer.priceCents) });
  }
  return chances.toSorted(
    (a, b) => b.gainPct - a.gainPct || b.gainCents - a.gainCents || (a.offer.setNumber < b.offer.setNumber ? -1 : 1),
  );
}
