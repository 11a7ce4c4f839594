import { AccountId } from '@brickmarket/extension';
import type { HoldingFacts } from '@brickmarket/portfolio';
import { MAX_COPIES, MAX_ID } from '@brickmarket/domain';
import { type BookArea, changeBook, getSet } from '@brickmarket/operations/portfolio';
import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Created } from '../../http/declared-answers.ts';
import { givenOf, RecordId, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, EditAnswer, EditRoute, HoldingFactsBody, Version, VersionBody } from './book.ts';

class CountedFactsBody extends HoldingFactsBody {
  @is.OptionalWhole() @WholeField(1, MAX_COPIES, 'the number of copies') quantity?: number;
}

/** Default. */
const NEW_HOLDING: HoldingFacts = {
  condition: 'sealed',
  quantity: 1,
  status: 'owned',
  purchasePriceCents: null,
  purchaseDay: null,
  notes: null,
};

class NewHoldingBody extends CountedFactsBody {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;
  @is.OptionalWhole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolioId?: number;
}

class EditHoldingBody extends CountedFactsBody {
  @Version() version!: number;
}

class SplitBody extends VersionBody {
  @is.Whole() @WholeField(1, MAX_COPIES, 'how many copies to split off') quantity!: number;
}

class MoveBody extends VersionBody {
  @is.Whole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolioId!: number;
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class HoldingEditsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Post()
  @Created(EditAnswer)
  async addHolding(@Body() body: NewHoldingBody, @AccountId() accountId: number): Promise<EditAnswer> {
    const { setNumber, brickfolioId = null, ...given } = body;
    const facts = { ...NEW_HOLDING, ...givenOf(given) };
    const set = await getSet(this.area, setNumber);
    return answerEdit(changeBook(this.area, accountId, { do: 'add', set, brickfolioId, facts }));
  }

  @EditRoute(':id')
  editHolding(
    @RecordId() id: number,
    @Body() { version, ...given }: EditHoldingBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    const facts = givenOf(given);
    return answerEdit(changeBook(this.area, accountId, { do: 'edit', holding: { id, version }, facts }));
  }

  @EditRoute(':id/split')
  splitHolding(
    @RecordId() id: number,
    @Body() { version, quantity }: SplitBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'split', holding: { id, version }, quantity }));
  }

  @EditRoute(':id/move')
  moveHolding(
    @RecordId() id: number,
    @Body() { version, brickfolioId }: MoveBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'move', holding: { id, version }, brickfolioId }));
  }

  @EditRoute(':id/delete')
  deleteHolding(
    @RecordId() id: number,
    @Body() { version }: VersionBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'delete', holding: { id, version } }));
  }
}
