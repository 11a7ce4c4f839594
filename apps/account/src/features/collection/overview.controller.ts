import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
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
} from '@brickmarket/operations/portfolio';
import {
  HISTORY_DAYS,
  type HistoryPeriod,
  type RankedHolding,
  type Return,
  type ValuedHolding,
} from '@brickmarket/portfolio';
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Created, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { DayField, NameField, RecordId, TextField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import {
  answerEdit,
  BOOK_AREA,
  BrickfolioView,
  EditAnswer,
  EditRoute,
  TotalsView,
  Version,
  VersionBody,
} from './book.ts';
import { SalesTotalsView } from './ledger.controller.ts';

const PERIODS = Object.keys(HISTORY_DAYS) as HistoryPeriod[];
const OUTCOMES = ['known', 'no-known-copies', 'no-rate', 'several-rates'] as const;

class OverviewQuery {
  @is.OptionalOneOf(...PERIODS)
  @IsIn(PERIODS, { message: `The period is one of ${PERIODS.join(', ')}.` })
  period: HistoryPeriod = '1y';

  /** Both: days within the past year. */
  @is.OptionalText() @DayField('the first day of the period') from?: EpochDay;
  @is.OptionalText() @DayField('the last day of the period') until?: EpochDay;
}

class MoverView {
  @is.Text() setNumber!: string;
  @is.Text() title!: string;
  @is.Text() condition!: string;
  @is.Whole() copies!: number;
  @is.Amount() gainPct!: number;
  @is.Whole() gainCents!: number;
}

class ShareView extends TotalsView {
  @is.Text() name!: string;
  /** Share of the collection's value. */
  @is.Amount() valuePct!: number;
}

/** Largest value first. */
class SharesView {
  @is.Parts(() => ShareView) themes!: readonly ShareView[];
  /** Year of purchase. */
  @is.Parts(() => ShareView) years!: readonly ShareView[];
  @is.Parts(() => ShareView) conditions!: readonly ShareView[];
  @is.Parts(() => ShareView) brickfolios!: readonly ShareView[];
}

class ReturnView {
  @is.OneOf(...OUTCOMES) outcome!: string;
  /** Null: unknown. */
  @is.AmountOrNull() pct!: number | null;
}

/** Change of the held themes, weighted by today's value of the copies. */
class MarketView {
  /** Null: no set has values on both days. */
  @is.AmountOrNull() pct!: number | null;
  /** Counted per condition. */
  @is.Whole() valuedSets!: number;
  @is.Whole() sets!: number;
}

/** Copies with a forecast. The range assumes that all prices move together. */
class CopiesAheadView {
  @is.Whole() middleCents!: number;
  @is.Whole() lowCents!: number;
  @is.Whole() highCents!: number;
  @is.Whole() todayCents!: number;
  @is.Whole() copies!: number;
  @is.Whole() copiesLeftOut!: number;
}

class AheadView {
  /** Null: no forecast. */
  @is.PartOrNull(() => CopiesAheadView) expected!: CopiesAheadView | null;
  /** Sentence with the forecast, or why there is none. */
  @is.Text() text!: string;
}

class HistoryView {
  @is.Texts() days!: string[];
  @is.Wholes() valueCents!: number[];
  @is.Wholes() costCents!: number[];
}

class OverviewView {
  @is.OneOf(...PERIODS, 'days') period!: string;
  @is.Part(() => TotalsView) totals!: TotalsView;
  /** Value without recent sales. */
  @is.Whole() estimatedCents!: number;
  /** Largest gains and losses in percent. */
  @is.Parts(() => MoverView) best!: readonly MoverView[];
  @is.Parts(() => MoverView) worst!: readonly MoverView[];
  @is.Part(() => SharesView) shares!: SharesView;
  @is.Part(() => HistoryView) history!: HistoryView;
  @is.Part(() => SalesTotalsView) sales!: SalesTotalsView;
  /** Per year, since the first purchase. */
  @is.Part(() => ReturnView) moneyWeighted!: ReturnView;
  /** Over the period. */
  @is.Part(() => ReturnView) timeWeighted!: ReturnView;
  @is.Whole() copiesLeftOut!: number;
  @is.Part(() => AheadView) ahead!: AheadView;
}

class BrickfolioSummaryView extends BrickfolioView {
  /** Includes sold holdings. */
  @is.Whole() holdingCount!: number;
  @is.Part(() => TotalsView) totals!: TotalsView;
}

class BrickfolioList {
  @is.Parts(() => BrickfolioSummaryView) brickfolios!: readonly BrickfolioSummaryView[];
}

class BrickfolioBody {
  @is.Text() @NameField(100, 'a name') name!: string;
  @is.OptionalTextOrNull() @TextField(1_000, 'a description') description?: string | null;
}

class EditBrickfolioBody extends BrickfolioBody {
  @Version() version!: number;
}

class DeleteBrickfolioBody extends VersionBody {
  /** Deletes watching alert rules too. Otherwise their brickfolio is kept and they are named. */
  @is.OptionalFlag()
  @IsBoolean({ message: 'Whether alert rules go with it is true or false.' })
  withRules?: boolean;
}

@ApiTags('Collection')
@Controller('account/api')
export class OverviewController {
  constructor(@Inject(BOOK_AREA) private readonly area: MarketArea & AheadArea) {}

  @Get('overview')
  @Ok(OverviewView)
  async getOverview(@Query() query: OverviewQuery, @AccountId() accountId: number): Promise<OverviewView> {
    const overview = await readOwnOverview(this.area, accountId, wantedPeriod(query));
    const ahead = await readYearAhead(this.area, accountId);
    return {
      ...overview,
      period: query.from === undefined ? query.period : 'days',
      best: overview.best.map(moverView),
      worst: overview.worst.map(moverView),
      history: {
        days: overview.history.map(({ day }) => formatIsoDay(day)),
        valueCents: overview.history.map(({ valueCents }) => valueCents),
        costCents: overview.history.map(({ costCents }) => costCents),
      },
      moneyWeighted: returnView(overview.moneyWeighted),
      timeWeighted: returnView(overview.timeWeighted),
      ahead,
    };
  }

  @Get('overview/market')
  @Ok(MarketView)
  getMarket(@Query() query: OverviewQuery, @AccountId() accountId: number): Promise<MarketView> {
    return readMarketIndex(this.area, accountId, wantedPeriod(query));
  }

  @Get('brickfolios')
  @Ok(BrickfolioList)
  async listBrickfolios(@AccountId() accountId: number): Promise<BrickfolioList> {
    const listed = await readBrickfolioTotals(this.area, accountId);
    return {
      brickfolios: listed.map(({ brickfolio, holdingCount, totals }) => ({ ...brickfolio, holdingCount, totals })),
    };
  }

  @Post('brickfolios')
  @Created(EditAnswer)
  createBrickfolio(@Body() { name, description }: BrickfolioBody, @AccountId() accountId: number): Promise<EditAnswer> {
    return answerEdit(createBrickfolio(this.area, accountId, { name, description: description ?? null }));
  }

  @EditRoute('brickfolios/:id')
  editBrickfolio(
    @RecordId() id: number,
    @Body() { version, name, description }: EditBrickfolioBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    const facts = { name, description: description ?? null };
    return answerEdit(changeBook(this.area, accountId, { do: 'edit brickfolio', brickfolio: { id, version }, facts }));
  }

  @EditRoute('brickfolios/:id/default')
  makeDefaultBrickfolio(
    @RecordId() id: number,
    @Body() { version }: VersionBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'make default', brickfolio: { id, version } }));
  }

  @EditRoute('brickfolios/:id/delete')
  deleteBrickfolio(
    @RecordId() id: number,
    @Body() { version, withRules = false }: DeleteBrickfolioBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    const brickfolio = { id, version };
    return answerEdit(changeBook(this.area, accountId, { do: 'delete brickfolio', brickfolio, withRules }));
  }
}

function moverView({ holding, gainPct, gainCents }: RankedHolding<ValuedHolding>): MoverView {
  const { setNumber, title, condition, quantity } = holding;
  return { setNumber, title, condition, copies: quantity, gainPct, gainCents };
}

function wantedPeriod({ period, from, until }: OverviewQuery): WantedPeriod {
  if ((from === undefined) !== (until === undefined))
    throw new AccountError('BadRequest', 'Give the first and the last day of the period.');
  return from === undefined ? period : { from, until: until! };
}

function returnView(rate: Return): ReturnView {
  return rate.outcome === 'known' ? { outcome: 'known', pct: rate.pct } : { outcome: rate.reason, pct: null };
}
