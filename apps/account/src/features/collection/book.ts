import {
  type BookedBrickfolio,
  type BookedSale,
  type Condition,
  CONDITIONS,
  formatIsoDay,
  HOLDING_STATUSES,
  type BookedHolding,
  type HoldingStatus,
  MAX_ID,
  MAX_UNIT_PRICE_CENTS,
  parseIsoDay,
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
import type { PortfolioTotals } from '@brickmarket/portfolio';
import { applyDecorators, type FactoryProvider, HttpCode, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiParam } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { AccountError } from '../../http/errors.ts';
import { DayField, NameField, TextField, WholeField } from '../../http/input.ts';
import {
  Amount,
  Flag,
  OneOf,
  OptionalOneOf,
  OptionalTextOrNull,
  OptionalWholeOrNull,
  Part,
  Text,
  TextOrNull,
  Whole,
  WholeOrNull,
} from '../../openapi/properties.ts';

/** Injection token of what the use cases of the collection work with. */
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

/** The version of a record that a change of it is based on. */
export const Version = (): PropertyDecorator =>
  applyDecorators(Whole(), WholeField(1, MAX_ID, 'the version that the change is based on'));

export class VersionBody {
  @Version() version!: number;
}

/** A change that was made, with the number by which it can be undone. */
export class ChangeView {
  @Whole() id!: number;
  @Text() summary!: string;
  /** The one set that was changed; null when none or several were. */
  @TextOrNull() set_number!: string | null;
}

/** A holding. Amounts are in cents; null is unknown. */
export class HoldingView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Whole() brickfolio_id!: number;
  @Text() set_number!: string;
  @OneOf(...CONDITIONS) condition!: string;
  @Whole() quantity!: number;
  @WholeOrNull() purchase_price_cents!: number | null;
  @TextOrNull() purchase_date!: string | null;
  @OneOf(...HOLDING_STATUSES) status!: string;
  @TextOrNull() notes!: string | null;
  /** How much of the price of one copy was shipping. */
  @WholeOrNull() shipping_paid_cents!: number | null;
  /** How much of the price of one copy was tax. */
  @WholeOrNull() tax_paid_cents!: number | null;
  @TextOrNull() bought_from!: string | null;
  @TextOrNull() stored_at!: string | null;
}

export const ConditionField = (): PropertyDecorator => IsIn(CONDITIONS, { message: 'Copies are sealed or used.' });

const CentsOfCopy = (what: string): PropertyDecorator =>
  applyDecorators(OptionalWholeOrNull(), WholeField(0, MAX_UNIT_PRICE_CENTS, `the ${what} in cents`));

/** What can be told of one holding and of several. */
export class HoldingFactsBody {
  /** All that was paid for one copy, shipping and tax included. */
  @CentsOfCopy('price of one copy') purchase_price_cents?: number | null;
  @OptionalTextOrNull() @DayField('the day of purchase') purchase_date?: string | null;
  @OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
  /** How much of the price of one copy was shipping. */
  @CentsOfCopy('shipping of one copy') shipping_paid_cents?: number | null;
  /** How much of the price of one copy was tax. */
  @CentsOfCopy('tax on one copy') tax_paid_cents?: number | null;
  @OptionalTextOrNull() @NameField(200, 'where it was bought') bought_from?: string | null;
  @OptionalTextOrNull() @NameField(200, 'where it is kept') stored_at?: string | null;
  @OptionalOneOf(...CONDITIONS) @ConditionField() condition?: Condition;
  @OptionalOneOf(...HOLDING_STATUSES)
  @IsIn(HOLDING_STATUSES, { message: 'Copies are owned, listed or sold.' })
  status?: HoldingStatus;
}

/** What is said of a holding; undefined is what is not. */
export function factsOf(body: HoldingFactsBody) {
  return {
    condition: body.condition,
    status: body.status,
    purchasePriceCents: body.purchase_price_cents,
    purchaseDay: dayOf(body.purchase_date),
    notes: body.notes,
    shippingPaidCents: body.shipping_paid_cents,
    taxPaidCents: body.tax_paid_cents,
    boughtFrom: body.bought_from,
    storedAt: body.stored_at,
  };
}

export class EditAnswer {
  @Part(() => ChangeView) change!: ChangeView;
}

/** A route that changes what is there, such as the record whose number is in its path. */
export const EditRoute = (path: string): MethodDecorator =>
  applyDecorators(
    Post(path),
    HttpCode(200),
    ...(path.includes(':id') ? [ApiParam({ name: 'id', type: 'integer' })] : []),
    ApiOkResponse({ type: EditAnswer }),
    // One of these is `current` of an error.
    ApiExtraModels(HoldingView, SaleView, BrickfolioView),
  );

