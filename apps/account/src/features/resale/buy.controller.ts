import { type Retailer, RETAILERS } from '@brickmarket/domain';
import { readBuyList, type ShownChance } from '@brickmarket/operations/resale';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { digits, pageQuery, WholeField } from '../../http/input.ts';
import {
  Amount,
  Flag,
  OneOf,
  OptionalField,
  OptionalOneOf,
  Part,
  PartOrNull,
  Parts,
  Text,
  TextOrNull,
  Whole,
} from '../../openapi/properties.ts';
import {
  CertaintyView,
  certaintyView,
  ProceedsView,
  proceedsView,
  RecentSalesView,
  recentView,
} from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

const MAX_GAIN_CENTS = 100_000_000;

class BuyQuery extends pageQuery(25, 100) {
  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_GAIN_CENTS, default: 1 })
  @Transform(digits)
  @WholeField(1, MAX_GAIN_CENTS, 'the least gain in cents')
  least_gain_cents = 1;

  @OptionalOneOf(...RETAILERS)
  @IsIn(RETAILERS, { message: `The retailer is one of ${RETAILERS.join(', ')}.` })
  retailer?: Retailer;

  @OptionalField({ type: Boolean, default: false })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'Sets that you own are left out or not: true or false.' })
  not_owned = false;
}

/** An offer of a retailer that leaves a gain when the copy is sold again. Amounts are in cents, of one copy. */
class ChanceView {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @OneOf(...RETAILERS) retailer!: string;
  @Whole() price_cents!: number;
  @TextOrNull() seller!: string | null;
  @Flag() at_lowest!: boolean;
  @Part(() => ProceedsView) best!: ProceedsView;
  @Parts(() => ProceedsView) options!: ProceedsView[];
  @Whole() gain_cents!: number;
  @Amount() gain_pct!: number;
  @Whole() owned!: number;
  @PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class BuyListView {
  @Parts(() => ChanceView) chances!: ChanceView[];
  @Whole() total!: number;
  /** How many offers of retailers were looked at. */
  @Whole() offers!: number;
}

@ApiTags('Resale')
@Controller('account/api/what-to-buy')
export class BuyController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @ApiOkResponse({ type: BuyListView })
  async listWhatToBuy(
    @Query() { least_gain_cents, retailer, not_owned, limit, offset }: BuyQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<BuyListView> {
    const { chances, total, offers } = await readBuyList(this.area, accountId, {
      leastGainCents: least_gain_cents,
      retailer: retailer ?? null,
      notOwned: not_owned,
      limit,
      offset,
    });
    return { chances: chances.map(chanceView), total, offers };
  }
}

function chanceView({ offer, best, options, gainCents, gainPct, owned, recent }: ShownChance): ChanceView {
  const { setNumber, priceCents, retailer, price, listing } = offer;
  return {
    set_number: setNumber,
    title: listing.title,
    theme: listing.theme,
    retailer,
    price_cents: priceCents,
    seller: price.sellerType,
    at_lowest: price.atLowest,
    best: proceedsView(best),
    options: options.map(proceedsView),
    gain_cents: gainCents,
    gain_pct: gainPct,
    owned,
    value: certaintyView(listing.sealed),
    recent: recentView(recent),
  };
}
