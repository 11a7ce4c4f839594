import { formatIsoDay } from '@brickmarket/domain';
import {
  type BookArea,
  createBrickfolio,
  deleteBrickfolio,
  editBrickfolio,
  makeDefault,
  type NamedMover,
  readOwnOverview,
} from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { HISTORY_DAYS, type HistoryPeriod, type PortfolioTotals, type Return } from '@brickmarket/portfolio';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { RecordIdPipe, TextField } from '../../http/input.ts';
import {
  Amount,
  AmountOrNull,
  OneOf,
  OptionalFlag,
  OptionalOneOf,
  OptionalTextOrNull,
  Part,
  PartOrNull,
  Parts,
  Text,
  Whole,
} from '../../openapi/properties.ts';
import { answerEdit, BOOK_AREA, BrickfolioView, brickfolioView, EditAnswer, Version, VersionBody } from './book.ts';
import { SalesTotalsView, salesTotalsView } from './ledger.controller.ts';

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];
const OUTCOMES = ['known', 'no-known-copies', 'no-rate', 'several-rates'] as const;

class OverviewQuery {
  @OptionalOneOf(...PERIODS)
  @IsOptional()
  @IsIn(PERIODS, { message: `The period is one of ${PERIODS.join(', ')}.` })
  period: HistoryPeriod = '1y';
}

/** Amounts in cents. */
class TotalsView {
  @Whole() sets!: number;
  @Whole() copies!: number;
  @Whole() cost_cents!: number;
  @Whole() value_cents!: number;
  /** Of the copies of known price and value, and in percent of what these cost. */
  @Whole() gain_cents!: number;
  @Amount() gain_pct!: number;
  /** Copies of unknown price, and what they are worth. */
  @Whole() copies_of_unknown_cost!: number;
  @Whole() value_of_unknown_cost_cents!: number;
}

class MoverView {
  @Text() set_number!: string;
  @Text() title!: string;
  @Amount() gain_pct!: number;
}

class ReturnView {
  @OneOf(...OUTCOMES) outcome!: string;
  /** Null unless it is known. */
  @AmountOrNull() pct!: number | null;
}

class HistoryView {
  @ApiProperty({ type: String, isArray: true }) days!: string[];
  @ApiProperty({ type: 'integer', isArray: true }) value_cents!: number[];
  @ApiProperty({ type: 'integer', isArray: true }) cost_cents!: number[];
}

class OverviewView {
  @OneOf(...PERIODS) period!: string;
  @Part(() => TotalsView) totals!: TotalsView;
  @PartOrNull(() => MoverView) top_gainer!: MoverView | null;
  @PartOrNull(() => MoverView) top_loser!: MoverView | null;
  @Part(() => HistoryView) history!: HistoryView;
  @Part(() => SalesTotalsView) sales!: SalesTotalsView;
  /** For a year, since the first purchase. */
  @Part(() => ReturnView) money_weighted!: ReturnView;
  /** Over the period. */
  @Part(() => ReturnView) time_weighted!: ReturnView;
  @Whole() copies_left_out!: number;
}

class BrickfolioSummaryView extends BrickfolioView {
  /** Sold ones included: a brickfolio is empty when there are none. */
  @Whole() holding_count!: number;
  @Part(() => TotalsView) totals!: TotalsView;
}

class BrickfolioList {
  @Parts(() => BrickfolioSummaryView) brickfolios!: BrickfolioSummaryView[];
}

class BrickfolioBody {
  @Text() @TextField(100, 'a name') name!: string;
  @OptionalTextOrNull() @IsOptional() @TextField(1_000, 'a description') description?: string | null;
}

class EditBrickfolioBody extends BrickfolioBody {
  @Version() version!: number;
}

class DeleteBrickfolioBody extends VersionBody {
  /** Also delete the alert rules that watch it. Without it, such a brickfolio is not deleted, and they are named. */
  @OptionalFlag()
  @IsOptional()
  @IsBoolean({ message: 'Whether alert rules go with it is true or false.' })
  with_rules?: boolean;
}

@ApiTags('Collection')
@Controller('account/api')
export class OverviewController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get('overview')
  @ApiOkResponse({ type: OverviewView })
  async getOverview(
    @Query() { period }: OverviewQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<OverviewView> {
    const overview = await readOwnOverview(this.area, accountId, period);
    return {
      period,
      totals: totalsView(overview.totals),
      top_gainer: moverView(overview.gainer),
      top_loser: moverView(overview.loser),
      history: {
        days: overview.history.map(({ day }) => formatIsoDay(day)),
        value_cents: overview.history.map(({ valueCents }) => valueCents),
        cost_cents: overview.history.map(({ costCents }) => costCents),
      },
      sales: salesTotalsView(overview.sales),
      money_weighted: returnView(overview.moneyWeighted),
      time_weighted: returnView(overview.timeWeighted),
      copies_left_out: overview.copiesLeftOut,
    };
  }

  @Get('brickfolios')
  @ApiOkResponse({ type: BrickfolioList })
  async listBrickfolios(@CurrentSession() { accountId }: SessionRecord): Promise<BrickfolioList> {
    const { brickfolios } = await readOwnOverview(this.area, accountId, '30d');
    return {
      brickfolios: brickfolios.map(({ brickfolio, holdingCount, totals }) =>
        Object.assign(brickfolioView(brickfolio), { holding_count: holdingCount, totals: totalsView(totals) }),
      ),
    };
  }

  @Post('brickfolios')
  @ApiCreatedResponse({ type: EditAnswer })
  createBrickfolio(
    @Body() { name, description }: BrickfolioBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(createBrickfolio(this.area, accountId, { name, description: description ?? null }));
  }

  @Post('brickfolios/:id')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  editBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, name, description }: EditBrickfolioBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = { name, description: description ?? null };
    return answerEdit(editBrickfolio(this.area, accountId, { id, version }, facts));
  }

  @Post('brickfolios/:id/default')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  makeDefaultBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version }: VersionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(makeDefault(this.area, accountId, { id, version }));
  }

  @Post('brickfolios/:id/delete')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  deleteBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, with_rules: withRules = false }: DeleteBrickfolioBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(deleteBrickfolio(this.area, accountId, { id, version }, withRules));
  }
}

function totalsView(totals: PortfolioTotals): TotalsView {
  return {
    sets: totals.setCount,
    copies: totals.itemCount,
    cost_cents: totals.costCents,
    value_cents: totals.valueCents,
    gain_cents: totals.gainCents,
    gain_pct: totals.gainPct,
    copies_of_unknown_cost: totals.unknownCost.itemCount,
    value_of_unknown_cost_cents: totals.unknownCost.valueCents,
  };
}

function moverView(mover: NamedMover | null): MoverView | null {
  return mover && { set_number: mover.setNumber, title: mover.title, gain_pct: mover.gainPct };
}

function returnView(rate: Return): ReturnView {
  return rate.outcome === 'known' ? { outcome: 'known', pct: rate.pct } : { outcome: rate.reason, pct: null };
}
