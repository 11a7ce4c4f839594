import { type Condition, type HoldingStatus, MAX_COPIES, MAX_ID } from '@brickmarket/domain';
import { type BookArea, changeBook, getSet } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import { OptionalOneOf, OptionalWhole, Text, Whole } from '../../openapi/properties.ts';
import {
  answerEdit,
  BOOK_AREA,
  CONDITIONS,
  dayOf,
  EditAnswer,
  givenOf,
  PurchaseBody,
  purchaseOf,
  STATUSES,
  Version,
  VersionBody,
} from './book.ts';

class HoldingFactsBody extends PurchaseBody {
  @OptionalOneOf(...CONDITIONS)
  @IsOptional()
  @IsIn(CONDITIONS, { message: 'Copies are sealed or used.' })
  condition?: Condition;
  @OptionalWhole() @IsOptional() @WholeField(1, MAX_COPIES, 'the number of copies') quantity?: number;
  @OptionalOneOf(...STATUSES)
  @IsOptional()
  @IsIn(STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
}

class NewHoldingBody extends HoldingFactsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OptionalWhole() @IsOptional() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id?: number;
}

class EditHoldingBody extends HoldingFactsBody {
  @Version() version!: number;
}

class SplitBody extends VersionBody {
  @Whole() @WholeField(1, MAX_COPIES, 'how many copies to split off') quantity!: number;
}

class MoveBody extends VersionBody {
  @Whole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id!: number;
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class HoldingEditsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Post()
  @ApiCreatedResponse({ type: EditAnswer })
  async addHolding(@Body() body: NewHoldingBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    const { set_number, brickfolio_id: brickfolioId = null, condition = 'sealed', quantity = 1 } = body;
    const facts = {
      ...purchaseOf(body),
      condition,
      quantity,
      status: body.status ?? 'owned',
      purchasePriceCents: body.purchase_price_cents ?? null,
      purchaseDay: dayOf(body.purchase_date ?? null),
      notes: body.notes ?? null,
    };
    const set = await getSet(this.area, set_number);
    return answerEdit(changeBook(this.area, accountId, { do: 'add', set, brickfolioId, facts }));
  }

  @Post(':id')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  editHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, condition, quantity, status, ...purchase }: EditHoldingBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = givenOf({ condition, quantity, status, ...purchaseOf(purchase) });
    return answerEdit(changeBook(this.area, accountId, { do: 'edit', holding: { id, version }, facts }));
  }

  @Post(':id/split')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  splitHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, quantity }: SplitBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'split', holding: { id, version }, quantity }));
  }

  @Post(':id/move')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  moveHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, brickfolio_id: brickfolioId }: MoveBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'move', holding: { id, version }, brickfolioId }));
  }

  @Post(':id/delete')
  @HttpCode(200)
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: EditAnswer })
  deleteHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version }: VersionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'delete', holding: { id, version } }));
  }
}
