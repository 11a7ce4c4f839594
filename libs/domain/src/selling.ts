import type { Box } from './catalog.ts';
import { MAX_UNIT_PRICE_CENTS } from './account.ts';
import { type Cents, formatUsd } from './money.ts';

/** The marketplaces whose fees are known. */
export type SellingPlatform = 'ebay' | 'bricklink' | 'amazon_fba';
/** All marketplaces whose fees are known. */
export const SELLING_PLATFORMS: readonly SellingPlatform[] = ['ebay', 'bricklink', 'amazon_fba'];

/** What each marketplace is called. */
export const SELLING_PLATFORM_NAMES: Readonly<Record<SellingPlatform, string>> = {
  ebay: 'eBay',
  bricklink: 'BrickLink',
  amazon_fba: 'Amazon FBA',
};

/** One copy to be sold. */
export interface CopyForSale {
  readonly priceCents: Cents;
  readonly box: Box | null;
}

/** Whole cents; the net is the price less the other three. */
export interface Proceeds {
  readonly platform: SellingPlatform;
  readonly priceCents: Cents;
  readonly platformFeesCents: Cents;
  readonly paymentFeesCents: Cents;
  /** Postage and packing; for Amazon FBA its fulfillment fee and the way to its warehouse. */
  readonly shippingCents: Cents;
  readonly netCents: Cents;
}

/** Highest net, the first of equal ones. */
export function bestProceeds(options: readonly Proceeds[]): Proceeds | null {
  let best: Proceeds | null = null;
  for (const option of options) if (best === null || option.netCents > best.netCents) best = option;
  return best;
}

/** Replaces published fees; null keeps them. Percents are hundredths of a percent of the price. */
export interface OwnFees {
  readonly platform: SellingPlatform;
  readonly isUsed: boolean;
  readonly commissionBasisPoints: number | null;
  readonly commissionFixedCents: Cents | null;
  readonly paymentBasisPoints: number | null;
  readonly paymentFixedCents: Cents | null;
  /** Per copy, in addition to the platform's own charge. */
  readonly shippingCents: Cents | null;
}

/** Basis points of the whole price. */
export const WHOLE_PRICE_BASIS_POINTS = 10_000;

/** Why fees are invalid, as a sentence for people; null when they are valid. */
export function ownFeesFault(fees: OwnFees): string | null {
  const percents = [fees.commissionBasisPoints ?? 0, fees.paymentBasisPoints ?? 0];
  if (percents.some((points) => points < 0)) return 'A fee cannot be less than 0 %.';
  const points = percents[0]! + percents[1]!;
  if (points > WHOLE_PRICE_BASIS_POINTS)
    return `Fees of ${points / 100} % are more than the price itself: give at most 100 % in all, payment included.`;
  const amounts = [fees.commissionFixedCents ?? 0, fees.paymentFixedCents ?? 0, fees.shippingCents ?? 0];
  if (amounts.some((cents) => cents < 0 || cents > MAX_UNIT_PRICE_CENTS))
    return `Fees and shipping of one sale are from 0.00 to ${formatUsd(MAX_UNIT_PRICE_CENTS)}.`;
  return null;
}
