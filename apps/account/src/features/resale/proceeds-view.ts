import { type Proceeds, SELLING_PLATFORM_NAMES, SELLING_PLATFORMS } from '@brickmarket/domain';
import type { RecentSales } from '@brickmarket/operations/resale';
import type { CurrentValue } from '@brickmarket/persistence-ports';
import { OneOf, Text, Whole } from '../../openapi/properties.ts';

/** What selling one copy leaves: the price less fees and shipping, in cents. */
export class ProceedsView {
  @OneOf(...SELLING_PLATFORMS) platform!: string;
  @Text() name!: string;
  @Whole() price_cents!: number;
  @Whole() platform_fees_cents!: number;
  @Whole() payment_fees_cents!: number;
  @Whole() shipping_cents!: number;
  @Whole() net_cents!: number;
}

export function proceedsView(proceeds: Proceeds): ProceedsView {
  return {
    platform: proceeds.platform,
    name: SELLING_PLATFORM_NAMES[proceeds.platform],
    price_cents: proceeds.priceCents,
    platform_fees_cents: proceeds.platformFeesCents,
    payment_fees_cents: proceeds.paymentFeesCents,
    shipping_cents: proceeds.shippingCents,
    net_cents: proceeds.netCents,
  };
}

/** How sure a value is: the range of its next sale, and on how many sales it rests. */
export class CertaintyView {
  @Whole() value_cents!: number;
  @Whole() low_cents!: number;
  @Whole() high_cents!: number;
  @Text() tier!: string;
}

export function certaintyView(value: CurrentValue | null): CertaintyView | null {
  return (
    value && { value_cents: value.valueCents, low_cents: value.lowCents, high_cents: value.highCents, tier: value.tier }
  );
}

/** How many were sold in the last finished months. */
export class RecentSalesView {
  @Whole() sales!: number;
  @Whole() months!: number;
}

export function recentView(recent: RecentSales | null): RecentSalesView | null {
  return recent && { sales: recent.sales, months: recent.months };
}
