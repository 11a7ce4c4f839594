import { type Condition, CONDITIONS, MAX_COPIES, MAX_ID } from '@brickmarket/domain';
import { AccountId } from '@brickmarket/extension';
import { type BookArea, changeBook, getSet } from '@brickmarket/operations/portfolio';
import { inOrderOfPurchase } from '@brickmarket/portfolio';
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Created, Ok } from '../../http/declared-answers.ts';
import { ListOf, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';
import { answerEdit, BOOK_AREA, ConditionField, EditAnswer, HoldingView, VersionBody } from './book.ts';
import { SaleTermsBody, termsOf } from './sale-body.ts';

const MAX_LOTS = 500;
const MAX_OLDEST = 1_000;

class UnsoldQuery {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;
  @is.OneOf(...CONDITIONS) @IsIn(CONDITIONS) condition!: Condition;
}

class UnsoldHoldings {
  /** In order of sale: unknown dates first, then the oldest. */
  @is.Parts(() => HoldingView) holdings!: readonly HoldingView[];
}

class PickedLot extends VersionBody {
  @is.Whole() @WholeField(1, MAX_ID, 'the number of a holding') id!: number;
  @is.Whole() @WholeField(1, MAX_COPIES, 'how many of its copies are sold') quantity!: number;
}

class SellBody extends SaleTermsBody {
  @is.Text() @TextField(40, 'a set number') setNumber!: string;
  @is.OneOf(...CONDITIONS) @ConditionField() condition!: Condition;
  @is.Whole() @WholeField(1, MAX_COPIES, 'how many copies were sold') quantity!: number;

  /** Absent: the oldest copies. */
  @ListOf(() => PickedLot, MAX_LOTS, 'the holdings that are sold from', false) lots?: PickedLot[];

  /** Oldest copies as shown in `unsold`: nothing is sold if others are the oldest now. */
  @ListOf(() => PickedLot, MAX_OLDEST, 'the holdings that are sold from', false) oldest?: PickedLot[];
}

@ApiTags('Holdings')
@Controller('account/api/holdings')
export class SellController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Get('unsold')
  @Ok(UnsoldHoldings)
  async listUnsoldHoldings(
    @Query() { setNumber, condition }: UnsoldQuery,
    @AccountId() accountId: number,
  ): Promise<UnsoldHoldings> {
    const { setId } = await getSet(this.area, setNumber);
    const unsold = await this.area.book.listUnsold(accountId, setId, condition);
    return { holdings: inOrderOfPurchase(unsold) };
  }

  @Post('sell')
  @Created(EditAnswer)
  async sellHolding(@Body() body: SellBody, @AccountId() accountId: number): Promise<EditAnswer> {
    const { setNumber, condition, quantity, lots: picked = null, oldest, ...terms } = body;
    const set = await getSet(this.area, setNumber);
    const wanted = { set, condition, quantity, picked, ...(oldest && { oldest }), terms: termsOf(terms) };
    return answerEdit(changeBook(this.area, accountId, { do: 'sell', wanted }));
  }
}
