import { ListingCache, type ResaleArea, SellingPriceCache } from '@brickmarket/operations/resale';
import {
  Brickfolios,
  MonthHistory,
  OwnSets,
  SystemStatus,
  SellingFees,
  SellingPrices,
  SetCatalog,
  StoreClock,
  ValuedListings,
} from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

@Injectable()
export class ResalePages implements ResaleArea {
  readonly listings: ListingCache;
  readonly prices: SellingPriceCache;
  readonly retailStaleDays: number;

  constructor(
    @Inject(ACCOUNT_CONFIG) config: AccountConfig,
    listings: ValuedListings,
    prices: SellingPrices,
    report: SystemStatus,
    readonly brickfolios: Brickfolios,
    readonly fees: SellingFees,
    readonly ownSets: OwnSets,
    readonly catalog: SetCatalog,
    readonly months: MonthHistory,
    readonly storeClock: StoreClock,
  ) {
    this.listings = new ListingCache(listings, report);
    this.prices = new SellingPriceCache(prices, report);
    this.retailStaleDays = config.retailStaleDays;
  }
}
