import type { RetailObservation } from '@brickmarket/domain';
import { poisson } from '../random/distributions.ts';
import type { RandomStream } from '../random/random-stream.ts';
import type { ShopOffer } from './shop-offer.ts';

type Figures = Pick<RetailObservation, 'lowestFbaCents' | 'fbaSellers' | 'buyBoxCents'>;

/** What sellers who ship from the retailer's warehouses ask, how many they are, and the price in the buy box. */
export function marketplaceFigures(
  stream: RandomStream,
  marketCents: number,
  daysSinceRelease: number,
  offer: ShopOffer,
): Figures {
  const crowd = Math.min(14, 1 + daysSinceRelease / 120);
  const fbaSellers = poisson(stream, crowd * stream.between(0.2, 1.6));
  const lowestFbaCents =
    fbaSellers === 0 ? null : Math.round(marketCents * (1 + 0.22 / Math.sqrt(fbaSellers)) * stream.between(0.96, 1.08));
  const buyBoxCents =
    offer.inStock && offer.priceCents !== null && offer.sellerType === 'retailer'
      ? offer.priceCents
      : (lowestFbaCents ?? offer.priceCents);
  return { lowestFbaCents, fbaSellers, buyBoxCents };
}
