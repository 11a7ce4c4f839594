import {
  type EpochDay,
  epochDayOf,
  InvalidInputError,
  type OwnFees,
  ownFeesFault,
  SELLING_PLATFORMS,
  type SellingPlatform,
} from '@brickmarket/domain';
import { type PublishedFees, publishedFees } from '@brickmarket/retail-tracking';
import { feesByPlatform, type ResaleArea } from './resale-area.ts';

/** What an account pays at a platform, beside what the platform publishes. */
export interface PlatformFees {
  readonly platform: SellingPlatform;
  /** Null before the first published ones. */
  readonly published: PublishedFees | null;
  /** Null: the published ones count. */
  readonly own: OwnFees | null;
}

/** The fees of every platform. */
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

/** Stores what an account pays at a platform. Throws InvalidInputError. */
export async function saveSellingFees(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
  own: OwnFees,
): Promise<void> {
  const fault = ownFeesFault(own);
  if (fault !== null) throw new InvalidInputError(fault);
  await fees.save(accountId, own);
}

/** Goes back to the published fees; nothing happens when they count already. */
export async function resetSellingFees(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
  platform: SellingPlatform,
): Promise<void> {
  await fees.remove(accountId, platform);
}
