import type { EventKinds } from '@brickmarket/alerts';
import {
  demoFolder,
  demoMarketOn,
  readShippedCatalog,
  SHIPPED_CATALOG,
  writeDemoDetails,
  writeDemoPrices,
  writeDemoSales,
} from '@brickmarket/demo-market';
import { epochDayOf, type ItemKind } from '@brickmarket/domain';
import {
  backtestMarket,
  type BacktestMarketOptions,
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

/** Demos of earlier versions have another catalog. */
export function isOfShippedCatalog(demo: LoadedDemo): boolean {
  return demo.profile === SHIPPED_CATALOG.name;
}

/** Null: no update is due, or no demo. */
export async function updateDemo(stores: Stores, kinds: EventKinds, now: Date): Promise<string | null> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null || demo.finishedAt === null || !isOfShippedCatalog(demo)) return null;
  if (now.getTime() - demo.asOf.getTime() < UPDATE_EVERY_MS) return null;
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
  const market = demoMarketOn(await readShippedCatalog(), { ...demo, asOf: now });
  // Releases, list prices and exits change daily.
  if (epochDayOf(now) !== epochDayOf(demo.asOf)) {
    await writeDemoDetails(market, folder);
    await importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), folder.setDetails, {
      now,
      isDemo: true,
    });
  }
  const interval = { after: demo.asOf, until: now };
  await writeDemoSales(market, folder, interval);
  await writeDemoPrices(market, folder, interval);
  const sales = await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [folder.sales], {
    now,
    isDemo: true,
  });
  const prices = await importRetailPrices(stores.get(RetailImport), [folder.retailPrices], {
    now,
    kinds,
    isDemo: true,
  });
  // Recorded last: a repeat after a kill changes nothing.
  await stores.get(DemoRecord).finish(now);
  const [newSales, newPrices] = [totalCounts(sales).inserted, totalCounts(prices).inserted];
  return `${newSales} sales and ${newPrices} price observations since ${demo.asOf.toISOString()}`;
}

async function findDemoTruth(stores: Stores): Promise<KnownTruth | undefined> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null || !isOfShippedCatalog(demo)) return undefined;
  const market = demoMarketOn(await readShippedCatalog(), demo);
  const { sets, minifigs } = await stores.get(ItemDirectory).load();
  const numbers = new Map([...sets, ...minifigs].map(([number, id]) => [id, number]));
  return (itemId, isMinifig, condition, day) => {
    const kind: ItemKind = isMinifig ? 'minifig' : 'set';
    return market.trueValueCents(kind, numbers.get(itemId)!, condition, day);
  };
}

export const BACKTEST_MONTHS = 12;

/** Compares demos with true values too. Published reports appear on `/methodology`. */
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
