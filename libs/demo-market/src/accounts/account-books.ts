import { type Cents, type EpochDay, type HoldingStatus, roundHalfAwayFromZero, type Sale } from '@brickmarket/domain';
import type { CollectionEntry } from '@brickmarket/feeds';
import type { TradedCatalog } from '../catalog/traded-catalog.ts';
import { normal, weightedIndex, RandomStream } from '../random/random-stream.ts';
import type { TrueValues } from '../truth/true-values.ts';
import type { AccountProfile } from './account-profile.ts';
import { type Purchase, purchasesOf, trueCents } from './purchase.ts';

export interface AccountBooks {
  readonly entries: readonly CollectionEntry[];
  readonly sales: readonly Sale[];
}

/** Shares of the gross price. */
interface PlatformFees {
  readonly platform: string;
  readonly weight: number;
  readonly platformShare: number;
  readonly paymentShare: number;
  readonly paymentFixedCents: Cents;
  readonly isShipped: boolean;
}

const PLATFORMS: readonly PlatformFees[] = [
  { platform: 'ebay', weight: 38, platformShare: 0.1325, paymentShare: 0, paymentFixedCents: 40, isShipped: true },
  {
    platform: 'bricklink',
    weight: 20,
    platformShare: 0.03,
    paymentShare: 0.0349,
    paymentFixedCents: 49,
    isShipped: true,
  },
  { platform: 'amazon', weight: 18, platformShare: 0.15, paymentShare: 0, paymentFixedCents: 0, isShipped: true },
  { platform: 'facebook', weight: 10, platformShare: 0, paymentShare: 0, paymentFixedCents: 0, isShipped: false },
  { platform: 'mercari', weight: 7, platformShare: 0.1, paymentShare: 0.029, paymentFixedCents: 50, isShipped: true },
  { platform: 'whatnot', weight: 5, platformShare: 0.08, paymentShare: 0.029, paymentFixedCents: 30, isShipped: true },
  { platform: 'other', weight: 2, platformShare: 0, paymentShare: 0.02, paymentFixedCents: 0, isShipped: false },
];

/** Share of overpriced listings that never sell. */
const NEVER_SOLD = 0.15;
const PLATFORM_WEIGHTS = PLATFORMS.map((fees) => fees.weight);

/** The copies of each sale become a separate holding; the rest stays owned or listed. */
export function drawBooks(profile: AccountProfile, catalog: TradedCatalog, truth: TrueValues): AccountBooks {
  const entries: CollectionEntry[] = [];
  const sales: Sale[] = [];
  for (const purchase of purchasesOf(profile, catalog, truth)) {
    const sold = salesOf(purchase, catalog.asOfDay, truth);
    sales.push(...sold);
    const unitsSold = sold.reduce((sum, sale) => sum + sale.quantity, 0);
    entries.push(...sold.map(({ quantity }) => entry(purchase, quantity, 'sold')));
    const isListed = purchase.listedDay !== null && purchase.listedDay <= catalog.asOfDay;
    if (unitsSold < purchase.quantity)
      entries.push(entry(purchase, purchase.quantity - unitsSold, isListed ? 'listed' : 'owned'));
  }
  return { entries, sales };
}

function entry(purchase: Purchase, quantity: number, status: HoldingStatus): CollectionEntry {
  const { set, condition, priceIsKnown, unitCents, dayIsKnown, day, notes, brickfolio } = purchase;
  return {
    holding: {
      setNumber: set.setNumber,
      quantity,
      condition,
      purchasePriceCents: priceIsKnown ? unitCents : null,
      purchaseDay: dayIsKnown ? day : null,
      status,
      notes,
    },
    brickfolio,
  };
}

function salesOf(purchase: Purchase, asOfDay: EpochDay, truth: TrueValues): Sale[] {
  const sales: Sale[] = [];
  if (purchase.listedDay === null) return sales;
  const stream = new RandomStream(purchase.key);
  if (stream.chance(NEVER_SOLD)) return sales;
  let day = purchase.listedDay;
  for (let left = purchase.quantity; left > 0;) {
    day += Math.round(5 + 60 * stream.uniform() ** 2 * (stream.chance(0.25) ? 6 : 1));
    const quantity = stream.chance(0.85) ? 1 : Math.min(left, 2);
    if (day > asOfDay) return sales;
    sales.push(drawSale(stream, purchase, day, quantity, truth));
    left -= quantity;
  }
  return sales;
}

function drawSale(
  stream: RandomStream,
  purchase: Purchase,
  saleDay: EpochDay,
  quantity: number,
  truth: TrueValues,
): Sale {
  const fees = PLATFORMS[weightedIndex(stream, PLATFORM_WEIGHTS)]!;
  const unit = trueCents(truth, purchase.set, purchase.condition, saleDay) * Math.exp(0.1 * normal(stream));
  const grossCents = Math.max(100, roundHalfAwayFromZero(unit * quantity));
  return {
    setNumber: purchase.set.setNumber,
    platform: fees.platform,
    saleDay,
    quantity,
    grossCents,
    platformFeesCents: roundHalfAwayFromZero(grossCents * fees.platformShare),
    paymentFeesCents:
      fees.paymentShare + fees.paymentFixedCents === 0
        ? 0
        : roundHalfAwayFromZero(grossCents * fees.paymentShare) + fees.paymentFixedCents,
    shippingCents: fees.isShipped ? shippingCents(stream, purchase, quantity) : 0,
    costBasisCents: purchase.priceIsKnown ? purchase.unitCents * quantity : null,
    notes: stream.chance(0.06) ? 'repeat buyer' : null,
  };
}

function shippingCents(stream: RandomStream, purchase: Purchase, quantity: number): Cents {
  const weightG = purchase.set.box?.weightG ?? 300 + purchase.set.pieces;
  return Math.round(stream.between(450, 700) + quantity * weightG * 0.35);
}
