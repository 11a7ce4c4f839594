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

export interface ResaleArea {
  readonly brickfolios: Brickfolios;
  readonly prices: SellingPriceCache;
  readonly listings: ListingCache;
  readonly fees: SellingFees;
  readonly catalog: SetCatalog;
  readonly months: MonthHistory;
  readonly storeClock: StoreClock;
  /** Days for which an observation counts. */
  readonly retailStaleDays: number;
}

export type Listings = ReadonlyMap<string, ValuedListing>;

/** Cached until values, catalog or prices change, shared by accounts. Saves reading every price per list. */
export class ListingCache {
  #stamp = '';
  #listings: Promise<Listings> = Promise.resolve(new Map());

  constructor(
    private readonly listings: ValuedListings,
    private readonly report: SystemStatus,
  ) {}

  async read(): Promise<Listings> {
    // Versions first: changes during the read are read again by the next request.
    const stamp = (await this.report.listDataChanges()).map(({ kind, version }) => `${kind} ${version}`).join();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#listings = this.#load().catch((error: unknown) => {
        // Failures are not cached.
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

/** Reads only the sets of one account, without waiting for all listings or values. */
export class SellingPriceCache extends SetFactCache<SellingPrice> {
  constructor(prices: SellingPrices, report: SystemStatus) {
    super(report, ['catalog', 'market', 'retail'], (wanted, today) => prices.read(wanted, today));
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
