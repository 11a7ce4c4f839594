import type { Cents, EpochDay, SellerType } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalogue/set-blueprint.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type Promotion, promotionDepth } from '../truth/promotions.ts';
import type { RetailerHabits } from './retailer-habits.ts';

const DEEPEST_EVERYDAY_CUT = 0.3;

/** What a page shows: who sells, at what price, and whether there is any. */
export class ShopOffer {
  sellerType: SellerType | null = 'retailer';
  inStock = true;
  /** Null while the page shows no offer. */
  priceCents: Cents | null;
  private everydayCut: number;
  private thirdPartyMarkup: number;
  /** The day the retailer's own stock is gone for good. */
  private readonly soldOutDay: EpochDay;
  private readonly hasMarketplaceAfterExit: boolean;

  constructor(
    stream: RandomStream,
    private readonly set: SetBlueprint,
    private readonly promotions: readonly Promotion[],
    private readonly habits: RetailerHabits,
  ) {
    this.priceCents = set.listPriceCents;
    this.everydayCut = stream.chance(0.5) ? 0 : stream.between(0, 0.12);
    this.thirdPartyMarkup = stream.between(1, 1.16);
    this.soldOutDay = set.exitDay + stream.whole(-45, 90);
    this.hasMarketplaceAfterExit = stream.chance(habits.marketplaceAfterExit);
  }

  /** Moves on to what the page shows at the next look. */
  revise(stream: RandomStream, day: EpochDay, marketCents: number): void {
    const isShort = stream.chance(0.05);
    const isGone = day >= this.soldOutDay;
    if (isGone && !this.hasMarketplaceAfterExit) return this.showNothing();
    // While the retailer is out of stock, third parties take its place on the page now and then.
    const soldByOthers = isGone || (isShort && stream.chance(0.4));
    if (stream.chance(this.habits.repricing)) this.reprice(stream);
    if (soldByOthers) this.show('third_party', Math.round(marketCents * this.thirdPartyMarkup), !isShort || !isGone);
    else if (isShort && stream.chance(0.3)) this.showNothing();
    else this.show('retailer', this.shelfPrice(day), !isShort);
  }

  private reprice(stream: RandomStream): void {
    this.everydayCut = Math.min(DEEPEST_EVERYDAY_CUT, Math.max(0, this.everydayCut + stream.between(-0.05, 0.06)));
    this.thirdPartyMarkup = Math.min(1.3, Math.max(0.93, this.thirdPartyMarkup * stream.between(0.92, 1.09)));
  }

  private shelfPrice(day: EpochDay): Cents {
    const cut = Math.max(this.everydayCut, promotionDepth(this.promotions, day));
    const price = this.set.listPriceCents * (1 - cut);
    return Math.max(99, this.habits.tidyPrices ? Math.ceil(price / 100) * 100 - 1 : Math.round(price));
  }

  private show(sellerType: SellerType, priceCents: Cents, inStock: boolean): void {
    this.sellerType = sellerType;
    this.priceCents = priceCents;
    this.inStock = inStock;
  }

  private showNothing(): void {
    this.sellerType = null;
    this.priceCents = null;
    this.inStock = false;
  }
}
