import {
  type Cents,
  CONDITIONS,
  type Condition,
  type EpochDay,
  epochDayOf,
  type ExitFacts,
  type PriceChange,
  type Retailer,
} from '@brickmarket/domain';
import type {
  AccountBook,
  ListedBrickfolio,
  MonthHistory,
  PublishedMonth,
  RetailListing,
  RetailPriceHistory,
  RetailPrices,
  RetailWatch,
  SetCatalog,
  SetMonths,
  SetRecord,
  StoreClock,
  TrackedPrice,
  WatchedPage,
  WatchQuery,
} from '@brickmarket/persistence-ports';
import { currentSince, exitEconomics, isStale, priceStateOn } from '@brickmarket/retail-tracking';
import { forecastSet, type SetForecast } from '@brickmarket/valuation';
import { findAskedSet } from './find-asked-set.ts';
import type { ForecastCache } from '../forecast/forecast-cache.ts';

export { DEFAULT_RETAIL_STALE_DAYS } from '@brickmarket/retail-tracking';

export interface SetArea {
  readonly catalog: SetCatalog;
  readonly months: MonthHistory;
  readonly forecasts: ForecastCache;
  readonly prices: RetailPrices;
  readonly priceHistory: RetailPriceHistory;
  readonly watch: RetailWatch;
  readonly book: AccountBook;
  readonly clock: StoreClock;
  readonly retailStaleDays: number;
}

/** Prices of a day, and net of selling at the first retailer. */
export interface ShownListing {
  readonly setNumber: string;
  readonly title: string;
  readonly retailers: Readonly<Record<Retailer, TrackedPrice | null>>;
  readonly exit: (ExitFacts & { readonly netCents: Cents | null }) | null;
}

export interface SetPage {
  readonly record: SetRecord;
  readonly today: EpochDay;
  /** Includes months without sales. */
  readonly months: Readonly<Record<Condition, readonly PublishedMonth[]>>;
  /** Forecast or the reason without one; null without a value. */
  readonly forecasts: Readonly<Record<Condition, SetForecast | null>>;
  /** Sales of incomplete copies, excluded from values and months. */
  readonly incompleteSales: Readonly<Record<Condition, number>>;
  readonly listing: ShownListing | null;
  readonly changes: Readonly<Record<Retailer, readonly PriceChange[]>>;
  readonly owned: readonly OwnedCopies[];
  /** Average over unsold copies of known price; null: none known. */
  readonly averageCostCents: Cents | null;
}

export interface OwnedCopies {
  readonly brickfolio: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly priceCents: Cents | null;
  readonly purchaseDay: EpochDay | null;
}

/** Same for all accounts except own copies. */
export async function readSetPage(area: SetArea, accountId: number, asked: string): Promise<SetPage> {
  const { number, record } = await findAskedSet(area.catalog, asked);
  const today = epochDayOf(await area.clock.now());
  const [sealed, used, incompleteSales, listings, changes, owned, [cost], forecast] = await Promise.all([
    area.months.findByNumbers([number], 'sealed'),
    area.months.findByNumbers([number], 'used'),
    area.months.countIncomplete(number),
    area.prices.findByNumbers([number]),
    area.priceHistory.read(number),
    ownedCopies(area.book, accountId, number),
    area.watch.findAverageCosts(accountId, [[number]]),
    area.forecasts.read(),
  ]);
  const months = { sealed: everyMonth(sealed.get(number)), used: everyMonth(used.get(number)) };
  const listing = listings.get(number) ?? null;
  return {
    record,
    today,
    months,
    forecasts: {
      sealed: forecastSet(forecast, record, 'sealed', sealed.get(number) ?? null, today),
      used: forecastSet(forecast, record, 'used', used.get(number) ?? null, today),
    },
    incompleteSales,
    listing: listing && listingOn(listing, today, area.retailStaleDays),
    changes,
    owned,
    averageCostCents: cost?.averageCostCents ?? null,
  };
}

/** Hides stale observations. */
export function listingOn(listing: RetailListing, today: EpochDay, staleDays: number): ShownListing {
  const { setNumber, title, retailerA, retailerB, exit, box } = listing;
  const isUnknown = retailerA === null || isStale(retailerA.lastCheckedAt, today, staleDays);
  return {
    setNumber,
    title,
    retailers: {
      retailer_a: retailerA && priceStateOn(retailerA, today, staleDays),
      retailer_b: retailerB && priceStateOn(retailerB, today, staleDays),
    },
    exit: isUnknown ? null : { ...exit, netCents: exitEconomics(exit.lowestFbaCents, box, today)?.netCents ?? null },
  };
}

function everyMonth(months: SetMonths | undefined): readonly PublishedMonth[] {
  if (!months?.published) return [];
  const { first, through } = months.published;
  const known = new Map(months.months.map((one) => [one.month, one]));
  const none = { valueCents: null, lowCents: null, highCents: null, salesCount: 0, event: null };
  return Array.from(
    { length: through - first + 1 },
    (_, index) => known.get(first + index) ?? { month: first + index, ...none },
  );
}

async function ownedCopies(book: AccountBook, accountId: number, number: string): Promise<readonly OwnedCopies[]> {
  const set = await book.findSet(number);
  if (set === null) return [];
  const names = new Map(
    (await book.listBrickfolios(accountId)).map(({ brickfolio }: ListedBrickfolio) => [brickfolio.id, brickfolio.name]),
  );
  const unsold = await Promise.all(CONDITIONS.map((condition) => book.listUnsold(accountId, set.setId, condition)));
  return unsold.flat().map((holding) => ({
    brickfolio: names.get(holding.brickfolioId) ?? '',
    quantity: holding.quantity,
    condition: holding.condition,
    priceCents: holding.purchasePriceCents,
    purchaseDay: holding.purchaseDay,
  }));
}

export interface WatchedListing extends ShownListing {
  readonly paidCents: Cents | null;
}

export async function readRetailWatch(
  area: SetArea,
  accountId: number,
  query: Omit<WatchQuery, 'currentSince'>,
): Promise<Omit<WatchedPage, 'sets'> & { readonly rows: readonly WatchedListing[] }> {
  const today = epochDayOf(await area.clock.now());
  const since = currentSince(today, area.retailStaleDays);
  const { sets, ...counts } = await area.watch.listPage(accountId, { ...query, currentSince: since });
  const listings = await area.prices.findByNumbers(sets.map(({ setNumber }) => setNumber));
  const rows = sets.flatMap(({ setNumber, averageCostCents }) => {
    const listing = listings.get(setNumber) ?? null;
    return listing === null
      ? []
      : [{ ...listingOn(listing, today, area.retailStaleDays), paidCents: averageCostCents }];
  });
  return { ...counts, rows };
}
