import type { EpochDay } from './day.ts';
import { MAX_COPIES } from './holding.ts';
import { type Cents, formatUsd } from './money.ts';
import { recordDayFault } from './record-day.ts';

/** One line of an account's sales ledger. Amounts are totals of the line, not per unit. */
export interface Sale {
  readonly setNumber: string;
  /** A lower-case word: `ebay`, `bricklink`, `amazon`, ... */
  readonly platform: string;
  readonly saleDay: EpochDay;
  readonly quantity: number;
  readonly grossCents: Cents;
  readonly platformFeesCents: Cents;
  readonly paymentFeesCents: Cents;
  readonly shippingCents: Cents;
  /** What the units sold had cost; null when unknown. */
  readonly costBasisCents: Cents | null;
  readonly notes: string | null;
}

/** No amount of a line is larger. */
export const MAX_SALE_CENTS: Cents = 1_000_000_000;

/** Why a sale cannot be kept, for people; null when it can. A fee below zero is a credit. */
export function saleFault(sale: Sale): string | null {
  if (sale.quantity < 1 || sale.quantity > MAX_COPIES)
    return `quantity is ${sale.quantity}: it must be from 1 to ${MAX_COPIES}`;
  const fees = [sale.platformFeesCents, sale.paymentFeesCents, sale.shippingCents];
  const amounts = [sale.grossCents, sale.costBasisCents ?? 0];
  if (amounts.some((cents) => cents < 0 || cents > MAX_SALE_CENTS))
    return `proceeds and cost must be from 0 to ${formatUsd(MAX_SALE_CENTS)}`;
  if (fees.some((cents) => Math.abs(cents) > MAX_SALE_CENTS))
    return `no fee may be more than ${formatUsd(MAX_SALE_CENTS)}`;
  return recordDayFault(sale.saleDay);
}
