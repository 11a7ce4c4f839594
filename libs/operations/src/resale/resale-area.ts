import { type Cents, type Condition, type EpochDay, type OwnFees, type SellingPlatform } from '@brickmarket/domain';
import type {
  Brickfolios,
  MonthHistory,
  SystemStatus,
  SeenFbaPrice,
  SellingFees,
  SellingPrice,
  SellingPrices,
  SetCatalog,
  StoreClock,
  ValuedListing,
  ValuedListings,
} from '@brickmarket/persistence-ports';
import { isStale } from '@brickmarket/retail-tracking';
import { SetFactCache } from '../portfolio/valued-set-cache.ts';

/** What the use cases of selling and buying work with. */
export interface ResaleArea {
  readonly brickfolios: Brickfolios;
  readonly prices: SellingPriceCache;
  readonly listings: ListingCache;
  readonly fees: SellingFees;
  readonly catalog: SetCatalog;
  readonly months: MonthHistory;
  readonly storeClock: StoreClock;
  /** For how many days an observation tells where a set stands. */
  readonly retailStaleDays: number;
}

/** All that retailers list, by number. */
export type Listings = ReadonlyMap<string, ValuedListing>;

/**
 * All that retailers list, in memory until values, catalogue or prices change. Shared data, the same for every account:
 * without it each list of what to buy would read every price there is.
 */
export class ListingCache {
  #stamp = '';
  #listings: Promise<Listings> = Promise.resolve(new Map());

  constructor(
    private readonly listings: ValuedListings,
    private readonly report: SystemStatus,
  ) {}

  async read(): Promise<Listings> {
    // Asked before the listings are read: what changes in between is read again by the next request.
    const stamp = (await this.report.listDataChanges()).map(({ kind, version }) => `${kind} ${version}`).join();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#listings = this.#load().catch((error: unknown) => {
        // A failure is not kept: the next request reads again.
        this.#stamp = '';
        throw error;
      });
    }
    return this.#listings;
  }

  async #load(): Promise<Listings> {
    return new Map((await this.listings.list()).map((listing) => [listing.setNumber, listing]));
  }
}

/**
 * For how much sets are sold. What to sell looks at the sets that one account holds: it does not wait until all that
 * retailers list, or a year of values, has been read.
 */
export class SellingPriceCache extends SetFactCache<SellingPrice> {
  constructor(prices: SellingPrices, report: SystemStatus) {
    super(report, ['catalog', 'market', 'retail'], (wanted, today) => prices.read(wanted, today));
  }
}

/** The fees of an account by platform. */
export async function feesByPlatform(
  { fees }: Pick<ResaleArea, 'fees'>,
  accountId: number,
): Promise<ReadonlyMap<SellingPlatform, OwnFees>> {
  return new Map((await fees.list(accountId)).map((one) => [one.platform, one]));
}

/** The lowest price of a sealed copy through Amazon's fulfilment; null when it is not known any more. */
export function knownFbaCents(
  seen: SeenFbaPrice | null,
  { today, staleDays }: { readonly today: EpochDay; readonly staleDays: number },
): Cents | null {
  return seen === null || isStale(seen.seenAt, today, staleDays) ? null : seen.cents;
}

/** How often a set was sold lately. */
export interface RecentSales {
  readonly sales: number;
  /** Over how many finished months, up to the last that is published. */
  readonly months: number;
}

const RECENT_MONTHS = 3;

/** How often sets were sold in the last finished months; a set of which no month is published is absent. */
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
