import type { ShownListing } from '@brickmarket/operations/sets';
import { Flag, FlagOrNull, Moment, MomentOrNull, PartOrNull, TextOrNull, WholeOrNull } from '../../http/properties.ts';

class RetailPriceView {
  @WholeOrNull() priceCents!: number | null;
  @TextOrNull() sellerType!: string | null;
  @MomentOrNull() changedAt!: Date | null;
  @WholeOrNull() lastChangeCents!: number | null;
  @Flag() flip1pTo3p!: boolean;
  @Flag() atLowest!: boolean;
  @WholeOrNull() lowestCents!: number | null;
  @FlagOrNull() inStock!: boolean | null;
  @Moment() lastCheckedAt!: Date;
}

class ExitView {
  @WholeOrNull() lowestFbaCents!: number | null;
  @WholeOrNull() fbaSellers!: number | null;
  @WholeOrNull() buyBoxCents!: number | null;
  @WholeOrNull() netCents!: number | null;
}

export class RetailView {
  @PartOrNull(() => RetailPriceView) retailer_a!: RetailPriceView | null;
  @PartOrNull(() => RetailPriceView) retailer_b!: RetailPriceView | null;
  @PartOrNull(() => ExitView) exit!: ExitView | null;
}

export function retailView({ retailers, exit }: ShownListing): RetailView {
  return { ...retailers, exit };
}
