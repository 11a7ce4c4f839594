import {
  type Cents,
  type CopyForSale,
  type EpochDay,
  type IsoDay,
  type OwnFees,
  parseIsoDay,
  type Proceeds,
  roundHalfAwayFromZero,
  SELLING_PLATFORMS,
  type SellingPlatform,
  WHOLE_PRICE_BASIS_POINTS,
} from '@brickmarket/domain';
import { exitEconomics } from './exit-economics.ts';
import { feeScheduleOn } from './fee-schedule.ts';

/** Share of the price above the previous band, up to and including `upToCents`. */
export interface CommissionBand {
  readonly upToCents: Cents;
  /** Hundredths of a percent. */
  readonly basisPoints: number;
}

/** Per sale, up to and including a price of `upToCents`. */
export interface FixedFee {
  readonly upToCents: Cents;
  readonly cents: Cents;
}

/** In force from a day until the next entry. */
export interface PublishedFees {
  readonly from: IsoDay;
  readonly commission: readonly CommissionBand[];
  readonly fixed: readonly FixedFee[];
  readonly paymentBasisPoints: number;
  readonly paymentFixedCents: Cents;
}

const NO_LIMIT = Infinity;

/** Fees by price alone, ascending by day. Excludes fees on sales tax, which are unknown. */
const PUBLISHED: Readonly<Record<Exclude<SellingPlatform, 'amazon_fba'>, readonly PublishedFees[]>> = {
  // Source: eBay US, "Selling fees", most categories, without a store. Payments are included.
  ebay: [
    {
      from: '2025-02-14',
      commission: [
        { upToCents: 750_000, basisPoints: 1360 },
        { upToCents: NO_LIMIT, basisPoints: 235 },
      ],
      fixed: [
        { upToCents: 1000, cents: 30 },
        { upToCents: NO_LIMIT, cents: 40 },
      ],
      paymentBasisPoints: 0,
      paymentFixedCents: 0,
    },
  ],
  // Source: BrickLink, "Fees & Billing Policy"; PayPal US, "Merchant fees", PayPal Checkout since 2021-08-02.
  bricklink: [
    {
      from: '2021-08-02',
      commission: [
        { upToCents: 50_000, basisPoints: 300 },
        { upToCents: 100_000, basisPoints: 200 },
        { upToCents: NO_LIMIT, basisPoints: 100 },
      ],
      fixed: [{ upToCents: NO_LIMIT, cents: 0 }],
      paymentBasisPoints: 349,
      paymentFixedCents: 49,
    },
  ],
};

/** Null: before the first published fees. Amazon's depend on the box too. */
export function publishedFees(platform: SellingPlatform, day: EpochDay): PublishedFees | null {
  if (platform !== 'amazon_fba') return PUBLISHED[platform].findLast(({ from }) => parseIsoDay(from)! <= day) ?? null;
  const schedule = feeScheduleOn(day);
  return (
    schedule && {
      from: schedule.from,
      commission: [{ upToCents: NO_LIMIT, basisPoints: schedule.referralPercent * 100 }],
      fixed: [{ upToCents: NO_LIMIT, cents: 0 }],
      paymentBasisPoints: 0,
      paymentFixedCents: 0,
    }
  );
}

/** Own fees first, rounded half away from zero. Null: unused, not published yet, or FBA with an unknown box. */
export function proceedsAt(
  platform: SellingPlatform,
  copy: CopyForSale,
  day: EpochDay,
  own: OwnFees | null = null,
): Proceeds | null {
  const published = publishedFees(platform, day);
  if (published === null || own?.isUsed === false) return null;
  const { priceCents } = copy;
  const fulfilment = platform === 'amazon_fba' ? exitEconomics(priceCents, copy.box, day) : null;
  if (platform === 'amazon_fba' && fulfilment === null) return null;
  const ownPoints = own?.commissionBasisPoints ?? null;
  const commission =
    ownPoints === null
      ? (fulfilment?.referralFeeCents ?? bandedShare(priceCents, published.commission))
      : share(priceCents, ownPoints);
  const fixed =
    own?.commissionFixedCents ?? published.fixed.find(({ upToCents }) => priceCents <= upToCents)?.cents ?? 0;
  const platformFeesCents = commission + fixed;
  const paymentFeesCents =
    share(priceCents, own?.paymentBasisPoints ?? published.paymentBasisPoints) +
    (own?.paymentFixedCents ?? published.paymentFixedCents);
  const shippingCents = (own?.shippingCents ?? 0) + (fulfilment?.fulfilmentFeeCents ?? 0);
  return {
    platform,
    priceCents,
    platformFeesCents,
    paymentFeesCents,
    shippingCents,
    netCents: priceCents - platformFeesCents - paymentFeesCents - shippingCents,
  };
}

/** Null: unknown price. */
export interface SellingPrices extends Omit<CopyForSale, 'priceCents'> {
  readonly valueCents: Cents | null;
  /** Lowest FBA price; null for used copies, which are not sold there. */
  readonly lowestFbaCents: Cents | null;
}

/** At Amazon FBA at the lowest price there, elsewhere at the value. */
export function everyProceeds(
  { valueCents, lowestFbaCents, box }: SellingPrices,
  day: EpochDay,
  ownFees: ReadonlyMap<SellingPlatform, OwnFees>,
): readonly Proceeds[] {
  return SELLING_PLATFORMS.flatMap((platform) => {
    const priceCents = platform === 'amazon_fba' ? lowestFbaCents : valueCents;
    if (priceCents === null) return [];
    return proceedsAt(platform, { priceCents, box }, day, ownFees.get(platform) ?? null) ?? [];
  });
}

function share(priceCents: Cents, basisPoints: number): Cents {
  return roundHalfAwayFromZero((priceCents * basisPoints) / WHOLE_PRICE_BASIS_POINTS);
}

/** Rounded once, after summing. */
function bandedShare(priceCents: Cents, bands: readonly CommissionBand[]): Cents {
  let [below, parts] = [0, 0];
  for (const { upToCents, basisPoints } of bands) {
    const within = Math.min(priceCents, upToCents) - below;
    if (within <= 0) break;
    parts += within * basisPoints;
    below = upToCents;
  }
  return roundHalfAwayFromZero(parts / WHOLE_PRICE_BASIS_POINTS);
}
