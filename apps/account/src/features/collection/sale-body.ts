import { type EpochDay, MAX_SALE_CENTS } from '@brickmarket/domain';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { DayField, givenOf, NameField, TextField, WholeField } from '../../http/input.ts';
import * as is from '../../http/properties.ts';

// Fields of a sale from holdings, without lots, or edited.

/** Lower-cased. */
export const PlatformField = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    NameField(40, 'the platform'),
  );
export const SaleDateField = (): PropertyDecorator => DayField('the day of the sale');
export const ProceedsField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents');

/** A negative fee is a credit. */
const Fee = (what: string): PropertyDecorator =>
  applyDecorators(is.OptionalWhole(), WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, `the ${what} in cents`));

export class SaleFeesBody {
  @Fee('platform fees') platformFeesCents?: number;
  @Fee('payment fees') paymentFeesCents?: number;
  @Fee('shipping cost') shippingCents?: number;
  @is.OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
}

export class SaleTermsBody extends SaleFeesBody {
  @is.Text() @PlatformField() platform!: string;
  @is.Text() @SaleDateField() saleDay!: EpochDay;
  @is.Whole() @ProceedsField() grossCents!: number;
}

const NO_FEES = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, notes: null };

/** Fees only if given. */
export function termsOf<Body extends SaleFeesBody>(body: Body) {
  return { ...NO_FEES, ...givenOf(body) };
}
