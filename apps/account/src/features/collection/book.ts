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
import * as is from '../../http/properties.ts';
import type { Shape } from '../../http/properties.ts';

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
  applyDecorators(is.Whole(), WholeField(1, MAX_ID, 'the version that the change is based on'));

export class VersionBody {
  @Version() version!: number;
}

/** `id` allows an undo. */
export class ChangeView {
  @is.Whole() id!: number;
  @is.Text() summary!: string;
  /** Null: none or several. */
  @is.TextOrNull() setNumber!: string | null;
}

export class HoldingView {
  @is.Whole() id!: number;
  @is.Whole() version!: number;
  @is.Whole() brickfolioId!: number;
  @is.Text() setNumber!: string;
  @is.OneOf(...CONDITIONS) condition!: string;
  @is.Whole() quantity!: number;
  @is.WholeOrNull() purchasePriceCents!: number | null;
  @is.DayOrNull() purchaseDay!: EpochDay | null;
  @is.OneOf(...HOLDING_STATUSES) status!: string;
  @is.TextOrNull() notes!: string | null;
  /** Shipping included in the price of one copy. */
  @is.WholeOrNull() shippingPaidCents?: number | null | undefined;
  /** Tax included in the price of one copy. */
  @is.WholeOrNull() taxPaidCents?: number | null | undefined;
  @is.TextOrNull() boughtFrom?: string | null | undefined;
  @is.TextOrNull() storedAt?: string | null | undefined;
}

export const ConditionField = (): PropertyDecorator => IsIn(CONDITIONS, { message: 'Copies are sealed or used.' });

const CentsOfCopy = (what: string): PropertyDecorator =>
  applyDecorators(is.OptionalWholeOrNull(), WholeField(0, MAX_UNIT_PRICE_CENTS, `the ${what} in cents`));

export class HoldingFactsBody {
  /** Shipping and tax included. */
  @CentsOfCopy('price of one copy') purchasePriceCents?: number | null;
  @is.OptionalTextOrNull() @DayField('the day of purchase') purchaseDay?: EpochDay | null;
  @is.OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
  /** Shipping included in the price of one copy. */
  @CentsOfCopy('shipping of one copy') shippingPaidCents?: number | null;
  /** Tax included in the price of one copy. */
  @CentsOfCopy('tax on one copy') taxPaidCents?: number | null;
  @is.OptionalTextOrNull() @NameField(200, 'where it was bought') boughtFrom?: string | null;
  @is.OptionalTextOrNull() @NameField(200, 'where it is kept') storedAt?: string | null;
  @is.OptionalOneOf(...CONDITIONS) @ConditionField() condition?: Condition;
  @is.OptionalOneOf(...HOLDING_STATUSES)
  @IsIn(HOLDING_STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
}

export class EditAnswer {
  @is.Part(() => ChangeView) change!: ChangeView;
}

export const EditRoute = (path: string): MethodDecorator =>
  applyDecorators(
    Post(path),
    Ok(EditAnswer),
    // One of these is `current` of an error.
    ApiExtraModels(HoldingView, SaleView, BrickfolioView),
  );

export class SaleView {
  @is.Whole() id!: number;
  @is.Whole() version!: number;
  @is.Text() setNumber!: string;
  @is.Text() platform!: string;
  @is.Day() saleDay!: EpochDay;
  @is.Whole() quantity!: number;
  @is.Whole() grossCents!: number;
  @is.Whole() platformFeesCents!: number;
  @is.Whole() paymentFeesCents!: number;
  @is.Whole() shippingCents!: number;
  @is.WholeOrNull() costBasisCents!: number | null;
  @is.TextOrNull() notes!: string | null;
}

export class BrickfolioView {
  @is.Whole() id!: number;
  @is.Whole() version!: number;
  @is.Text() name!: string;
  @is.TextOrNull() description!: string | null;
  @is.Flag() isDefault!: boolean;
}

class UnknownCostView {
  @is.Whole() itemCount!: number;
  @is.Whole() valueCents!: number;
}

/** Unsold copies; amounts in cents. */
export class TotalsView {
  @is.Whole() setCount!: number;
  @is.Whole() itemCount!: number;
  @is.Whole() costCents!: number;
  @is.Whole() valueCents!: number;
  /** Copies of known price and value only. The percentage is of their cost. */
  @is.Whole() gainCents!: number;
  @is.Amount() gainPct!: number;
  @is.Part(() => UnknownCostView) unknownCost!: UnknownCostView;
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
