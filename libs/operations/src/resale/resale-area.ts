import {
  type Cents,
  type Condition,
  type EpochDay,
  type OwnFees,
  type Retailer,
  type SellingPlatform,
} from '@brickmarket/domain';
import type {
  Brickfolios,
  MonthHistory,
  SeenFbaPrice,
  SellingFees,
  SellingPrice,
  SellingPrices,
  SetCatalog,
  StoreClock,
  TrackedPrice,
  ValuedListing,
  ValuedListings,
} from '@brickmarket/persistence-ports';
import { type BuyingChance, isStale } from '@brickmarket/retail-tracking';
import type { VersionedCache } from '../caching/versioned-cache.ts';
import { type ChangeReports, SetFactCache } from '../portfolio/valued-set-cache.ts';

export interface OpenOffer {
  readonly setNumber: string;
  readonly priceCents: Cents;
  readonly retailer: Retailer;
  readonly price: TrackedPrice;
  readonly listing: ValuedListing;
}

/** All open offers, and those that gain by some fees, best first. */
export interface RankedOffers {
  readonly offers: readonly OpenOffer[];
  readonly chances: readonly BuyingChance<OpenOffer>[];
}

export interface ResaleArea {
  readonly brickfolios: Brickfolios;
  readonly prices: SellingPriceCache;
  readonly listings: ValuedListings;
  readonly ranked: VersionedCache<RankedOffers>;
  readonly fees: SellingFees;
  readonly catalog: SetCatalog;
  readonly months: MonthHistory;
  readonly storeClock: StoreClock;
  /** Days for which an observation counts. */
  readonly retailStaleDays: number;
}

/** Reads only the sets of one account, without waiting for all listings or values. */
export class SellingPriceCache extends SetFactCache<SellingPrice> {
  constructor(prices: SellingPrices, reports: ChangeReports) {
    super(reports, ['catalog', 'market', 'retail'], (wanted, today) => prices.read(wanted, today));
  }
}

export async function feesByPlatform(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
): Promise<ReadonlyMap<SellingPlatform, OwnFees>> {
  return new Map((await fees.list(accountId)).map((one) => [one.platform, one]));
}

/** Null: the observation is stale. */
export function knownFbaCents(
  seen: SeenFbaPrice | null,
  { today, staleDays }: { readonly today: EpochDay; readonly staleDays: number },
): Cents | null {
  return seen === null || isStale(seen.seenAt, today, staleDays) ? null : seen.cents;
}

export interface RecentSales {
  readonly sales: number;
  /** Finished months, up to the last published. */
  readonly months: number;
}

const RECENT_MONTHS = 3;

/** Sets without published months are absent. */
export async function recentSales(
  { months }: Pick<ResaleArea, 'months'>,
  setNumbers: readonly string[],
  condition: Condition,
): Promise<ReadonlyMap<string, RecentSales>> {
  if (setNumbers.length === 0) return new Map();
  const found = await months.findByNumbers(setNumbers, condition);
  const recent = new Map<string, RecentSales>();
  for (const [setNumber, { published, months: known }] of found) {
    if (published === null) continue;
    const first = Math.max(published.first, published.through - RECENT_MONTHS + 1);
    const sales = known.reduce((sum, { month, salesCount }) => sum + (month >= first ? salesCount : 0), 0);
    recent.set(setNumber, { sales, months: published.through - first + 1 });
  }
  return recent;
}
