import {
  type Condition,
  CONDITIONS,
  type EpochDay,
  epochDayOf,
  HOLDING_STATUSES,
  type HoldingStatus,
  MAX_ID,
  NotFoundError,
  percentOf,
} from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import type { BookArea } from '@brickmarket/operations/portfolio';
import type { HoldingFilter, HoldingOrder, ListedHolding } from '@brickmarket/persistence-ports';
import { countsInTotals, soldHoldingResult, totalsOf, valueHolding } from '@brickmarket/portfolio';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';
import { Ok } from '../../http/declared-answers.ts';
import { digits, pageQuery, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { BOOK_AREA, HoldingView, TotalsView } from './book.ts';

const ORDERS: readonly HoldingOrder[] = [
  'set_number',
  'title',
  'purchase_date',
  'quantity',
  'cost',
  'value',
  'gain',
  'percent',
  'added',
];
const SHOWN_STATUSES = [...HOLDING_STATUSES, 'unsold'] as const;

class HoldingsFilter {
  @is.OptionalWhole()
  @Transform(digits)
  @WholeField(1, MAX_ID, 'the number of a brickfolio')
  brickfolioId?: number;
  @is.OptionalText() @TextField(100, 'a theme') theme?: string;
  @is.OptionalOneOf(...CONDITIONS) @IsIn(CONDITIONS) condition?: Condition;
  @is.OptionalOneOf(...SHOWN_STATUSES) @IsIn(SHOWN_STATUSES) status?: HoldingStatus | 'unsold';
  @is.OptionalText() @TextField(100, 'a part of a number or title') q?: string;
}

class HoldingsQuery extends pageQuery(50, 250, HoldingsFilter) {
  @is.OptionalOneOf(...ORDERS) @IsIn(ORDERS) sort: HoldingOrder = 'set_number';
  @is.OptionalOneOf('asc', 'desc') @IsIn(['asc', 'desc']) direction: 'asc' | 'desc' = 'asc';
}

class SoldView {
  @is.Whole() saleId!: number;
  @is.Day() saleDay!: EpochDay;
  @is.Text() platform!: string;
}

class ListedHoldingView extends HoldingView {
  @is.Text() title!: string;
  @is.Text() theme!: string;
  @is.Text() brickfolio!: string;
  /** Per copy, today; null for sold copies. */
  @is.WholeOrNull() unitValueCents!: number | null;
  /** Null: unknown price. */
  @is.WholeOrNull() costCents!: number | null;
  /** As in totals; net proceeds of sold copies, null if unknown. */
  @is.WholeOrNull() valueCents!: number | null;
  /** Null: price or value unknown. */
  @is.WholeOrNull() gainCents!: number | null;
  @is.AmountOrNull() gainPct!: number | null;
  @is.Flag() countsInTotals!: boolean;
  /** Null: not linked to a sale. */
  @is.PartOrNull(() => SoldView) sold!: SoldView | null;
}

class HoldingsPage {
  @is.Parts(() => ListedHoldingView) holdings!: readonly ListedHoldingView[];
  @is.Whole() total!: number;
  @is.Whole() limit!: number;
  @is.Whole() offset!: number;
}

/** Over all pages, in cents. */
class SummedHoldings {
  @is.Part(() => TotalsView) unsold!: TotalsView;
  /** Copies and net proceeds. */
  @is.Whole() soldCopies!: number;
  @is.Whole() soldNetCents!: number;
  /** Sold copies of known cost and sale only. Null if there are none. */
  @is.WholeOrNull() soldGainCents!: number | null;
  @is.AmountOrNull() soldGainPct!: number | null;
  @is.Whole() soldCopiesOfUnknownGain!: number;
}

class HoldingFilters {
  @is.Texts() themes!: readonly string[];
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class HoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @Ok(HoldingsPage)
  async listHoldings(@Query() query: HoldingsQuery, @AccountId() accountId: number): Promise<HoldingsPage> {
    const { sort, direction, limit, offset } = query;
    const page = await this.area.book.listHoldings(accountId, {
      ...filterOf(query),
      order: sort,
      descending: direction === 'desc',
      limit,
      offset,
      today: await this.#today(),
    });
    if (page === null) throw new NotFoundError('brickfolio not found');
    return { ...page, holdings: page.holdings.map(listedHoldingView), limit, offset };
  }

  @Get('totals')
  @Ok(SummedHoldings)
  async addUpHoldings(@Query() query: HoldingsFilter, @AccountId() accountId: number): Promise<SummedHoldings> {
    const sums = await this.area.book.addUpHoldings(accountId, filterOf(query), await this.#today());
    if (sums === null) throw new NotFoundError('brickfolio not found');
    const { itemCount, netCents, gainCents, gainCostCents, unknownItemCount } = sums.sold;
    const isGainKnown = itemCount > unknownItemCount;
    return {
      unsold: totalsOf(sums.unsold),
      soldCopies: itemCount,
      soldNetCents: netCents,
      soldGainCents: isGainKnown ? gainCents : null,
      soldGainPct: isGainKnown ? percentOf(gainCents, gainCostCents) : null,
      soldCopiesOfUnknownGain: unknownItemCount,
    };
  }

  @Get('filters')
  @Ok(HoldingFilters)
  async listHoldingFilters(@AccountId() accountId: number): Promise<HoldingFilters> {
    return { themes: await this.area.book.listThemes(accountId) };
  }

  async #today(): Promise<EpochDay> {
    return epochDayOf(await this.area.storeClock.now());
  }
}

function filterOf({ brickfolioId, theme, condition, status, q }: HoldingsFilter): HoldingFilter {
  return {
    brickfolioId: brickfolioId ?? null,
    theme: theme ?? null,
    condition: condition ?? null,
    status: status ?? null,
    text: q ?? null,
  };
}

function listedHoldingView({ holding, ...listed }: ListedHolding): ListedHoldingView {
  const isSold = !countsInTotals(holding.status);
  const held = valueHolding(holding, listed.unitValueCents);
  const sold = soldHoldingResult(holding, listed.sold?.netCents ?? null);
  const result = isSold ? { ...sold, valueCents: sold.netCents } : held;
  return { ...holding, ...listed, ...result, countsInTotals: !isSold };
}
