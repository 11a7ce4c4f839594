import { type Retailer, RETAILERS } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { readBuyList, type ShownChance } from '@brickmarket/operations/resale';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn } from 'class-validator';
import { Ok } from '../../http/declared-answers.ts';
import { digits, pageQuery, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { CertaintyView, ProceedsView, RecentSalesView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

const MAX_GAIN_CENTS = 100_000_000;

class BuyQuery extends pageQuery(25, 100) {
  @is.OptionalField({ type: 'integer', minimum: 1, maximum: MAX_GAIN_CENTS, default: 1 })
  @Transform(digits)
  @WholeField(1, MAX_GAIN_CENTS, 'the least gain in cents')
  leastGainCents = 1;

  @is.OptionalOneOf(...RETAILERS)
  @IsIn(RETAILERS, { message: `The retailer is one of ${RETAILERS.join(', ')}.` })
  retailer?: Retailer;

  @is.OptionalField({ type: Boolean, default: false })
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean({ message: 'Sets that you own are left out or not: true or false.' })
  notOwned = false;
}

/** Offer that resells at a profit; per copy, in cents. */
class ChanceView {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.Text() theme!: string;
  @is.OneOf(...RETAILERS) retailer!: string;
  @is.Whole() priceCents!: number;
  @is.TextOrNull() seller!: string | null;
  @is.Flag() atLowest!: boolean;
  @is.Part(() => ProceedsView) best!: ProceedsView;
  @is.Parts(() => ProceedsView) options!: readonly ProceedsView[];
  @is.Whole() gainCents!: number;
  @is.Amount() gainPct!: number;
  @is.Whole() owned!: number;
  @is.PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @is.PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class BuyListView {
  @is.Parts(() => ChanceView) chances!: readonly ChanceView[];
  @is.Whole() total!: number;
  @is.Whole() offers!: number;
}

@ApiTags('Resale')
@Controller('account/api/what-to-buy')
export class BuyController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @Ok(BuyListView)
  async listWhatToBuy(
    @Query() { leastGainCents, retailer, notOwned, limit, offset }: BuyQuery,
    @AccountId() accountId: number,
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
