import { type Condition, type HoldingStatus, MAX_ID } from '@brickmarket/domain';
import { type BookArea, changeBook } from '@brickmarket/operations/portfolio';
import type { SessionRecord } from '@brickmarket/persistence-ports';
import type { DoneWithSeveral } from '@brickmarket/portfolio';
import { applyDecorators, Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, ValidateNested } from 'class-validator';
import { CurrentSession } from '../../area/signed-in.guard.ts';
import { TextField, WholeField } from '../../http/input.ts';
import { OneOf, OptionalOneOf, Text, Whole } from '../../openapi/properties.ts';
import {
  answerEdit,
  BOOK_AREA,
  CONDITIONS,
  EditAnswer,
  givenOf,
  PurchaseBody,
  purchaseOf,
  STATUSES,
  VersionBody,
} from './book.ts';
import { PlatformField, ProceedsField, SaleDateField, SaleFeesBody, sharedTermsOf } from './sale-body.ts';

/** Most holdings that are changed at once: the edit is one record that undo reads again. */
const MAX_CHOSEN = 1_000;

class ChosenHolding extends VersionBody {
  @Whole() @WholeField(1, MAX_ID, 'the number of a holding') id!: number;
}

const Chosen = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: () => [ChosenHolding], maxItems: MAX_CHOSEN }),
    IsArray({ message: 'Choose some holdings.' }),
    ArrayMaxSize(MAX_CHOSEN, { message: `Choose at most ${MAX_CHOSEN} holdings at once.` }),
    ValidateNested({ each: true }),
    Type(() => ChosenHolding),
  );

class ChosenBody {
  @Chosen() holdings!: ChosenHolding[];
}

class EditSeveralBody extends PurchaseBody {
  @Chosen() holdings!: ChosenHolding[];
  @OptionalOneOf(...CONDITIONS)
  @IsOptional()
  @IsIn(CONDITIONS, { message: 'Copies are sealed or used.' })
  condition?: Condition;
  @OptionalOneOf(...STATUSES)
  @IsOptional()
  @IsIn(STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
}

class MoveSeveralBody extends ChosenBody {
  @Whole() @WholeField(1, MAX_ID, 'the number of a brickfolio') brickfolio_id!: number;
}

/** What all chosen copies of one set in one condition brought. */
class ProceedsBody {
  @Text() @TextField(40, 'a set number') set_number!: string;
  @OneOf(...CONDITIONS) @IsIn(CONDITIONS, { message: 'Copies are sealed or used.' }) condition!: Condition;
  @Whole() @ProceedsField() gross_cents!: number;
}

/** The fees are those of all sales together. */
class SellSeveralBody extends SaleFeesBody {
  @Chosen() holdings!: ChosenHolding[];
  @Text() @PlatformField() platform!: string;
  @Text() @SaleDateField() sale_date!: string;
  @ApiProperty({ type: () => [ProceedsBody] })
  @IsArray()
  @ArrayMaxSize(MAX_CHOSEN)
  @ValidateNested({ each: true })
  @Type(() => ProceedsBody)
  proceeds!: ProceedsBody[];
}

/** Several holdings at once: one edit, with one undo. */
@ApiTags('Holdings')
@Controller('account/api/holdings/several')
export class SeveralHoldingsController {
  constructor(@Inject(BOOK_AREA) private readonly area: BookArea) {}

  @Post('edit')
  @HttpCode(200)
  @ApiOkResponse({ type: EditAnswer })
  editHoldings(
    @Body() { holdings, condition, status, ...purchase }: EditSeveralBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    const facts = givenOf({ condition, status, ...purchaseOf(purchase) });
    return this.change(accountId, holdings, { do: 'edit', facts });
  }

  @Post('move')
  @HttpCode(200)
  @ApiOkResponse({ type: EditAnswer })
  moveHoldings(
    @Body() { holdings, brickfolio_id: brickfolioId }: MoveSeveralBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'move', brickfolioId });
  }

  @Post('sell')
  @HttpCode(200)
  @ApiOkResponse({ type: EditAnswer })
  sellHoldings(@Body() body: SellSeveralBody, @CurrentSession() { accountId }: SessionRecord): Promise<EditAnswer> {
    const proceeds = body.proceeds.map(({ set_number, condition, gross_cents }) => ({
      setNumber: set_number,
      condition,
      grossCents: gross_cents,
    }));
    return this.change(accountId, body.holdings, { do: 'sell', proceeds, terms: sharedTermsOf(body) });
  }

  @Post('delete')
  @HttpCode(200)
  @ApiOkResponse({ type: EditAnswer })
  deleteHoldings(
    @Body() { holdings }: ChosenBody,
    @CurrentSession() { accountId }: SessionRecord,
  ): Promise<EditAnswer> {
    return this.change(accountId, holdings, { do: 'delete' });
  }

  private change(accountId: number, holdings: readonly ChosenHolding[], then: DoneWithSeveral): Promise<EditAnswer> {
    return answerEdit(changeBook(this.area, accountId, { do: 'several', holdings, then }));
  }
}
