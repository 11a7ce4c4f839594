import { bestProceeds, type Cents, percentOf, type Proceeds } from '@brickmarket/domain';

/** An offer that resells at a profit. */
export interface BuyingChance<Offer> {
  readonly offer: Offer;
  readonly best: Proceeds;
  /** All known platforms, also worse ones. */
  readonly options: readonly Proceeds[];
  /** Net less the offer's price. */
  readonly gainCents: Cents;
  /** Percent of the offer, two decimals; 0 if it costs nothing. */
  readonly gainPct: number;
}

/** Offers with at least that gain after fees, largest percentage first, then gain. */
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
  return chances.toSorted(byGain);
}

/** Largest percentage first, then gain. */
export function byGain(
  a: BuyingChance<{ readonly setNumber: string }>,
  b: BuyingChance<{ readonly setNumber: string }>,
): number {
  return b.gainPct - a.gainPct || b.gainCents - a.gainCents || (a.offer.setNumber < b.offer.setNumber ? -1 : 1);
}
