import { readSellList, readSetProceeds } from '@brickmarket/operations/resale';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { SELLING_ORDERS, type SellingOrder } from '@brickmarket/portfolio';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { Ok } from '../../http/declared-answers.ts';
import { pageQuery } from '../../http/input.ts';
import {
  AmountOrNull,
  OptionalOneOf,
  Part,
  PartOrNull,
  Parts,
  Text,
  Whole,
  WholeOrNull,
} from '../../http/properties.ts';
import { CertaintyView, ProceedsView, RecentSalesView } from './proceeds-view.ts';
import { ResalePages } from './resale-area.ts';

class SellListQuery extends pageQuery(25, 100) {
  @OptionalOneOf(...SELLING_ORDERS)
  @IsIn(SELLING_ORDERS, { message: `The order is one of ${SELLING_ORDERS.join(', ')}.` })
  order: SellingOrder = 'margin';
}

/** Unsold copies of a set and condition; amounts in cents, for all copies. */
class SellingLineView {
  @Text() setNumber!: string;
  @Text() title!: string;
  @Text() condition!: string;
  @Whole() copies!: number;
  /** Per copy, at the best platform. */
  @Part(() => ProceedsView) best!: ProceedsView;
  /** Per copy, all known platforms. */
  @Parts(() => ProceedsView) options!: readonly ProceedsView[];
  @Whole() keepCents!: number;
  @Whole() copiesOfUnknownCost!: number;
  /** Copies of known cost; null: none. */
  @WholeOrNull() costCents!: number | null;
  @WholeOrNull() gainCents!: number | null;
  @AmountOrNull() gainPct!: number | null;
  @PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class SellListView {
  @Parts(() => SellingLineView) lines!: readonly SellingLineView[];
  @Whole() total!: number;
  @Whole() copies!: number;
  @Whole() keepCents!: number;
  @Whole() gainCents!: number;
  @Whole() copiesOfUnknownCost!: number;
  /** Copies without known proceeds. */
  @Whole() copiesLeftOut!: number;
}

class SetProceedsView {
  @Parts(() => ProceedsView) sealed!: readonly ProceedsView[];
  @Parts(() => ProceedsView) used!: readonly ProceedsView[];
}

@ApiTags('Resale')
@Controller('account/api/what-to-sell')
export class SellListController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @Ok(SellListView)
  listWhatToSell(@Query() query: SellListQuery, @CurrentSession() { accountId }: SessionRecord): Promise<SellListView> {
    return readSellList(this.area, accountId, query);
  }

  @Get(':number')
  @ApiParam({ name: 'number' })
  @Ok(SetProceedsView)
  getSetProceeds(
    @Param('number') number: string,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<SetProceedsView> {
    return readSetProceeds(this.area, accountId, number);
  }
}
