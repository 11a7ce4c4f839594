import { ForecastCache, type SetArea } from '@brickmarket/operations/sets';
import {
  AccountBook,
  MonthHistory,
  RetailPriceHistory,
  RetailPrices,
  RetailWatch,
  SetCatalog,
  StoreClock,
} from '@brickmarket/persistence-ports';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNT_CONFIG, type AccountConfig } from '../../config/config.ts';

@Injectable()
export class SetPages implements SetArea {
  readonly retailStaleDays: number;

  constructor(
    @Inject(ACCOUNT_CONFIG) config: AccountConfig,
    readonly catalog: SetCatalog,
    readonly months: MonthHistory,
    readonly forecasts: ForecastCache,
    readonly prices: RetailPrices,
    readonly priceHistory: RetailPriceHistory,
    readonly watch: RetailWatch,
    readonly book: AccountBook,
    readonly clock: StoreClock,
  ) {
    this.retailStaleDays = config.retailStaleDays;
  }
}
