import {
  type Condition,
  epochDayOf,
  type HoldingStatus,
  MAX_COPIES,
  MAX_SALE_CENTS,
  MAX_UNIT_PRICE_CENTS,
  NotFoundError,
} from '@brickmarket/domain';
import {
  addHolding,
  type BookArea,
  deleteHolding,
  editHolding,
  getSet,
  moveHolding,
  sellHolding,
  splitHolding,
  undoEdit,
} from '@brickmarket/operations/portfolio';
import type { ListedLot, LotOrder, LotQuery, SessionRecord } from '@brickmarket/persistence-ports';
import { countsInTotals, inOrderOfPurchase, valueHolding } from '@brickmarket/portfolio';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { DayField, digits, RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import {
  Flag,
  Moment,
  OneOf,
  OptionalOneOf,
  OptionalText,
  OptionalTextOrNull,
  OptionalWhole,
  OptionalWholeOrNull,
  Parts,
  Text,
  Texts,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';
import { answerEdit, BOOK_AREA, CONDITIONS, dayOf, EditAnswer, givenOf, LotView, lotView, STATUSES } from './book.ts';

const MAX_ID = 2_147_483_647;
const MAX_PAGE = 250;
const MAX_EDITS = 50;
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

class HoldingsQuery {
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
  @OptionalWhole() @IsOptional() @Transform(digits) @IsInt() @Min(1) @Max(MAX_PAGE) limit = 50;
  @OptionalWhole() @IsOptional() @Transform(digits) @IsInt() @Min(0) @Max(MAX_ID) offset = 0;
}

class ListedLotView extends LotView {
  @Text() title!: string;
  @Text() theme!: string;
  /** Of one copy; null when unknown. */
  @WholeOrNull() unit_value_cents!: number | null;
  /** Of all copies, as they count in totals. */
  @Whole() cost_cents!: number;
  @Whole() value_cents!: number;
  @Whole() gain_cents!: number;
  /** Null when the price or the value is unknown. */
  @ApiProperty({ type: Number, nullable: true }) gain_pct!: number | null;
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

class LotFactsBody {
  @OptionalOneOf(...CONDITIONS)
  @IsOptional()
  @IsIn(CONDITIONS, { message: 'Copies are sealed or used.' })
  condition?: Condition;
  @OptionalWhole() @IsOptional() @WholeField(1, MAX_COPIES, 'the number of copies') quantity?: number;
  @OptionalWholeOrNull()
  @IsOptional()
  @WholeField(0, MAX_UNIT_PRICE_CENTS, 'the price of one copy in cents')
  purchase_price_cents?: number | null;
  @OptionalTextOrNull() @IsOptional() @DayField('the day of purchase') purchase_date?: string | null;
  @OptionalOneOf(...STATUSES)
  @IsOptional()
  @IsIn(STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
  @OptionalTextOrNull() @IsOptional() @TextField(2_000, 'notes') notes?: string | null;
}

class NewHoldingBody extends LotFactsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OptionalWhole() @IsOptional() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id?: number;
}

class VersionBody {
  @Whole() @WholeField(1, MAX_ID, 'the version that the change is based on') version!: number;
}

class EditHoldingBody extends LotFactsBody {
  @Whole() @WholeField(1, MAX_ID, 'the version that the change is based on') version!: number;
}

class SplitBody extends VersionBody {
  @Whole() @WholeField(1, MAX_COPIES, 'how many copies to split off') quantity!: number;
}

class MoveBody extends VersionBody {
  @Whole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id!: number;
}

class PickedLot extends VersionBody {
  @Whole() @WholeField(1, MAX_ID, 'the number of a holding') id!: number;
  @Whole() @WholeField(1, MAX_COPIES, 'how many of its copies are sold') quantity!: number;
}

class SellBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OneOf(...CONDITIONS) @IsIn(CONDITIONS, { message: 'Copies are sealed or used.' }) condition!: Condition;
  @Whole() @WholeField(1, MAX_COPIES, 'how many copies were sold') quantity!: number;
  @Text() @TextField(40, 'the platform') platform!: string;
  @Text() @DayField('the day of the sale') sale_date!: string;
  @Whole() @WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents') gross_cents!: number;
  @OptionalWhole()
  @IsOptional()
  @WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, 'the platform fees in cents')
  platform_fees_cents?: number;
  @OptionalWhole()
  @IsOptional()
  @WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, 'the payment fees in cents')
  payment_fees_cents?: number;
  @OptionalWhole()
  @IsOptional()
  @WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, 'the shipping cost in cents')
  shipping_cents?: number;
  @OptionalTextOrNull() @IsOptional() @TextField(2_000, 'notes') notes?: string | null;

  /** Without it the copies bought first are sold. */
  @ApiProperty({ type: () => [PickedLot], required: false })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => PickedLot)
  lots?: PickedLot[];
}

