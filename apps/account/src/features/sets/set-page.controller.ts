import { type EpochDay, formatIsoMonth } from '@brickmarket/domain';
import { readSetPage, type SetForecast, type SetPage } from '@brickmarket/operations/sets';
import type { CurrentValue, PublishedMonth, SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Ok } from '../../http/declared-answers.ts';
import {
  DayOrNull,
  Moment,
  Part,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../http/properties.ts';
import { RetailView, retailView } from './retail-view.ts';
import { SetPages } from './set-area.ts';
import { SetCard, setCard } from './set-card.ts';

class PriceAheadView {
  @Whole() months!: number;
  @Whole() middleCents!: number;
  @Whole() lowCents!: number;
  @Whole() highCents!: number;
}

class SalesAheadView {
  @Whole() middle!: number;
  @Whole() low!: number;
  @Whole() high!: number;
}

class ForecastView {
  @Parts(() => PriceAheadView) prices!: readonly PriceAheadView[];
  @PartOrNull(() => SalesAheadView) sales!: SalesAheadView | null;
  /** Sentences with the forecast and missing parts. */
  @Text() text!: string;
}

class ValueView {
  @Whole() valueCents!: number;
  @Whole() lowCents!: number;
  @Whole() highCents!: number;
  @Text() tier!: string;
  @Moment() calculatedAt!: Date;
  @Part(() => ForecastView) forecast!: ForecastView;
}

class MonthView {
  @Text() month!: string;
  @WholeOrNull() valueCents!: number | null;
  @WholeOrNull() lowCents!: number | null;
  @WholeOrNull() highCents!: number | null;
  @Whole() salesCount!: number;
  @TextOrNull() event!: string | null;
}

class SalesByCondition {
  @Whole() sealed!: number;
  @Whole() used!: number;
}

class MonthsByCondition {
  @Parts(() => MonthView) sealed!: readonly MonthView[];
  @Parts(() => MonthView) used!: readonly MonthView[];
}

class PriceChangeView {
  @Moment() at!: Date;
  @WholeOrNull() priceCents!: number | null;
  @TextOrNull() sellerType!: string | null;
}

/** By retailer. */
class PriceChanges {
  @Parts(() => PriceChangeView) retailer_a!: readonly PriceChangeView[];
  @Parts(() => PriceChangeView) retailer_b!: readonly PriceChangeView[];
}

class OwnedView {
  @Text() brickfolio!: string;
  @Whole() quantity!: number;
  @Text() condition!: string;
  @WholeOrNull() priceCents!: number | null;
  @DayOrNull() purchaseDay!: EpochDay | null;
}

class SetPageView extends SetCard {
  @TextOrNull() subtheme!: string | null;
  @Whole() minifigCount!: number;
  @WholeOrNull() msrpCents!: number | null;
  @DayOrNull() releaseDay!: EpochDay | null;
  @TextOrNull() upc!: string | null;
  @TextOrNull() ean!: string | null;
  @PartOrNull(() => ValueView) newValue!: ValueView | null;
  @PartOrNull(() => ValueView) usedValue!: ValueView | null;
  @Part(() => SalesByCondition) incompleteSales!: SalesByCondition;
  @Part(() => MonthsByCondition) months!: MonthsByCondition;
  @PartOrNull(() => RetailView) retail!: RetailView | null;
  @Part(() => PriceChanges) changes!: PriceChanges;
  @Parts(() => OwnedView) owned!: readonly OwnedView[];
  @WholeOrNull() averageCostCents!: number | null;
}

@ApiTags('Sets')
@Controller('account/api/sets')
export class SetPageController {
  constructor(private readonly area: SetPages) {}

  @Get(':number')
  @ApiParam({ name: 'number' })
  @Ok(SetPageView)
  async getSet(@Param('number') number: string, @CurrentSession() { accountId }: SessionRecord): Promise<SetPageView> {
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
