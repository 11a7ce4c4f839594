import { formatIsoDay } from '@brickmarket/domain';
import {
  type AheadArea,
  changeBook,
  createBrickfolio,
  type MarketArea,
  readBrickfolioTotals,
  readMarketIndex,
  readOwnOverview,
  readYearAhead,
  type WantedPeriod,
  type YearAhead,
} from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import {
  HISTORY_DAYS,
  type HistoryPeriod,
  type RankedHolding,
  type Return,
  type Share,
  type ValuedHolding,
} from '@brickmarket/portfolio';
import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { AccountError } from '../../http/errors.ts';
import { DayField, NameField, RecordIdPipe, TextField } from '../../http/input.ts';
import {
  Amount,
  AmountOrNull,
  OneOf,
  OptionalFlag,
  OptionalOneOf,
  OptionalText,
  OptionalTextOrNull,
  Part,
  PartOrNull,
  Parts,
  Text,
  Whole,
} from '../../openapi/properties.ts';
import {
  answerEdit,
  BOOK_AREA,
  BrickfolioView,
  brickfolioView,
  dayOf,
  EditAnswer,
  EditRoute,
  TotalsView,
  totalsView,
  Version,
  VersionBody,
} from './book.ts';
import { SalesTotalsView, salesTotalsView } from './ledger.controller.ts';

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];
const OUTCOMES = ['known', 'no-known-copies', 'no-rate', 'several-rates'] as const;

class OverviewQuery {
  @OptionalOneOf(...PERIODS)
  @IsIn(PERIODS, { message: `The period is one of ${PERIODS.join(', ')}.` })
  period: HistoryPeriod = '1y';

  /** Both: the days of another period, within the past year. */
  @OptionalText() @DayField('the first day of the period') from?: string;
  @OptionalText() @DayField('the last day of the period') until?: string;
}

class MoverView {
  @Text() set_number!: string;
  @Text() title!: string;
  @Text() condition!: string;
  @Whole() copies!: number;
  @Amount() gain_pct!: number;
  @Whole() gain_cents!: number;
}

/** A part of the collection. */
class ShareView extends TotalsView {
  @Text() name!: string;
  /** Of the value of the collection. */
  @Amount() value_pct!: number;
}

/** The collection by what its copies have in common, largest value first. */
class SharesView {
  @Parts(() => ShareView) themes!: ShareView[];
  /** By the year of purchase. */
  @Parts(() => ShareView) years!: ShareView[];
  @Parts(() => ShareView) conditions!: ShareView[];
  @Parts(() => ShareView) brickfolios!: ShareView[];
}

class ReturnView {
  @OneOf(...OUTCOMES) outcome!: string;
  /** Null unless it is known. */
  @AmountOrNull() pct!: number | null;
}

/** What all sets of the themes held made over the period, weighed by what the copies held are worth today. */
class MarketView {
  /** Null when none of them has a value on the first and the last day. */
  @AmountOrNull() pct!: number | null;
  /** Sets that have, each condition held by itself. */
  @Whole() valued_sets!: number;
  /** All sets of these themes. */
  @Whole() sets!: number;
}

/** Copies that have a forecast, in a year. The ends of the range are for prices that all move together. */
class CopiesAheadView {
  @Whole() value_cents!: number;
  @Whole() low_cents!: number;
  @Whole() high_cents!: number;
  /** What the same copies are worth today. */
  @Whole() today_cents!: number;
  @Whole() copies!: number;
  @Whole() copies_left_out!: number;
}

/** What the collection is expected to be worth in a year. */
class AheadView {
  /** Null when nothing is forecast. */
  @PartOrNull(() => CopiesAheadView) expected!: CopiesAheadView | null;
  /** The same in a sentence, or why nothing is said. */
  @Text() text!: string;
}

class HistoryView {
  @ApiProperty({ type: String, isArray: true }) days!: string[];
  @ApiProperty({ type: 'integer', isArray: true }) value_cents!: number[];
  @ApiProperty({ type: 'integer', isArray: true }) cost_cents!: number[];
}

class OverviewView {
  @OneOf(...PERIODS, 'days') period!: string;
  @Part(() => TotalsView) totals!: TotalsView;
  /** How much of the value rests on no recent sales. */
  @Whole() estimated_cents!: number;
  /** The holdings that gained and lost most, in percent. */
  @Parts(() => MoverView) best!: MoverView[];
  @Parts(() => MoverView) worst!: MoverView[];
  @Part(() => SharesView) shares!: SharesView;
  @Part(() => HistoryView) history!: HistoryView;
  @Part(() => SalesTotalsView) sales!: SalesTotalsView;
  /** For a year, since the first purchase. */
  @Part(() => ReturnView) money_weighted!: ReturnView;
  /** Over the period. */
  @Part(() => ReturnView) time_weighted!: ReturnView;
  @Whole() copies_left_out!: number;
  @Part(() => AheadView) ahead!: AheadView;
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
  @Text() @NameField(100, 'a name') name!: string;
  @OptionalTextOrNull() @TextField(1_000, 'a description') description?: string | null;
}

