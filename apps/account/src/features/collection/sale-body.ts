import { MAX_SALE_CENTS } from '@brickmarket/domain';
import type { SaleTerms } from '@brickmarket/portfolio';
import { applyDecorators } from '@nestjs/common';
import { DayField, NameField, TextField, WholeField } from '../../http/input.ts';
import { OptionalTextOrNull, OptionalWhole, Text, Whole } from '../../openapi/properties.ts';
import { dayOf } from './book.ts';

// A sale is written down when copies of the collection are sold, added to the ledger without them, and edited there.

export const PlatformField = (): PropertyDecorator => NameField(40, 'the platform');
export const SaleDateField = (): PropertyDecorator => DayField('the day of the sale');
export const ProceedsField = (): PropertyDecorator => WholeField(0, MAX_SALE_CENTS, 'the proceeds in cents');

/** A negative fee is a credit. */
const Fee = (what: string): PropertyDecorator =>
  applyDecorators(OptionalWhole(), WholeField(-MAX_SALE_CENTS, MAX_SALE_CENTS, `the ${what} in cents`));

/** What may be left out of every sale. */
export class SaleFeesBody {
  @Fee('platform fees') platform_fees_cents?: number;
  @Fee('payment fees') payment_fees_cents?: number;
  @Fee('shipping cost') shipping_cents?: number;
  @OptionalTextOrNull() @TextField(2_000, 'notes') notes?: string | null;
}

/** A sale, whichever copies it was of. */
export class SaleTermsBody extends SaleFeesBody {
  @Text() @PlatformField() platform!: string;
  @Text() @SaleDateField() sale_date!: string;
  @Whole() @ProceedsField() gross_cents!: number;
}

export function platformOf(given: string): string {
  return given.trim().toLowerCase();
}

export function saleTermsOf(body: SaleTermsBody): SaleTerms {
  return { ...sharedTermsOf(body), grossCents: body.gross_cents };
}

/** The terms that several sales have in common. */
export function sharedTermsOf(body: Omit<SaleTermsBody, 'gross_cents'>): Omit<SaleTerms, 'grossCents'> {
  return {
    platform: platformOf(body.platform),
    saleDay: dayOf(body.sale_date),
    platformFeesCents: body.platform_fees_cents ?? 0,
    paymentFeesCents: body.payment_fees_cents ?? 0,
    shippingCents: body.shipping_cents ?? 0,
    notes: body.notes ?? null,
  };
}
