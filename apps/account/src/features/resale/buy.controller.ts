import { type Retailer, RETAILERS } from '@brickmarket/domain';
import { readBuyList, type ShownChance } from '@brickmarket/operations/resale';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Ok } from '../../http/declared-answers.ts';
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
} from '../../http/properties.ts';
import { CertaintyView, ProceedsView, RecentSalesView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

const MAX_GAIN_CENTS = 100_000_000;

class BuyQuery extends pageQuery(25, 100) {
  @OptionalField({ type: 'integer', minimum: 1, maximum: MAX_GAIN_CENTS, default: 1 })
  @Transform(digits)
  @WholeField(1, MAX_GAIN_CENTS, 'the least gain in cents')
  leastGainCents = 1;

  @OptionalOneOf(...RETAILERS)
  @IsIn(RETAILERS, { message: `The retailer is one of ${RETAILERS.join(', ')}.` })
  retailer?: Retailer;

  @OptionalField({ type: Boolean, default: false })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'Sets that you own are left out or not: true or false.' })
  notOwned = false;
}

/** Offer that resells at a profit; per copy, in cents. */
class ChanceView {
  @Text() setNumber!: string;
  @Text() title!: string;
  @Text() theme!: string;
  @OneOf(...RETAILERS) retailer!: string;
  @Whole() priceCents!: number;
  @TextOrNull() seller!: string | null;
  @Flag() atLowest!: boolean;
  @Part(() => ProceedsView) best!: ProceedsView;
  @Parts(() => ProceedsView) options!: readonly ProceedsView[];
  @Whole() gainCents!: number;
  @Amount() gainPct!: number;
  @Whole() owned!: number;
  @PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class BuyListView {
  @Parts(() => ChanceView) chances!: readonly ChanceView[];
  @Whole() total!: number;
  @Whole() offers!: number;
}

@ApiTags('Resale')
@Controller('account/api/what-to-buy')
export class BuyController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @Ok(BuyListView)
  async listWhatToBuy(
    @Query() { leastGainCents, retailer, notOwned, limit, offset }: BuyQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<BuyListView> {
    const { chances, total, offers } = await readBuyList(this.area, accountId, {
      leastGainCents,
      retailer: retailer ?? null,
      notOwned,
      limit,
      offset,
    });
    return { chances: chances.map(chanceView), total, offers };
  }
}

function chanceView({ offer, ...chance }: ShownChance): ChanceView {
  const { price, listing } = offer;
  const { title, theme, sealed: value } = listing;
  return { ...offer, ...chance, title, theme, seller: price.sellerType, atLowest: price.atLowest, value };
}
