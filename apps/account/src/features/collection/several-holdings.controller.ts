import { type Condition, CONDITIONS, type EpochDay, MAX_ID } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { type BookArea, changeBook } from '@brickmarket/operations/portfolio';
import type { DoneWithSeveral } from '@brickmarket/portfolio';
import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { givenOf, ListOf, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, ConditionField, EditAnswer, EditRoute, HoldingFactsBody, VersionBody } from './book.ts';
import { PlatformField, ProceedsField, SaleDateField, SaleFeesBody, termsOf } from './sale-body.ts';

/** Maximum per edit, which undo reads as one record. */
const MAX_CHOSEN = 1_000;

class ChosenHolding extends VersionBody {
  @is.Whole() @WholeField(1, MAX_ID, 'the number of a holding') id!: number;
}

const Chosen = (): PropertyDecorator => ListOf(() => ChosenHolding, MAX_CHOSEN, 'the holdings');

class ChosenBody {
  @Chosen() holdings!: ChosenHolding[];
}

class EditSeveralBody extends HoldingFactsBody {
  @Chosen() holdings!: ChosenHolding[];
}

class MoveSeveralBody extends ChosenBody {
  @is.Whole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolioId!: number;
}

class ProceedsBody {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;
  @is.OneOf(...CONDITIONS) @ConditionField() condition!: Condition;
  @is.Whole() @ProceedsField() grossCents!: number;
}

/** Fees of all sales together. */
class SellSeveralBody extends SaleFeesBody {
  @Chosen() holdings!: ChosenHolding[];
  @is.Text() @PlatformField() platform!: string;
  @is.Text() @SaleDateField() saleDay!: EpochDay;
  @ListOf(() => ProceedsBody, MAX_CHOSEN, 'what the copies of each set brought') proceeds!: ProceedsBody[];
}

/** One edit with one undo. */
@ApiTags('Holdings')
@Controller('account/api/holdings/several')
export class SeveralHoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @EditRoute('edit')
  editHoldings(@Body() { holdings, ...facts }: EditSeveralBody, @AccountId() accountId: number): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'edit', facts: givenOf(facts) });
  }

  @EditRoute('move')
  moveHoldings(
    @Body() { holdings, brickfolioId }: MoveSeveralBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'move', brickfolioId });
  }

  @EditRoute('sell')
  sellHoldings(
    @Body() { holdings, proceeds, ...terms }: SellSeveralBody,
    @AccountId() accountId: number,
  ): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'sell', proceeds, terms: termsOf(terms) });
  }

  @EditRoute('delete')
  deleteHoldings(@Body() { holdings }: ChosenBody, @AccountId() accountId: number): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'delete' });
  }

  private change(accountId: number, holdings: readonly ChosenHolding[], then: DoneWithSeveral): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'several', holdings, then }));
  }
}
