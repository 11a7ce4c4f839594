import type { EventKinds } from '@brickmarket/alerts';
import {
  demoFolder,
  DemoMarket,
  type MarketOptions,
  temperamentNamed,
  writeDemoCatalog,
  writeDemoPrices,
  writeDemoSales,
} from '@brickmarket/demo-market';
import { epochDayOf, type ItemKind } from '@brickmarket/domain';
import {
  backtestMarket,
  type BacktestMarketOptions,
  importCatalog,
  importRetailPrices,
  importSales,
  importSetDetails,
  type KnownTruth,
  type MeasuredMarket,
  totalCounts,
} from '@brickmarket/operations';
import {
  BacktestStore,
  CatalogImport,
  DemoRecord,
  ForecastStore,
  ItemDirectory,
  type LoadedDemo,
  RetailImport,
  SalesImport,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import { makeTemporaryFolder } from '@brickmarket/supervision';
import type { Stores } from '../persistence.wiring.ts';

const UPDATE_EVERY_MS = 15 * 60_000;

/** The market that a database was loaded with. */
export function marketOf(demo: LoadedDemo): Required<MarketOptions> {
  return { ...demo, temperament: temperamentNamed(demo.temperament) };
}

/** Imports what happened in the demo market since the last update; null when none is due, or there is no demo. */
export async function updateDemo(stores: Stores, kinds: EventKinds, now: Date): Promise<string | null> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null || demo.finishedAt === null || now.getTime() - demo.asOf.getTime() < UPDATE_EVERY_MS) return null;
  const folder = await makeTemporaryFolder('demo');
  try {
    return await importSince(stores, kinds, demo, now, folder.path);
  } finally {
    await folder.remove();
  }
}

async function importSince(
  stores: Stores,
  kinds: EventKinds,
  demo: LoadedDemo,
  now: Date,
  root: string,
): Promise<string> {
  const folder = demoFolder(root);
  const market = new DemoMarket({ ...marketOf(demo), asOf: now });
  // The catalogue changes by the day: releases, list prices and exits.
  if (epochDayOf(now) !== epochDayOf(demo.asOf)) {
    await writeDemoCatalog(market, folder);
    await importCatalog(stores.get(CatalogImport), folder.catalog);
    await importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), folder.setDetails, { now });
  }
  const interval = { after: demo.asOf, until: now };
  await writeDemoSales(market, folder, interval);
  await writeDemoPrices(market, folder, interval);
  const sales = await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [folder.sales], { now });
  const prices = await importRetailPrices(stores.get(RetailImport), [folder.retailPrices], { now, kinds });
  // Recorded last: if killed before, the same interval is imported again, which changes nothing.
  await stores.get(DemoRecord).finish(now);
  const [newSales, newPrices] = [totalCounts(sales).inserted, totalCounts(prices).inserted];
  return `${newSales} sales and ${newPrices} price observations since ${demo.asOf.toISOString()}`;
}

/** The true values behind the sales of the loaded demo; undefined when there is no demo. */
async function findDemoTruth(stores: Stores): Promise<KnownTruth | undefined> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null) return undefined;
  const market = new DemoMarket(marketOf(demo));
  const { sets, minifigs } = await stores.get(ItemDirectory).load();
  const numbers = new Map([...sets, ...minifigs].map(([number, id]) => [id, number]));
  return (itemId, isMinifig, condition, day) => {
    const kind: ItemKind = isMinifig ? 'minifig' : 'set';
    return market.trueValueCents(kind, numbers.get(itemId)!, condition, day);
  };
}

/** How many months a backtest covers by default. */
export const BACKTEST_MONTHS = 12;

/** Backtests the values, of a demo also against the true values. A report that is published is on `/methodology`. */
export async function backtestWithTruth(
  stores: Stores,
  options: Omit<BacktestMarketOptions, 'truth' | 'months'> & { readonly months?: number | undefined },
): Promise<MeasuredMarket> {
  const { months = BACKTEST_MONTHS, ...others } = options;
  return backtestMarket(
    stores.pick({
      valuations: ValuationStore,
      backtests: BacktestStore,
      forecasts: ForecastStore,
      items: ItemDirectory,
    }),
    {
      ...others,
      months,
      truth: await findDemoTruth(stores),
    },
  );
}
