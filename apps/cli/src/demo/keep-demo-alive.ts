import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoMarket, demoFolder, writeDemoCatalog, writeDemoMarketFeeds } from '@brickmarket/demo-market';
import { epochDayOf } from '@brickmarket/domain';
import { importCatalog, importRetailPrices, importSales, importSetDetails, totalCounts } from '@brickmarket/operations';
import {
  CatalogImport,
  DemoRecord,
  ItemDirectory,
  type LoadedDemo,
  RetailImport,
  SalesImport,
} from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';

/** Often enough to look alive, seldom enough to cost nothing. */
const EVERY_MS = 15 * 60_000;

/** Imports what has happened in the demo market since it was last loaded; null when that is not due, or there is no demo. */
export async function keepDemoAlive(stores: Stores, now: Date): Promise<string | null> {
  const demo = await stores.get(DemoRecord).find();
  if (demo === null || demo.finishedAt === null || now.getTime() - demo.asOf.getTime() < EVERY_MS) return null;
  const root = await mkdtemp(join(tmpdir(), 'brickmarket-demo-'));
  try {
    return await importSince(stores, demo, now, root);
  } finally {
    await rm(root, { recursive: true });
  }
}

async function importSince(stores: Stores, demo: LoadedDemo, now: Date, root: string): Promise<string> {
  const folder = demoFolder(root);
  const market = new DemoMarket({ ...demo, asOf: now });
  // Sets come out, and prices are set, from one day to the next.
  if (epochDayOf(now) !== epochDayOf(demo.asOf)) {
    await writeDemoCatalog(market, folder);
    await importCatalog(stores.get(CatalogImport), folder.catalog);
    await importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), folder.setDetails);
  }
  await writeDemoMarketFeeds(market, folder, { after: demo.asOf, until: now });
  const sales = await importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), [folder.sales]);
  const prices = await importRetailPrices(stores.get(RetailImport), [folder.retailPrices]);
  // Noted only now: killed before, the same stretch is imported again, which changes nothing.
  await stores.get(DemoRecord).begin({ ...demo, asOf: now });
  await stores.get(DemoRecord).finish();
  return `${totalCounts(sales).inserted} sales and ${totalCounts(prices).inserted} looks at product pages since ${demo.asOf.toISOString()}`;
}
