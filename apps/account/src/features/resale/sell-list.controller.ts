import { readSellList, readSetProceeds, type ShownSellingLine } from '@brickmarket/operations/resale';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { SELLING_ORDERS, type SellingOrder } from '@brickmarket/portfolio';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
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

class SellListQuery extends pageQuery(25, 100) {
  @OptionalOneOf(...SELLING_ORDERS)
  @IsIn(SELLING_ORDERS, { message: `The order is one of ${SELLING_ORDERS.join(', ')}.` })
  order: SellingOrder = 'margin';
}

/** All unsold copies of a set in one condition. Amounts are in cents, of all copies unless they say otherwise. */
class SellingLineView {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() condition!: string;
  @Whole() copies!: number;
  /** Of one copy, where selling it leaves most. */
  @Part(() => ProceedsView) best!: ProceedsView;
  /** Of one copy, on every platform of which that is known. */
  @Parts(() => ProceedsView) options!: ProceedsView[];
  @Whole() keep_cents!: number;
  @Whole() copies_of_unknown_cost!: number;
  /** Of the copies of known cost; null when there is none. */
  @WholeOrNull() cost_cents!: number | null;
  @WholeOrNull() gain_cents!: number | null;
  @AmountOrNull() gain_pct!: number | null;
  @PartOrNull(() => CertaintyView) value!: CertaintyView | null;
  @PartOrNull(() => RecentSalesView) recent!: RecentSalesView | null;
}

class SellListView {
  @Parts(() => SellingLineView) lines!: SellingLineView[];
  @Whole() total!: number;
  @Whole() copies!: number;
  @Whole() keep_cents!: number;
  @Whole() gain_cents!: number;
  @Whole() copies_of_unknown_cost!: number;
  /** Copies of which nobody knows what selling them would leave. */
  @Whole() copies_left_out!: number;
}

/** Of one copy of a set, on every platform of which that is known. */
class SetProceedsView {
  @Parts(() => ProceedsView) sealed!: ProceedsView[];
  @Parts(() => ProceedsView) used!: ProceedsView[];
}

@ApiTags('Resale')
@Controller('account/api/what-to-sell')
export class SellListController {
  constructor(private readonly area: ResalePages) {}

  @Get()
  @ApiOkResponse({ type: SellListView })
  async listWhatToSell(
    @Query() query: SellListQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<SellListView> {
    const list = await readSellList(this.area, accountId, query);
    return {
      lines: list.lines.map(lineView),
      total: list.total,
      copies: list.copies,
      keep_cents: list.keepCents,
      gain_cents: list.gainCents,
      copies_of_unknown_cost: list.copiesOfUnknownCost,
      copies_left_out: list.copiesLeftOut,
    };
  }

  /** What a copy of one set would leave, owned or not. */
  @Get(':number')
  @ApiParam({ name: 'number' })
  @ApiOkResponse({ type: SetProceedsView })
  async getSetProceeds(
    @Param('number') number: string,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<SetProceedsView> {
    const { sealed, used } = await readSetProceeds(this.area, accountId, number);
    return { sealed: sealed.map(proceedsView), used: used.map(proceedsView) };
  }
}

function lineView(line: ShownSellingLine): SellingLineView {
  return {
    set_number: line.setNumber,
    title: line.title,
    condition: line.condition,
    copies: line.copies,
    best: proceedsView(line.best),
    options: line.options.map(proceedsView),
    keep_cents: line.keepCents,
    copies_of_unknown_cost: line.copiesOfUnknownCost,
    cost_cents: line.costCents,
    gain_cents: line.gainCents,
    gain_pct: line.gainPct,
    value: certaintyView(line.value),
    recent: recentView(line.recent),
  };
}