class LotsQuery {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OneOf(...CONDITIONS) @IsIn(CONDITIONS) condition!: Condition;
}

class UnsoldLots {
  /** In the order in which they are sold unless lots are picked: unknown dates first, then the oldest. */
  @Parts(() => LotView) lots!: LotView[];
}

class EditView {
  @Whole() id!: number;
  @Moment() at!: string;
  @Text() kind!: string;
  @Text() summary!: string;
  @Flag() can_undo!: boolean;
}

class EditList {
  @Parts(() => EditView) changes!: EditView[];
}

@ApiTags('Holdings')
@Controller('account/api')
export class HoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get('holdings')
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

  @Get('holdings/filters')
  @ApiOkResponse({ type: HoldingFilters })
  async listHoldingFilters(@CurrentSession() { accountId }: SessionRecord): Promise<HoldingFilters> {
    return { themes: [...(await this.area.book.listThemes(accountId))] };
  }

  @Get('holdings/lots')
  @ApiOkResponse({ type: UnsoldLots })
  async listUnsoldLots(
    @Query() { set_number, condition }: LotsQuery,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<UnsoldLots> {
    const { setId } = await getSet(this.area, set_number);
    const lots = await this.area.book.listUnsold(accountId, setId, condition);
    return { lots: inOrderOfPurchase(lots).map(lotView) };
  }

  @Post('holdings')
  @ApiCreatedResponse({ type: EditAnswer })
  addHolding(@Body() body: NewHoldingBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    const { set_number, brickfolio_id, condition = 'sealed', quantity = 1, status = 'owned' } = body;
    return answerEdit(
      addHolding(this.area, accountId, set_number, brickfolio_id ?? null, {
        condition,
        quantity,
        status,
        purchasePriceCents: body.purchase_price_cents ?? null,
        purchaseDay: dayOf(body.purchase_date ?? null),
        notes: body.notes ?? null,
      }),
    );
  }

  @Post('holdings/sell')
  @ApiCreatedResponse({ type: EditAnswer })
  sellHolding(@Body() body: SellBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    return answerEdit(
      sellHolding(this.area, accountId, {
        setNumber: body.set_number,
        condition: body.condition,
        quantity: body.quantity,
        picked: body.lots ?? null,
        terms: {
          platform: body.platform.trim().toLowerCase(),
          saleDay: dayOf(body.sale_date),
          grossCents: body.gross_cents,
          platformFeesCents: body.platform_fees_cents ?? 0,
          paymentFeesCents: body.payment_fees_cents ?? 0,
          shippingCents: body.shipping_cents ?? 0,
          notes: body.notes ?? null,
        },
      }),
    );
  }

  @Post('holdings/:id')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  editHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, purchase_price_cents, purchase_date, ...same }: EditHoldingBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = givenOf({
      ...same,
      purchasePriceCents: purchase_price_cents,
      purchaseDay: dayOf(purchase_date),
    });
    return answerEdit(editHolding(this.area, accountId, { id, version }, facts));
  }

  @Post('holdings/:id/split')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  splitHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, quantity }: SplitBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(splitHolding(this.area, accountId, { id, version }, quantity));
  }

  @Post('holdings/:id/move')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  moveHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, brickfolio_id }: MoveBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(moveHolding(this.area, accountId, { id, version }, brickfolio_id));
  }

  @Post('holdings/:id/delete')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  deleteHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version }: VersionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(deleteHolding(this.area, accountId, { id, version }));
  }

  @Get('changes')
  @ApiOkResponse({ type: EditList })
  async listChanges(@CurrentSession() { accountId }: SessionRecord): Promise<EditList> {
    const edits = await this.area.book.listEdits(accountId, MAX_EDITS);
    return {
      changes: edits.map(({ id, at, kind, summary, undoneBy }) => ({
        id,
        at: at.toISOString(),
        kind,
        summary,
        can_undo: undoneBy === null,
      })),
    };
  }

  @Post('changes/:id/undo')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  undoChange(
    @Param('id', RecordIdPipe) id: number,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(undoEdit(this.area, accountId, id));
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
  const isUnknown = lot.purchasePriceCents === null || unitValueCents === null;
  return Object.assign(lotView(lot), {
    title,
    theme,
    unit_value_cents: unitValueCents,
    cost_cents: costCents,
    value_cents: valueCents,
    gain_cents: gainCents,
    gain_pct: isUnknown ? null : gainPct,
    counts_in_totals: countsInTotals(lot.status),
    sale_id: saleId,
  });
}
