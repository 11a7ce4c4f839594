import { SELLING_PLATFORMS } from '@brickmarket/domain';
import * as is from '../../http/properties.ts';

/** In cents, per copy. */
export class ProceedsView {
  @is.OneOf(...SELLING_PLATFORMS) platform!: string;
  @is.Whole() priceCents!: number;
  @is.Whole() platformFeesCents!: number;
  @is.Whole() paymentFeesCents!: number;
  @is.Whole() shippingCents!: number;
  @is.Whole() netCents!: number;
}

/** Range of the next sale and number of sales. */
export class CertaintyView {
  @is.Whole() valueCents!: number;
  @is.Whole() lowCents!: number;
  @is.Whole() highCents!: number;
  @is.Text() tier!: string;
}

export class RecentSalesView {
  @is.Whole() sales!: number;
  @is.Whole() months!: number;
}
