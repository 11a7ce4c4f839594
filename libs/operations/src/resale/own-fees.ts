import {
  type Cents,
  type EpochDay,
  epochDayOf,
  InvalidInputError,
  type OwnFees,
  ownFeesFault,
  type Proceeds,
  SELLING_PLATFORMS,
  type SellingPlatform,
} from '@brickmarket/domain';
import { allocate } from '@brickmarket/portfolio';
import { proceedsAt, type PublishedFees, publishedFees } from '@brickmarket/retail-tracking';
import { feesByPlatform, type ResaleArea } from './resale-area.ts';

/** In addition to published fees. */
export interface PlatformFees {
  readonly platform: SellingPlatform;
  readonly published: PublishedFees | null;
  readonly own: OwnFees | null;
}

export async function readSellingFees(
  area: Pick<ResaleArea, 'fees' | 'storeClock'>,
  accountId: number,
): Promise<readonly PlatformFees[]> {
  const today: EpochDay = epochDayOf(await area.storeClock.now());
  const own = await feesByPlatform(area, accountId);
  return SELLING_PLATFORMS.map((platform) => ({
    platform,
    published: publishedFees(platform, today),
    own: own.get(platform) ?? null,
  }));
}

export async function saveSellingFees(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
  own: OwnFees,
): Promise<void> {
  const fault = ownFeesFault(own);
  if (fault !== null) throw new InvalidInputError(fault);
  await fees.save(accountId, own);
}

/** No effect if published fees apply already. */
export async function resetSellingFees(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
  platform: SellingPlatform,
): Promise<void> {
  await fees.remove(accountId, platform);
}

export interface SaleToEstimate {
  readonly platform: SellingPlatform;
  readonly setNumber: string;
  readonly copies: number;
  readonly grossCents: Cents;
}

/** Each copy sold separately at its share of the price; sums over copies. Null: unknown fees. */
export async function estimateSale(
  area: Pick<ResaleArea, 'fees' | 'catalog' | 'storeClock'>,
  accountId: number,
  { platform, setNumber, copies, grossCents }: SaleToEstimate,
): Promise<Proceeds | null> {
  const today = epochDayOf(await area.storeClock.now());
  const [own, found] = await Promise.all([feesByPlatform(area, accountId), area.catalog.findByNumbers([setNumber])]);
  const box = found.get(setNumber)?.set.box ?? null;
  const sums = { platformFeesCents: 0, paymentFeesCents: 0, shippingCents: 0, netCents: 0 };
  for (const priceCents of allocate(grossCents, Array<number>(copies).fill(1))) {
    const one = proceedsAt(platform, { priceCents, box }, today, own.get(platform) ?? null);
    if (one === null) return null;
    sums.platformFeesCents += one.platformFeesCents;
    sums.paymentFeesCents += one.paymentFeesCents;
    sums.shippingCents += one.shippingCents;
    sums.netCents += one.netCents;
  }
  return { platform, priceCents: grossCents, ...sums };
}
