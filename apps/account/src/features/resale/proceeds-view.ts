import { SELLING_PLATFORMS } from '@brickmarket/domain';
import { OneOf, Text, Whole } from '../../openapi/properties.ts';

/** What selling one copy leaves: the price less fees and shipping, in cents. */
export class ProceedsView {
  @OneOf(...SELLING_PLATFORMS) platform!: string;
  @Whole() priceCents!: number;
  @Whole() platformFeesCents!: number;
  @Whole() paymentFeesCents!: number;
  @Whole() shippingCents!: number;
  @Whole() netCents!: number;
}

/** How sure a value is: the range of its next sale, and on how many sales it rests. */
export class CertaintyView {
  @Whole() valueCents!: number;
  @Whole() lowCents!: number;
  @Whole() highCents!: number;
  @Text() tier!: string;
}

/** How many were sold in the last finished months. */
export class RecentSalesView {
  @Whole() sales!: number;
  @Whole() months!: number;
}
