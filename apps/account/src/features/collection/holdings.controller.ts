import { type Condition, epochDayOf, type HoldingStatus, MAX_ID, NotFoundError } from '@brickmarket/domain';
import type { BookArea } from '@brickmarket/operations/portfolio';
import type { ListedLot, LotOrder, LotQuery, SessionRecord } from '@brickmarket/persistence-ports';
import { countsInTotals, valueHolding } from '@brickmarket/portfolio';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { digits, pageQuery, TextField, WholeField } from '../../http/input.ts';
import {
  AmountOrNull,
  Flag,
  OptionalOneOf,
  OptionalText,
  OptionalWhole,
  Parts,
  Text,
  Texts,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { BOOK_AREA, CONDITIONS, LotView, lotView, STATUSES } from './book.ts';

const ORDERS: readonly LotOrder[] = [
  'set_number',
  'title',
  'purchase_date',
  'quantity',
  'cost',
  'value',
  'gain',
  'added',
];
const SHOWN_STATUSES = [...STATUSES, 'unsold'] as const;

class HoldingsQuery extends pageQuery(50, 250) {
  @OptionalWhole()
  @IsOptional()
  @Transform(digits)
  @WholeField(1, MAX_ID, 'the number of a brickfolio')
  brickfolio_id?: number;
  @OptionalText() @IsOptional() @TextField(100, 'a theme') theme?: string;
  @OptionalOneOf(...CONDITIONS) @IsOptional() @IsIn(CONDITIONS) condition?: Condition;
  @OptionalOneOf(...SHOWN_STATUSES) @IsOptional() @IsIn(SHOWN_STATUSES) status?: HoldingStatus | 'unsold';
  @OptionalText() @IsOptional() @TextField(100, 'a part of a number or title') q?: string;
  @OptionalOneOf(...ORDERS) @IsOptional() @IsIn(ORDERS) sort: LotOrder = 'set_number';
  @OptionalOneOf('asc', 'desc') @IsOptional() @IsIn(['asc', 'desc']) direction: 'asc' | 'desc' = 'asc';
}

class ListedLotView extends LotView {
  @Text() title!: string;
  @Text() theme!: string;
  /** Of one copy; null when unknown. */
  @WholeOrNull() unit_value_cents!: number | null;
  /** Of all copies; null when the price is unknown. */
  @WholeOrNull() cost_cents!: number | null;
  /** Of all copies, as they count in totals. */
  @Whole() value_cents!: number;
  /** Of all copies; gain and percent are null when the price or the value is unknown. */
  @WholeOrNull() gain_cents!: number | null;
  @AmountOrNull() gain_pct!: number | null;
  @Flag() counts_in_totals!: boolean;
  @WholeOrNull() sale_id!: number | null;
}

class HoldingsPage {
  @Parts(() => ListedLotView) holdings!: ListedLotView[];
  @Whole() total!: number;
  @Whole() limit!: number;
  @Whole() offset!: number;
}

class HoldingFilters {
  @Texts() themes!: string[];
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class HoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get()
  @ApiOkResponse({ type: HoldingsPage })
  async listHoldings(
    @Query() query: HoldingsQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<HoldingsPage> {
    const { limit, offset } = query;
    const page = await this.area.book.listLots(accountId, {
      ...lotQuery(query),
      today: epochDayOf(await this.area.storeClock.now()),
    });
    if (page === null) throw new NotFoundError('You have no brickfolio with this number.');
    return { holdings: page.lots.map(listedLotView), total: page.total, limit, offset };
  }

  @Get('filters')
  @ApiOkResponse({ type: HoldingFilters })
  async listHoldingFilters(@CurrentSession() { accountId }: SessionRecord): Promise<HoldingFilters> {
    return { themes: [...(await this.area.book.listThemes(accountId))] };
  }
}

function lotQuery(query: HoldingsQuery): Omit<LotQuery, 'today'> {
  const { brickfolio_id, theme, condition, status, q, sort, direction, limit, offset } = query;
  return {
    brickfolioId: brickfolio_id ?? null,
    theme: theme ?? null,
    condition: condition ?? null,
    status: status ?? null,
    text: q ?? null,
    order: sort,
    descending: direction === 'desc',
    limit,
    offset,
  };
}

function listedLotView({ lot, title, theme, unitValueCents, saleId }: ListedLot): ListedLotView {
  const { costCents, valueCents, gainCents, gainPct } = valueHolding(lot, unitValueCents);
  return Object.assign(lotView(lot), {
    title,
    theme,
    unit_value_cents: unitValueCents,
    cost_cents: costCents,
    value_cents: valueCents,
    gain_cents: gainCents,
    gain_pct: gainPct,
    counts_in_totals: countsInTotals(lot.status),
    sale_id: saleId,
  });
}
