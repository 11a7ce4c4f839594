import { type EpochDay, formatIsoMonth } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { readSetPage, type SetForecast, type SetPage } from '@brickmarket/operations/sets';
import type { CurrentValue, PublishedMonth } from '@brickmarket/persistence-ports';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Ok } from '../../http/declared-answers.ts';
import * as is from '../../http/properties.ts';
import { RetailView, retailView } from './retail-view.ts';
import { SetPages } from './set-area.ts';
import { SetCard, setCard } from './set-card.ts';

class PriceAheadView {
  @is.Whole() months!: number;
  @is.Whole() middleCents!: number;
  @is.Whole() lowCents!: number;
  @is.Whole() highCents!: number;
}

class SalesAheadView {
  @is.Whole() middle!: number;
  @is.Whole() low!: number;
  @is.Whole() high!: number;
}

class ForecastView {
  @is.Parts(() => PriceAheadView) prices!: readonly PriceAheadView[];
  @is.PartOrNull(() => SalesAheadView) sales!: SalesAheadView | null;
  /** Sentences with the forecast and missing parts. */
  @is.Text() text!: string;
}

class ValueView {
  @is.Whole() valueCents!: number;
  @is.Whole() lowCents!: number;
  @is.Whole() highCents!: number;
  @is.Text() tier!: string;
  @is.Moment() calculatedAt!: Date;
  @is.Part(() => ForecastView) forecast!: ForecastView;
}

class MonthView {
  @is.Text() month!: string;
  @is.WholeOrNull() valueCents!: number | null;
  @is.WholeOrNull() lowCents!: number | null;
  @is.WholeOrNull() highCents!: number | null;
  @is.Whole() salesCount!: number;
  @is.TextOrNull() event!: string | null;
}

class SalesByCondition {
  @is.Whole() sealed!: number;
  @is.Whole() used!: number;
}

class MonthsByCondition {
  @is.Parts(() => MonthView) sealed!: readonly MonthView[];
  @is.Parts(() => MonthView) used!: readonly MonthView[];
}

class PriceChangeView {
  @is.Moment() at!: Date;
  @is.WholeOrNull() priceCents!: number | null;
  @is.TextOrNull() sellerType!: string | null;
}

/** By retailer. */
class PriceChanges {
  @is.Parts(() => PriceChangeView) retailer_a!: readonly PriceChangeView[];
  @is.Parts(() => PriceChangeView) retailer_b!: readonly PriceChangeView[];
}

class OwnedView {
  @is.Text() brickfolio!: string;
  @is.Whole() quantity!: number;
  @is.Text() condition!: string;
  @is.WholeOrNull() priceCents!: number | null;
  @is.DayOrNull() purchaseDay!: EpochDay | null;
}

class SetPageView extends SetCard {
  @is.TextOrNull() subtheme!: string | null;
  @is.Whole() minifigCount!: number;
  @is.WholeOrNull() msrpCents!: number | null;
  @is.DayOrNull() releaseDay!: EpochDay | null;
  @is.TextOrNull() upc!: string | null;
  @is.TextOrNull() ean!: string | null;
  @is.PartOrNull(() => ValueView) newValue!: ValueView | null;
  @is.PartOrNull(() => ValueView) usedValue!: ValueView | null;
  @is.Part(() => SalesByCondition) incompleteSales!: SalesByCondition;
  @is.Part(() => MonthsByCondition) months!: MonthsByCondition;
  @is.PartOrNull(() => RetailView) retail!: RetailView | null;
  @is.Part(() => PriceChanges) changes!: PriceChanges;
  @is.Parts(() => OwnedView) owned!: readonly OwnedView[];
  @is.WholeOrNull() averageCostCents!: number | null;
}

@ApiTags('Sets')
@Controller('account/api/sets')
export class SetPageController {
  constructor(private readonly area: SetPages) {}

  @Get(':number')
  @ApiParam({ name: 'number' })
  @Ok(SetPageView)
  async getSet(@Param('number') number: string, @AccountId() accountId: number): Promise<SetPageView> {
    return setPageView(await readSetPage(this.area, accountId, number));
  }
}

function setPageView({ record, today, forecasts, listing, ...page }: SetPage): SetPageView {
  const { set, values } = record;
  return {
    ...page,
    ...record,
    ...set,
    ...setCard(set, today),
    newValue: values.sealed && forecasts.sealed && valueView(values.sealed, forecasts.sealed),
    usedValue: values.used && forecasts.used && valueView(values.used, forecasts.used),
    months: { sealed: page.months.sealed.map(monthView), used: page.months.used.map(monthView) },
    retail: listing && retailView(listing),
  };
}

function valueView(value: CurrentValue, { prices, ...forecast }: SetForecast): ValueView {
  const shown = Object.entries(prices).flatMap(([months, range]) => range && { months: Number(months), ...range });
  return { ...value, forecast: { ...forecast, prices: shown.filter((range) => range !== null) } };
}

function monthView(published: PublishedMonth): MonthView {
  return { ...published, month: formatIsoMonth(published.month) };
}
