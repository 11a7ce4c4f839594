import { SELLING_PLATFORMS } from '@brickmarket/domain';
import { OneOf, Text, Whole } from '../../http/properties.ts';

/** In cents, per copy. */
export class ProceedsView {
  @OneOf(...SELLING_PLATFORMS) platform!: string;
  @Whole() priceCents!: number;
  @Whole() platformFeesCents!: number;
  @Whole() paymentFeesCents!: number;
  @Whole() shippingCents!: number;
  @Whole() netCents!: number;
}

/** Range of the next sale and number of sales. */
export class CertaintyView {
  @Whole() valueCents!: number;
  @Whole() lowCents!: number;
  @Whole() highCents!: number;
  @Text() tier!: string;
}

export class RecentSalesView {
  @Whole() sales!: number;
  @Whole() months!: number;
}
