import { formatIsoDay, formatIsoMonth, usdOrNull } from '@brickmarket/domain';
import { readSetPage, type SetForecast, type SetPage } from '@brickmarket/operations/sets';
import type { CurrentValue, PublishedMonth, SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import {
  Amount,
  AmountOrNull,
  Moment,
  Part,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Whole,
} from '../../openapi/properties.ts';
import { RetailView, retailView } from './retail-view.ts';
import { SetPages } from './set-area.ts';
import { SetCard, setCard } from './set-card.ts';

class PriceAheadView {
  @Whole() months!: number;
  @Amount() value_usd!: number;
  @Amount() low_usd!: number;
  @Amount() high_usd!: number;
}

class SalesAheadView {
  @Whole() sales!: number;
  @Whole() low!: number;
  @Whole() high!: number;
}

/** What comes next, where the market's past has shown that it can be said. */
class ForecastView {
  @Parts(() => PriceAheadView) prices!: PriceAheadView[];
  /** In 90 days. */
  @PartOrNull(() => SalesAheadView) sales!: SalesAheadView | null;
  /** The same in sentences, with why parts are missing. */
  @Text() text!: string;
}

class ValueView {
  @Amount() value_usd!: number;
  @Amount() low_usd!: number;
  @Amount() high_usd!: number;
  @Text() tier!: string;
  @Moment() calculated_at!: string;
  @Part(() => ForecastView) forecast!: ForecastView;
}

class MonthView {
  @Text() month!: string;
  @AmountOrNull() value_usd!: number | null;
  @AmountOrNull() low_usd!: number | null;
  @AmountOrNull() high_usd!: number | null;
  @Whole() sales!: number;
  @TextOrNull() event!: string | null;
}

class PriceChangeView {
  @Moment() at!: string;
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() seller!: string | null;
}

class OwnedView {
  @Text() brickfolio!: string;
  @Whole() quantity!: number;
  @Text() condition!: string;
  @AmountOrNull() price_usd!: number | null;
  @TextOrNull() purchase_date!: string | null;
}

class SetPageView extends SetCard {
  @TextOrNull() subtheme!: string | null;
  @Whole() minifigs!: number;
  @AmountOrNull() msrp_usd!: number | null;
  @TextOrNull() release_date!: string | null;
  @TextOrNull() upc!: string | null;
  @TextOrNull() ean!: string | null;
  @PartOrNull(() => ValueView) new_value!: ValueView | null;
  @PartOrNull(() => ValueView) used_value!: ValueView | null;
  @Whole() incomplete_sealed_sales!: number;
  @Whole() incomplete_used_sales!: number;
  @Parts(() => MonthView) sealed_months!: MonthView[];
  @Parts(() => MonthView) used_months!: MonthView[];
  @PartOrNull(() => RetailView) retail!: RetailView | null;
  @Parts(() => PriceChangeView) retailer_a_changes!: PriceChangeView[];
  @Parts(() => PriceChangeView) retailer_b_changes!: PriceChangeView[];
  @Parts(() => OwnedView) owned!: OwnedView[];
  @AmountOrNull() average_cost_usd!: number | null;
}

@ApiTags('Sets')
@Controller('account/api/sets')
export class SetPageController {
  constructor(private readonly area: SetPages) {}

  @Get(':number')
  @ApiParam({ name: 'number' })
  @ApiOkResponse({ type: SetPageView })
  async getSet(@Param('number') number: string, @CurrentSession() { accountId }: SessionRecord): Promise<SetPageView> {
    return setPageView(await readSetPage(this.area, accountId, number));
  }
}

function setPageView(page: SetPage): SetPageView {
  const { record, today, months, forecasts, incompleteSales, listing, changes, owned, averageCostCents } = page;
  const { set, values } = record;
  const changeViews = (list: SetPage['changes']['retailer_a']): PriceChangeView[] =>
    list.map(({ at, priceCents, sellerType }) => ({
      at: at.toISOString(),
      price_usd: usdOrNull(priceCents),
      seller: sellerType,
    }));
  return {
    ...setCard(set, today),
    subtheme: set.subtheme,
    minifigs: record.minifigCount,
    msrp_usd: usdOrNull(set.msrpCents),
    release_date: set.releaseDay === null ? null : formatIsoDay(set.releaseDay),
    upc: set.upc,
    ean: set.ean,
    new_value: values.sealed && forecasts.sealed && valueView(values.sealed, forecasts.sealed),
    used_value: values.used && forecasts.used && valueView(values.used, forecasts.used),
    incomplete_sealed_sales: incompleteSales.sealed,
    incomplete_used_sales: incompleteSales.used,
    sealed_months: months.sealed.map(monthView),
    used_months: months.used.map(monthView),
    retail: listing && retailView(listing),
    retailer_a_changes: changeViews(changes.retailer_a),
    retailer_b_changes: changeViews(changes.retailer_b),
    owned: owned.map(({ brickfolio, quantity, condition, priceCents, purchaseDay }) => ({
      brickfolio,
      quantity,
      condition,
      price_usd: usdOrNull(priceCents),
      purchase_date: purchaseDay === null ? null : formatIsoDay(purchaseDay),
    })),
    average_cost_usd: usdOrNull(averageCostCents),
  };
}

function valueView(value: CurrentValue, forecast: SetForecast): ValueView {
  const { valueCents, lowCents, highCents, tier, calculatedAt } = value;
  return {
    value_usd: valueCents / 100,
    low_usd: lowCents / 100,
    high_usd: highCents / 100,
    tier,
    calculated_at: calculatedAt.toISOString(),
    forecast: forecastView(forecast),
  };
}

function forecastView({ prices, sales, text }: SetForecast): ForecastView {
  return {
    prices: Object.entries(prices).flatMap(([months, range]) =>
      range === null
        ? []
        : [
            {
              months: Number(months),
              value_usd: range.middleCents / 100,
              low_usd: range.lowCents / 100,
              high_usd: range.highCents / 100,
            },
          ],
    ),
    sales: sales && { sales: sales.middle, low: sales.low, high: sales.high },
    text,
  };
}

function monthView({ month, valueCents, lowCents, highCents, salesCount, event }: PublishedMonth): MonthView {
  return {
    month: formatIsoMonth(month),
    value_usd: usdOrNull(valueCents),
    low_usd: usdOrNull(lowCents),
    high_usd: usdOrNull(highCents),
    sales: salesCount,
    event,
  };
}
