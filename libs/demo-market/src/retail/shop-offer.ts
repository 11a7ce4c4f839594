import type { Cents, EpochDay, Retailer, RetailObservation, SellerType } from '@brickmarket/domain';
import type { SetBlueprint } from '../catalog/set-blueprint.ts';
import { poisson, type RandomStream } from '../random/random-stream.ts';
import { type Promotion, promotionDepth } from '../truth/set-value-path.ts';

interface RetailerHabits {
  /** Share of sets on sale. */
  readonly carried: number;
  readonly daysBetweenObservations: number;
  readonly daysBetweenObservationsAfterExit: number;
  readonly watchedAfterExitDays: number;
  /** Probability of a new everyday price between observations. */
  readonly repricing: number;
  /** Prices end in 99 cents. */
  readonly tidyPrices: boolean;
  /** Probability of third-party sellers after its own stock ends. */
  readonly marketplaceAfterExit: number;
  readonly hasMarketplaceFigures: boolean;
}

export const RETAILER_HABITS: Readonly<Record<Retailer, RetailerHabits>> = {
  retailer_a: {
    carried: 0.88,
    daysBetweenObservations: 10,
    daysBetweenObservationsAfterExit: 26,
    watchedAfterExitDays: 4 * 365,
    repricing: 0.55,
    tidyPrices: false,
    marketplaceAfterExit: 0.93,
    hasMarketplaceFigures: true,
  },
  retailer_b: {
    carried: 0.7,
    daysBetweenObservations: 13,
    daysBetweenObservationsAfterExit: 30,
    watchedAfterExitDays: 300,
    repricing: 0.25,
    tidyPrices: true,
    marketplaceAfterExit: 0.35,
    hasMarketplaceFigures: false,
  },
};

const DEEPEST_EVERYDAY_CUT = 0.3;

interface FbaOffers {
  readonly sellers: number;
  readonly lowestCents: Cents | null;
}

/** Sellers grow with age; markup over market value falls with their number. */
export function drawFbaOffers(stream: RandomStream, marketCents: number, daysSinceRelease: number): FbaOffers {
  const crowd = Math.min(14, 1 + daysSinceRelease / 120);
  const sellers = poisson(stream, crowd * stream.between(0.2, 1.6));
  const markup = (1 + 0.22 / Math.sqrt(sellers)) * stream.between(0.96, 1.08);
  return { sellers, lowestCents: sellers === 0 ? null : Math.round(marketCents * markup) };
}

/** The buy box is the shown price and the lowest: a cheaper seller would have it. Without an offer there is neither. */
export function marketplaceFigures(
  { sellers, lowestCents }: FbaOffers,
  { inStock, priceCents }: ShopOffer,
): Pick<RetailObservation, 'lowestFbaCents' | 'fbaSellers' | 'buyBoxCents'> {
  if (!inStock || priceCents === null) return { lowestFbaCents: null, fbaSellers: 0, buyBoxCents: null };
  return {
    lowestFbaCents: lowestCents === null ? null : Math.max(lowestCents, priceCents),
    fbaSellers: sellers,
    buyBoxCents: priceCents,
  };
}

export class ShopOffer {
  sellerType: SellerType | null = 'retailer';
  inStock = true;
  priceCents: Cents | null;
  private everydayCut: number;
  private thirdPartyMarkup: number;
  /** Day of permanent sell-out. */
  readonly soldOutDay: EpochDay;
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
    this.soldOutDay = set.exitDay + stream.wholeNumber(-45, 90);
    this.hasMarketplaceAfterExit = stream.chance(habits.marketplaceAfterExit);
  }

  /** `fba` is null at a retailer without such sellers. */
  revise(stream: RandomStream, day: EpochDay, marketCents: number, fba: FbaOffers | null): void {
    const isShort = stream.chance(0.05);
    const isGone = day >= this.soldOutDay;
    if (stream.chance(this.habits.repricing)) this.reprice(stream);
    if (isGone && !this.hasMarketplaceAfterExit) return this.showNothing();
    // Out-of-stock pages sometimes show a third party.
    const hasFba = fba !== null && fba.lowestCents !== null;
    const soldByOthers = isGone || (isShort && (hasFba || stream.chance(0.4)));
    if (soldByOthers) {
      const asked = fba?.lowestCents ?? Math.round(marketCents * this.thirdPartyMarkup);
      this.show('third_party', asked, hasFba || !isShort || !isGone);
    } else if (isShort && stream.chance(0.3)) this.showNothing();
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

  showNothing(): void {
    this.sellerType = null;
    this.priceCents = null;
    this.inStock = false;
  }
}
