import {
  type Condition,
  CONDITIONS,
  type EpochDay,
  HOLDING_STATUSES,
  type HoldingStatus,
  MAX_ID,
  MAX_UNIT_PRICE_CENTS,
} from '@brickmarket/domain';
import {
  type AheadArea,
  type DoneEdit,
  EditedElsewhereError,
  type MarketArea,
  ThemeMoveCache,
  ValuedSetCache,
  WatchedByRulesError,
} from '@brickmarket/operations/portfolio';
import { ForecastCache } from '@brickmarket/operations/sets';
import { AccountBook, SetCatalog, StoreClock, SystemStatus, ThemeMoves } from '@brickmarket/persistence-ports';
import { applyDecorators, type FactoryProvider, Post } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { copyDeclared, Ok } from '../../http/declared-answers.ts';
import { AccountError } from '../../http/errors.ts';
import { DayField, NameField, TextField, WholeField } from '../../http/input.ts';
import {
  Amount,
  Day,
  DayOrNull,
  Flag,
  OneOf,
  OptionalOneOf,
  OptionalTextOrNull,
  OptionalWholeOrNull,
  Part,
  type Shape,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../http/properties.ts';

export const BOOK_AREA = Symbol('BookArea');

export const bookArea: FactoryProvider<MarketArea & AheadArea> = {
  provide: BOOK_AREA,
  inject: [AccountBook, ValuedSetCache, StoreClock, ThemeMoves, SystemStatus, SetCatalog, ForecastCache],
  useFactory: (
    book: AccountBook,
    sets: ValuedSetCache,
    storeClock: StoreClock,
    moves: ThemeMoves,
    report: SystemStatus,
    catalog: SetCatalog,
    forecasts: ForecastCache,
  ) => ({ book, sets, storeClock, themes: new ThemeMoveCache(moves, report), catalog, forecasts }),
};

/** Version that an edit is based on. */
export const Version = (): PropertyDecorator =>
  applyDecorators(Whole(), WholeField(1, MAX_ID, 'the version that the change is based on'));

export class VersionBody {
  @Version() version!: number;
}

/** `id` allows an undo. */
export class ChangeView {
  @Whole() id!: number;
  @Text() summary!: string;
  /** Null: none or several. */
  @TextOrNull() setNumber!: string | null;
}

export class HoldingView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Whole() brickfolioId!: number;
  @Text() setNumber!: string;
  @OneOf(...CONDITIONS) condition!: string;
  @Whole() quantity!: number;
  @WholeOrNull() purchasePriceCents!: number | null;
  @DayOrNull() purchaseDay!: EpochDay | null;
  @OneOf(...HOLDING_STATUSES) status!: string;
  @TextOrNull() notes!: string | null;
  /** Shipping included in the price of one copy. */
  @WholeOrNull() shippingPaidCents?: number | null | undefined;
  /** Tax included in the price of one copy. */
  @WholeOrNull() taxPaidCents?: number | null | undefined;
  @TextOrNull() boughtFrom?: string | null | undefined;
  @TextOrNull() storedAt?: string | null | undefined;
}

export const ConditionField = (): PropertyDecorator => IsIn(CONDITIONS, { message: 'Copies are sealed or used.' });

const CentsOfCopy = (what: string): PropertyDecorator =>
  applyDecorators(OptionalWholeOrNull(), WholeField(0, MAX_UNIT_PRICE_CENTS, `the ${what} in cents`));

export class HoldingFactsBody {
  /** Shipping and tax included. */
  @CentsOfCopy('price of one copy') purchasePriceCents?: number | null;
  @OptionalTextOrNull() @DayField('the day of purchase') purchaseDay?: EpochDay | null;
  @OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
  /** Shipping included in the price of one copy. */
  @CentsOfCopy('shipping of one copy') shippingPaidCents?: number | null;
  /** Tax included in the price of one copy. */
  @CentsOfCopy('tax on one copy') taxPaidCents?: number | null;
  @OptionalTextOrNull() @NameField(200, 'where it was bought') boughtFrom?: string | null;
  @OptionalTextOrNull() @NameField(200, 'where it is kept') storedAt?: string | null;
  @OptionalOneOf(...CONDITIONS) @ConditionField() condition?: Condition;
  @OptionalOneOf(...HOLDING_STATUSES)
  @IsIn(HOLDING_STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
}

export class EditAnswer {
  @Part(() => ChangeView) change!: ChangeView;
}

export const EditRoute = (path: string): MethodDecorator =>
  applyDecorators(
    Post(path),
    Ok(EditAnswer),
    // One of these is `current` of an error.
    ApiExtraModels(HoldingView, SaleView, BrickfolioView),
  );

export class SaleView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Text() setNumber!: string;
  @Text() platform!: string;
  @Day() saleDay!: EpochDay;
  @Whole() quantity!: number;
  @Whole() grossCents!: number;
  @Whole() platformFeesCents!: number;
  @Whole() paymentFeesCents!: number;
  @Whole() shippingCents!: number;
  @WholeOrNull() costBasisCents!: number | null;
  @TextOrNull() notes!: string | null;
}

export class BrickfolioView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Text() name!: string;
  @TextOrNull() description!: string | null;
  @Flag() isDefault!: boolean;
}

class UnknownCostView {
  @Whole() itemCount!: number;
  @Whole() valueCents!: number;
}

/** Unsold copies; amounts in cents. */
export class TotalsView {
  @Whole() setCount!: number;
  @Whole() itemCount!: number;
  @Whole() costCents!: number;
  @Whole() valueCents!: number;
  /** Copies of known price and value only. The percentage is of their cost. */
  @Whole() gainCents!: number;
  @Amount() gainPct!: number;
  @Part(() => UnknownCostView) unknownCost!: UnknownCostView;
}

const SHAPE_OF: Readonly<Record<string, Shape>> = { lot: HoldingView, sale: SaleView, brickfolio: BrickfolioView };

/** A change elsewhere is a conflict with the current record. */
export async function answerEdit(edit: Promise<DoneEdit>): Promise<EditAnswer> {
  try {
    return { change: await edit };
  } catch (error) {
    if (error instanceof WatchedByRulesError) throw new AccountError('WatchedByRules', error.message);
    if (!(error instanceof EditedElsewhereError)) throw error;
    const current = error.current && copyDeclared(SHAPE_OF[error.table]!, error.current);
    throw new AccountError('EditedElsewhere', error.message, undefined, undefined, current);
  }
}