/** A line of the ledger. Amounts are totals in cents; null is unknown. */
export class SaleView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Text() set_number!: string;
  @Text() platform!: string;
  @Text() sale_date!: string;
  @Whole() quantity!: number;
  @Whole() gross_cents!: number;
  @Whole() platform_fees_cents!: number;
  @Whole() payment_fees_cents!: number;
  @Whole() shipping_cents!: number;
  @WholeOrNull() cost_basis_cents!: number | null;
  @TextOrNull() notes!: string | null;
}

export class BrickfolioView {
  @Whole() id!: number;
  @Whole() version!: number;
  @Text() name!: string;
  @TextOrNull() description!: string | null;
  @Flag() is_default!: boolean;
}

/** What copies that are not sold come to. Amounts in cents. */
export class TotalsView {
  @Whole() sets!: number;
  @Whole() copies!: number;
  @Whole() cost_cents!: number;
  @Whole() value_cents!: number;
  /** Of the copies of known price and value, and in percent of what these cost. */
  @Whole() gain_cents!: number;
  @Amount() gain_pct!: number;
  /** Copies of unknown price, and what they are worth. */
  @Whole() copies_of_unknown_cost!: number;
  @Whole() value_of_unknown_cost_cents!: number;
}

export function totalsView(totals: PortfolioTotals): TotalsView {
  return {
    sets: totals.setCount,
    copies: totals.itemCount,
    cost_cents: totals.costCents,
    value_cents: totals.valueCents,
    gain_cents: totals.gainCents,
    gain_pct: totals.gainPct,
    copies_of_unknown_cost: totals.unknownCost.itemCount,
    value_of_unknown_cost_cents: totals.unknownCost.valueCents,
  };
}

export function holdingView(holding: BookedHolding): HoldingView {
  return {
    id: holding.id,
    version: holding.version,
    brickfolio_id: holding.brickfolioId,
    set_number: holding.setNumber,
    condition: holding.condition,
    quantity: holding.quantity,
    purchase_price_cents: holding.purchasePriceCents,
    purchase_date: holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    status: holding.status,
    notes: holding.notes,
    shipping_paid_cents: holding.shippingPaidCents ?? null,
    tax_paid_cents: holding.taxPaidCents ?? null,
    bought_from: holding.boughtFrom ?? null,
    stored_at: holding.storedAt ?? null,
  };
}

export function saleView(sale: BookedSale): SaleView {
  return {
    id: sale.id,
    version: sale.version,
    set_number: sale.setNumber,
    platform: sale.platform,
    sale_date: formatIsoDay(sale.saleDay),
    quantity: sale.quantity,
    gross_cents: sale.grossCents,
    platform_fees_cents: sale.platformFeesCents,
    payment_fees_cents: sale.paymentFeesCents,
    shipping_cents: sale.shippingCents,
    cost_basis_cents: sale.costBasisCents,
    notes: sale.notes,
  };
}

export function brickfolioView(brickfolio: BookedBrickfolio): BrickfolioView {
  const { id, version, name, description, isDefault } = brickfolio;
  return { id, version, name, description, is_default: isDefault };
}

/** The answer to an edit; one of what was changed elsewhere is told with the record as it is now, never lost. */
export async function answerEdit(edit: Promise<DoneEdit>): Promise<EditAnswer> {
  try {
    const { id, summary, setNumber } = await edit;
    return { change: { id, summary, set_number: setNumber } };
  } catch (error) {
    if (error instanceof WatchedByRulesError) throw new AccountError('WatchedByRules', error.message);
    if (!(error instanceof EditedElsewhereError)) throw error;
    throw new AccountError('EditedElsewhere', error.message, undefined, undefined, currentView(error));
  }
}

function currentView({ table, current }: EditedElsewhereError): object {
  if (table === 'lot') return holdingView(current as BookedHolding);
  return table === 'sale' ? saleView(current as BookedSale) : brickfolioView(current as BookedBrickfolio);
}

/** A day of a request; null when it is unknown, undefined when it was not given. */
export function dayOf<Given extends string | null | undefined>(given: Given): number | Exclude<Given, string> {
  return typeof given === 'string' ? parseIsoDay(given)! : (given as Exclude<Given, string>);
}

/** What was given, without the fields that were not. */
export function givenOf<Facts extends object>(
  facts: Facts,
): { [Name in keyof Facts]?: Exclude<Facts[Name], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Facts]?: Exclude<Facts[Name], undefined>;
  };
}
