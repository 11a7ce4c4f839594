import { ValuedSetCache } from '@brickmarket/operations/portfolio';
import { ListingCache, type ResaleArea } from '@brickmarket/operations/resale';
import {
  AccountBook,
  MonthHistory,
  SystemStatus,
  SellingFees,
  SetCatalog,
  StoreClock,
  ValuedListings,
} from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

/** What the pages of what to sell and what to buy are made from. */
@Injectable()
export class ResalePages implements ResaleArea {
  readonly listings: ListingCache;
  readonly retailStaleDays: number;

  constructor(
    @Inject(ACCOUNT_CONFIG) config: AccountConfig,
    listings: ValuedListings,
    report: SystemStatus,
    readonly book: AccountBook,
    readonly sets: ValuedSetCache,
    readonly fees: SellingFees,
    readonly catalog: SetCatalog,
    readonly months: MonthHistory,
    readonly storeClock: StoreClock,
  ) {
    this.listings = new ListingCache(listings, report);
    this.retailStaleDays = config.retailStaleDays;
  }
}
