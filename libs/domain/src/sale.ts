import type { EpochDay } from './day.ts';
import type { Cents } from './money.ts';

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
