import { type RankedOffers, type ResaleArea, SellingPriceCache, VersionedCache } from '@brickmarket/operations/resale';
import {
  Brickfolios,
  ItemChanges,
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

/** Most fees of accounts are the usual ones. */
const RANKINGS = 8;

@Injectable()
export class ResalePages implements ResaleArea {
  readonly ranked: VersionedCache<RankedOffers>;
  readonly prices: SellingPriceCache;
  readonly retailStaleDays: number;

  constructor(
    @Inject(ACCOUNT_CONFIG) config: AccountConfig,
    readonly listings: ValuedListings,
    prices: SellingPrices,
    report: SystemStatus,
    changes: ItemChanges,
    readonly brickfolios: Brickfolios,
    readonly fees: SellingFees,
    readonly ownSets: OwnSets,
    readonly catalog: SetCatalog,
    readonly months: MonthHistory,
    readonly storeClock: StoreClock,
  ) {
    this.ranked = new VersionedCache(report, ['catalog', 'market', 'retail'], RANKINGS);
    this.prices = new SellingPriceCache(prices, { report, changes });
    this.retailStaleDays = config.retailStaleDays;
  }
}
