import type { ShownListing } from '@brickmarket/operations/sets';
import * as is from '../../http/properties.ts';

class RetailPriceView {
  @is.WholeOrNull() priceCents!: number | null;
  @is.TextOrNull() sellerType!: string | null;
  @is.MomentOrNull() changedAt!: Date | null;
  @is.WholeOrNull() lastChangeCents!: number | null;
  @is.Flag() flip1pTo3p!: boolean;
  @is.Flag() atLowest!: boolean;
  @is.WholeOrNull() lowestCents!: number | null;
  @is.FlagOrNull() inStock!: boolean | null;
  @is.Moment() lastCheckedAt!: Date;
}

class ExitView {
  @is.WholeOrNull() lowestFbaCents!: number | null;
  @is.WholeOrNull() fbaSellers!: number | null;
  @is.WholeOrNull() buyBoxCents!: number | null;
  @is.WholeOrNull() netCents!: number | null;
}

export class RetailView {
  @is.PartOrNull(() => RetailPriceView) retailer_a!: RetailPriceView | null;
  @is.PartOrNull(() => RetailPriceView) retailer_b!: RetailPriceView | null;
  @is.PartOrNull(() => ExitView) exit!: ExitView | null;
}

export function retailView({ retailers, exit }: ShownListing): RetailView {
  return { ...retailers, exit };
}