class EditBrickfolioBody extends BrickfolioBody {
  @Version() version!: number;
}

class DeleteBrickfolioBody extends VersionBody {
  /** Also delete the alert rules that watch it. Without it, such a brickfolio is not deleted, and they are named. */
  @OptionalFlag()
  @IsBoolean({ message: 'Whether alert rules go with it is true or false.' })
  with_rules?: boolean;
}

@ApiTags('Collection')
@Controller('account/api')
export class OverviewController {
  constructor(@Inject(BOOK_AREA) private readonly area: MarketArea & AheadArea) {}

  @Get('overview')
  @ApiOkResponse({ type: OverviewView })
  async getOverview(
    @Query() query: OverviewQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<OverviewView> {
    const overview = await readOwnOverview(this.area, accountId, wantedPeriod(query));
    const ahead = await readYearAhead(this.area, accountId);
    const { themes, years, conditions, brickfolios } = overview.shares;
    return {
      period: query.from === undefined ? query.period : 'days',
      totals: totalsView(overview.totals),
      estimated_cents: overview.estimatedCents,
      best: overview.best.map(moverView),
      worst: overview.worst.map(moverView),
      shares: {
        themes: themes.map(shareView),
        years: years.map(shareView),
        conditions: conditions.map(shareView),
        brickfolios: brickfolios.map(shareView),
      },
      history: {
        days: overview.history.map(({ day }) => formatIsoDay(day)),
        value_cents: overview.history.map(({ valueCents }) => valueCents),
        cost_cents: overview.history.map(({ costCents }) => costCents),
      },
      sales: salesTotalsView(overview.sales),
      money_weighted: returnView(overview.moneyWeighted),
      time_weighted: returnView(overview.timeWeighted),
      copies_left_out: overview.copiesLeftOut,
      ahead: aheadView(ahead),
    };
  }

  @Get('overview/market')
  @ApiOkResponse({ type: MarketView })
  async getMarket(@Query() query: OverviewQuery, @CurrentSession() { accountId }: SessionRecord): Promise<MarketView> {
    const { pct, valuedSets, sets } = await readMarketIndex(this.area, accountId, wantedPeriod(query));
    return { pct, valued_sets: valuedSets, sets };
  }

  @Get('brickfolios')
  @ApiOkResponse({ type: BrickfolioList })
  async listBrickfolios(@CurrentSession() { accountId }: SessionRecord): Promise<BrickfolioList> {
    const listed = await readBrickfolioTotals(this.area, accountId);
    return {
      brickfolios: listed.map(({ brickfolio, holdingCount, totals }) =>
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

  @EditRoute('brickfolios/:id')
  editBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, name, description }: EditBrickfolioBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = { name, description: description ?? null };
    return answerEdit(changeBook(this.area, accountId, { do: 'edit brickfolio', brickfolio: { id, version }, facts }));
  }

  @EditRoute('brickfolios/:id/default')
  makeDefaultBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version }: VersionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'make default', brickfolio: { id, version } }));
  }

  @EditRoute('brickfolios/:id/delete')
  deleteBrickfolio(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, with_rules: withRules = false }: DeleteBrickfolioBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const brickfolio = { id, version };
    return answerEdit(changeBook(this.area, accountId, { do: 'delete brickfolio', brickfolio, withRules }));
  }
}

function moverView({ holding, gainPct, gainCents }: RankedHolding<ValuedHolding>): MoverView {
  const { setNumber, title, condition, quantity } = holding;
  return { set_number: setNumber, title, condition, copies: quantity, gain_pct: gainPct, gain_cents: gainCents };
}

function aheadView({ expected, text }: YearAhead): AheadView {
  if (expected === null) return { expected, text };
  const { middleCents, lowCents, highCents, todayCents, copies, copiesLeftOut } = expected;
  return {
    expected: {
      value_cents: middleCents,
      low_cents: lowCents,
      high_cents: highCents,
      today_cents: todayCents,
      copies,
      copies_left_out: copiesLeftOut,
    },
    text,
  };
}

function shareView(share: Share): ShareView {
  return Object.assign(totalsView(share), { name: share.name, value_pct: share.valuePct });
}

function wantedPeriod({ period, from, until }: OverviewQuery): WantedPeriod {
  if ((from === undefined) !== (until === undefined))
    throw new AccountError('BadRequest', 'Give the first and the last day of the period.');
  return from === undefined ? period : { from: dayOf(from), until: dayOf(until!) };
}

function returnView(rate: Return): ReturnView {
  return rate.outcome === 'known' ? { outcome: 'known', pct: rate.pct } : { outcome: rate.reason, pct: null };
}
