import { type EpochDay, formatIsoDay, parseIsoDay } from './calendar.ts';
import type { Condition } from './market.ts';
import { type Cents, formatUsd } from './money.ts';

/** What an account pays for. */
export type Plan = 'free' | 'collector' | 'reseller';
/** All plans. */
export const PLANS: readonly Plan[] = ['free', 'collector', 'reseller'];

/** A `sold` holding stays on record but counts in no total. */
export type HoldingStatus = 'owned' | 'listed' | 'sold';
/** All statuses. */
export const HOLDING_STATUSES: readonly HoldingStatus[] = ['owned', 'listed', 'sold'];

/** Null or absent: unknown. */
export interface PurchaseDetails {
  /** Shipping included in the price of one copy. */
  readonly shippingPaidCents?: Cents | null | undefined;
  /** Tax included in the price of one copy. */
  readonly taxPaidCents?: Cents | null | undefined;
  readonly boughtFrom?: string | null | undefined;
  readonly storedAt?: string | null | undefined;
}

/** Copies of one set that were bought together, in one collection. */
export interface Holding extends PurchaseDetails {
  readonly setNumber: string;
  readonly quantity: number;
  readonly condition: Condition;
  /** Per copy, shipping and tax included; null: unknown. */
  readonly purchasePriceCents: Cents | null;
  readonly purchaseDay: EpochDay | null;
  readonly status: HoldingStatus;
  readonly notes: string | null;
}

/** Null: absent from the file. */
export interface HoldingInFile extends Omit<Holding, 'status'> {
  readonly status: HoldingStatus | null;
}

/** With the price limit this keeps all totals exact to the cent. */
export const MAX_COPIES = 10_000;
/** Largest price of one copy. */
export const MAX_UNIT_PRICE_CENTS: Cents = 100_000_000;

/** Why a holding is invalid, as a message for people; null when it is valid. */
export function holdingFault(
  holding: Pick<Holding, 'quantity' | 'purchasePriceCents' | 'purchaseDay' | 'shippingPaidCents' | 'taxPaidCents'>,
): string | null {
  if (holding.quantity < 1 || holding.quantity > MAX_COPIES)
    return `quantity is ${holding.quantity}: it must be from 1 to ${MAX_COPIES}`;
  const price = holding.purchasePriceCents;
  if (price !== null && (price < 0 || price > MAX_UNIT_PRICE_CENTS))
    return `the price of one copy is ${formatUsd(price)}: it must be from 0 to ${formatUsd(MAX_UNIT_PRICE_CENTS)}`;
  const parts = [holding.shippingPaidCents ?? 0, holding.taxPaidCents ?? 0] as const;
  if (parts.some((cents) => cents < 0 || cents > MAX_UNIT_PRICE_CENTS))
    return `shipping and tax for one copy must be from 0 to ${formatUsd(MAX_UNIT_PRICE_CENTS)}`;
  if (price !== null && parts[0] + parts[1] > price)
    return (
      `shipping and tax for one copy are ${formatUsd(parts[0] + parts[1])} together, more than its price of ` +
      `${formatUsd(price)}: the price includes them`
    );
  return holding.purchaseDay === null ? null : recordDayFault(holding.purchaseDay);
}

/** Amounts are totals over all units of the line. */
export interface Sale {
  readonly setNumber: string;
  /** In lower case: `ebay`, `bricklink`, `amazon`. */
  readonly platform: string;
  readonly saleDay: EpochDay;
  readonly quantity: number;
  readonly grossCents: Cents;
  readonly platformFeesCents: Cents;
  readonly paymentFeesCents: Cents;
  readonly shippingCents: Cents;
  /** Cost of the sold units; null: unknown. */
  readonly costBasisCents: Cents | null;
  readonly notes: string | null;
}

/** The fees of a sale. */
export const SALE_FEES = ['platformFeesCents', 'paymentFeesCents', 'shippingCents'] as const;

/** Null: absent from the file. */
export type SaleInFile = Omit<Sale, (typeof SALE_FEES)[number]> & {
  readonly [Fee in (typeof SALE_FEES)[number]]: Cents | null;
};

/** Largest amount in one line. */
export const MAX_SALE_CENTS: Cents = 1_000_000_000;

/** Fault as a sentence; null: valid. A negative fee is a credit. */
export function saleFault(sale: SaleInFile): string | null {
  if (sale.quantity < 1 || sale.quantity > MAX_COPIES)
    return `quantity is ${sale.quantity}: it must be from 1 to ${MAX_COPIES}`;
  const fees = SALE_FEES.map((fee) => sale[fee] ?? 0);
  const amounts = [sale.grossCents, sale.costBasisCents ?? 0];
  if (amounts.some((cents) => cents < 0 || cents > MAX_SALE_CENTS))
    return `proceeds and cost must be from 0 to ${formatUsd(MAX_SALE_CENTS)}`;
  if (fees.some((cents) => Math.abs(cents) > MAX_SALE_CENTS))
    return `no fee may be more than ${formatUsd(MAX_SALE_CENTS)}`;
  return recordDayFault(sale.saleDay);
}

/** Fault of a line that contradicts the copies linked to its sale; null: none. An absent cost is no contradiction. */
export function soldCopiesFault(
  line: Pick<Sale, 'quantity' | 'costBasisCents'>,
  booked: Pick<Sale, 'quantity' | 'costBasisCents'>,
): string | null {
  if (line.quantity !== booked.quantity)
    return `quantity is ${line.quantity}, but this sale took ${booked.quantity} copies of your collection`;
  if (line.costBasisCents === null || line.costBasisCents === booked.costBasisCents) return null;
  const cost = booked.costBasisCents === null ? 'an unknown amount' : formatUsd(booked.costBasisCents);
  return `cost is ${formatUsd(line.costBasisCents)}, but the copies of this sale had cost ${cost}`;
}

const FIRST_RECORD_DAY = parseIsoDay('1900-01-01')!;
const LAST_RECORD_DAY = parseIsoDay('2999-12-31')!;

function recordDayFault(day: EpochDay): string | null {
  if (day >= FIRST_RECORD_DAY && day <= LAST_RECORD_DAY) return null;
  return `the date must be from ${formatIsoDay(FIRST_RECORD_DAY)} to ${formatIsoDay(LAST_RECORD_DAY)}`;
}
