import { AccountId } from '@brickmarket/extension';
import { readSellList, readSetProceeds } from '@brickmarket/operations/resale';
import { SELLING_ORDERS, type SellingOrder } from '@brickmarket/portfolio';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Ok } from '../../http/declared-answers.ts';
import { pageQuery } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { CertaintyView, ProceedsView, RecentSalesView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

class SellListQuery extends pageQuery(25, 100) {
  @is.OptionalOneOf(...SELLING_ORDERS)
  @IsIn(SELLING_ORDERS, { message: `The order is one of ${SELLING_ORDERS.join(', ')}.` })
  order: SellingOrder = 'margin';
}

/** Unsold copies of a set and condition; amounts in cents, for all copies. */
class SellingLineView {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.Text() condition!: string;
  @is.Whole() copies!: number;
  /** Per copy, at the best platform. */
  @is.Part(() => ProceedsView) best!: ProceedsView;
  /** Per copy, all known platforms. */
  @is.Parts(() => ProceedsView) options!: readonly ProceedsView[];
  @is.Whole() keepCents!: number;
  @is.Whole() copiesOfUnknownCost!: number;
  /** Copies of known cost; null: none. */
  @is.WholeOrNull() costCents!: number | null;
  @is.WholeOrNull() gainCents!: number | null;
  @is.AmountOrNull() gainPct!: number | null;
  @is.PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @is.PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class SellListView {
  @is.Parts(() => SellingLineView) lines!: readonly SellingLineView[];
  @is.Whole() total!: number;
  @is.Whole() copies!: number;
  @is.Whole() keepCents!: number;
  @is.Whole() gainCents!: number;
  @is.Whole() copiesOfUnknownCost!: number;
  /** Copies without known proceeds. */
  @is.Whole() copiesLeftOut!: number;
}

class SetProceedsView {
  @is.Parts(() => ProceedsView) sealed!: readonly ProceedsView[];
  @is.Parts(() => ProceedsView) used!: readonly ProceedsView[];
}

@ApiTags('Resale')
@Controller('account/api/what-to-sell')
export class SellListController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @Ok(SellListView)
  listWhatToSell(@Query() query: SellListQuery, @AccountId() accountId: number): Promise<SellListView> {
    return readSellList(this.area, accountId, query);
  }

  @Get(':number')
  @ApiParam({ name: 'number' })
  @Ok(SetProceedsView)
  getSetProceeds(@Param('number') number: string, @AccountId() accountId: number): Promise<SetProceedsView> {
    return readSetProceeds(this.area, accountId, number);
  }
}
