import { MAX_COPIES, MAX_ID } from '@brickmarket/domain';
import { type BookArea, changeBook, getSet } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { RecordIdPipe, TextField, WholeField } from '../../http/input.ts';
import { OptionalWhole, Text, Whole } from '../../openapi/properties.ts';
import {
  answerEdit,
  BOOK_AREA,
  dayOf,
  EditAnswer,
  EditRoute,
  factsOf,
  givenOf,
  HoldingFactsBody,
  Version,
  VersionBody,
} from './book.ts';

class CountedFactsBody extends HoldingFactsBody {
  @OptionalWhole() @WholeField(1, MAX_COPIES, 'the number of copies') quantity?: number;
}

class NewHoldingBody extends CountedFactsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OptionalWhole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id?: number;
}

class EditHoldingBody extends CountedFactsBody {
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
      ...factsOf(body),
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

  @EditRoute(':id')
  editHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() body: EditHoldingBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = givenOf({ quantity: body.quantity, ...factsOf(body) });
    return answerEdit(changeBook(this.area, accountId, { do: 'edit', holding: { id, version: body.version }, facts }));
  }

  @EditRoute(':id/split')
  splitHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, quantity }: SplitBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'split', holding: { id, version }, quantity }));
  }

  @EditRoute(':id/move')
  moveHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version, brickfolio_id: brickfolioId }: MoveBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'move', holding: { id, version }, brickfolioId }));
  }

  @EditRoute(':id/delete')
  deleteHolding(
    @Param('id', RecordIdPipe) id: number,
    @Body() { version }: VersionBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'delete', holding: { id, version } }));
  }
}
