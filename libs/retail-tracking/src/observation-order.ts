import type { PriceObservation } from '@brickmarket/domain';

type Content = Exclude<keyof PriceObservation, 'observedAt'>;

/**
 * Which of two looks at the same instant speaks for it: the one that shows a price over one that does not, then the lower price;
 * past that only a fixed choice is needed, so that arrival never decides. `true` where the smaller value wins.
 */
const SMALLER_WINS: readonly (readonly [Content, boolean])[] = [
  ['priceCents', true],
  ['inStock', false],
  ['sellerType', true],
  ['listPriceCents', false],
  ['lowestFbaCents', true],
  ['fbaSellers', false],
  ['buyBoxCents', true],
  ['productUrl', true],
];

/** The looks in time order, one for each instant. Input in any order, with any repeats; it is left as it was. */
export function oneLookPerInstant(observations: readonly PriceObservation[]): readonly PriceObservation[] {
  const inOrder = observations.toSorted((a, b) => a.observedAt.getTime() - b.observedAt.getTime());
  const looks: PriceObservation[] = [];
  for (const observation of inOrder) {
    const previous = looks.at(-1);
    if (previous?.observedAt.getTime() !== observation.observedAt.getTime()) looks.push(observation);
    else if (speaksOver(observation, previous)) looks[looks.length - 1] = observation;
  }
  return looks;
}

function speaksOver(challenger: PriceObservation, holder: PriceObservation): boolean {
  for (const [field, smallerWins] of SMALLER_WINS) {
    const ours = challenger[field];
    const theirs = holder[field];
    if (ours === theirs) continue;
    if (ours === null || theirs === null) return theirs === null;
    return ours < theirs === smallerWins;
  }
  return false;
}
