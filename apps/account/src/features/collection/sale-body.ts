import { type EpochDay, MAX_SALE_CENTS } from '@brickmarket/domain';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { DayField, givenOf, NameField, TextField, WholeField } from '../../http/input.ts';
import { OptionalTextOrNull, OptionalWhole, Text, Whole } from '../../openapi/properties.ts';

// A sale is written down when copies of the collection are sold, added to the ledger without them, and edited there.

/** In lower case, whatever the case it was written in. */
export const PlatformField = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value)),
    NameField(40, 'the platform'),
  );
export const SaleDateField = (): PropertyDecorator => DayField('the day of the sale');
export const ProceedsField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents');

/** A negative fee is a credit. */
const Fee = (what: string): PropertyDecorator =>
  applyDecorators(OptionalWhole(), WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, `the ${what} in cents`));

/** What may be left out of every sale. */
export class SaleFeesBody {
  @Fee('platform fees') platformFeesCents?: number;
  @Fee('payment fees') paymentFeesCents?: number;
  @Fee('shipping cost') shippingCents?: number;
  @OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
}

/** A sale, whichever copies it was of. */
export class SaleTermsBody extends SaleFeesBody {
  @Text() @PlatformField() platform!: string;
  @Text() @SaleDateField() saleDay!: EpochDay;
  @Whole() @ProceedsField() grossCents!: number;
}

const NO_FEES = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, notes: null };

/** The terms of a sale, without fees unless they are given. */
export function termsOf<Body extends SaleFeesBody>(body: Body) {
  return { ...NO_FEES, ...givenOf(body) };
}
