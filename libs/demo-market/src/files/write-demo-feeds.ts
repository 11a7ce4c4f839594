import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  formatIsoDay,
  type LegoSet,
  type Minifig,
  type SetMinifig,
  type Plan,
  type RetailObservation,
} from '@brickmarket/domain';
import {
  type CsvFormat,
  collectionCsv,
  marketSalesCsv,
  retailPricesCsv,
  salesLedgerCsv,
  setDetailsCsv,
  usdCell,
  writeCsvFile,
} from '@brickmarket/feeds';
import { ACCOUNT_PROFILES, type AccountProfile, type BrickfolioProfile } from '../accounts/account-profile.ts';
import { THEME_PROFILES } from '../catalogue/theme-profiles.ts';
import type { DemoMarket } from '../demo-market.ts';
import type { Interval } from '../market-options.ts';
import type { TruthSample } from '../truth/true-values.ts';

/** Names repeat; the id is the key. */
interface DumpTheme {
  readonly id: number;
  readonly name: string;
  readonly parentId: number | null;
}

interface DumpInventory {
  readonly id: number;
  readonly setNumber: string;
}

const SUBTHEME_SLOTS = 20;
const PARTS_OF_A_MINIFIG = 4;

function dumpThemes(): readonly DumpTheme[] {
  return THEME_PROFILES.flatMap((profile, index) => {
    const id = (index + 1) * SUBTHEME_SLOTS;
    return [
      { id, name: profile.name, parentId: null },
      ...profile.subthemes.map((name, i) => ({ id: id + i + 1, name, parentId: id })),
    ];
  });
}

const dumpThemesCsv: CsvFormat<DumpTheme> = {
  header: ['id', 'name', 'parent_id'],
  cells: (theme) => [theme.id, theme.name, theme.parentId],
};

const dumpSetsCsv: CsvFormat<LegoSet> = {
  header: ['set_num', 'name', 'year', 'theme_id', 'num_parts', 'img_url'],
  cells: (set) => [set.setNumber, set.title, set.year, themeId(set), set.pieces, set.imageUrl],
};

const dumpMinifigsCsv: CsvFormat<Minifig> = {
  header: ['fig_num', 'name', 'num_parts', 'img_url'],
  cells: (minifig) => [minifig.minifigNumber, minifig.name, PARTS_OF_A_MINIFIG, minifig.imageUrl],
};

const dumpInventoriesCsv: CsvFormat<DumpInventory> = {
  header: ['id', 'version', 'set_num'],
  cells: (inventory) => [inventory.id, 1, inventory.setNumber],
};

/** `inventoryIds` covers every linked set. */
function dumpSetMinifigsCsv(inventoryIds: ReadonlyMap<string, number>): CsvFormat<SetMinifig> {
  return {
    header: ['inventory_id', 'fig_num', 'quantity'],
    cells: (link) => [inventoryIds.get(link.setNumber)!, link.minifigNumber, link.quantity],
  };
}

function themeId(set: LegoSet): number {
  const index = THEME_PROFILES.findIndex((profile) => profile.name === set.theme);
  const below = set.subtheme === null ? 0 : THEME_PROFILES[index]!.subthemes.indexOf(set.subtheme) + 1;
  return (index + 1) * SUBTHEME_SLOTS + below;
}

/** For backtests; no importer reads them. */
const truthCsv: CsvFormat<TruthSample> = {
  header: ['item_type', 'item_number', 'condition', 'day', 'true_value_usd'],
  cells: (sample) => [
    sample.itemKind,
    sample.itemNumber,
    sample.condition,
    formatIsoDay(sample.day),
    usdCell(sample.valueCents),
  ],
};

export interface DemoFolder {
  readonly catalog: string;
  readonly setDetails: string;
  readonly sales: string;
  readonly retailPrices: string;
  readonly accounts: string;
  readonly truth: string;
}

/** Absolute paths. The first brickfolio is the default. */
export interface DemoAccount {
  readonly email: string;
  readonly displayName: string;
  readonly plan: Plan;
  readonly brickfolios: readonly BrickfolioProfile[];
  readonly holdingsFile: string;
  readonly salesLedgerFile: string;
}

export function demoFolder(root: string): DemoFolder {
  return {
    catalog: join(root, 'catalog'),
    setDetails: join(root, 'set-details.csv'),
    sales: join(root, 'sales.csv'),
    retailPrices: join(root, 'retail-prices.csv'),
    accounts: join(root, 'accounts.json'),
    truth: join(root, 'truth.csv'),
  };
}

function demoAccount(root: string, { email, displayName, plan, brickfolios }: AccountProfile): DemoAccount {
  const folder = join(root, 'accounts', email.split('@')[0]!);
  return {
    email,
    displayName,
    plan,
    brickfolios,
    holdingsFile: join(folder, 'brickfolio.csv'),
    salesLedgerFile: join(folder, 'sales-ledger.csv'),
  };
}

export type DemoFeed = 'catalog' | 'retailPrices' | 'accounts' | 'sales' | 'truth';

export interface WriteDemoOptions {
  readonly onWritten?: (feed: DemoFeed) => void;
  /** Days between true values; absent: no truth file. */
  readonly truthEveryDays?: number;
}

/** Sales take longest and come last, so that the rest can be imported in the meantime. */
export async function writeDemoFeeds(
  market: DemoMarket,
  root: string,
  { truthEveryDays, onWritten = () => undefined }: WriteDemoOptions = {},
): Promise<DemoFolder> {
  const folder = demoFolder(root);
  await mkdir(root, { recursive: true });
  await writeDemoCatalog(market, folder);
  onWritten('catalog');
  await writeDemoPrices(market, folder, market.history);
  onWritten('retailPrices');
  await writeDemoAccounts(market, root);
  onWritten('accounts');
  await writeDemoSales(market, folder, market.history);
  onWritten('sales');
  if (truthEveryDays === undefined) return folder;
  await writeCsvFile(folder.truth, truthCsv, market.truthSamples(truthEveryDays));
  onWritten('truth');
  return folder;
}

export async function writeDemoCatalog(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'catalog' | 'setDetails'>,
): Promise<void> {
  await mkdir(folder.catalog, { recursive: true });
  const sets = [...market.sets()];
  const inventoryIds = new Map(sets.map((set, index) => [set.setNumber, index + 1]));
  await writeCsvFile(join(folder.catalog, 'themes.csv'), dumpThemesCsv, dumpThemes());
  await writeCsvFile(join(folder.catalog, 'sets.csv'), dumpSetsCsv, sets);
  await writeCsvFile(join(folder.catalog, 'minifigs.csv'), dumpMinifigsCsv, market.minifigs());
  await writeCsvFile(
    join(folder.catalog, 'inventories.csv'),
    dumpInventoriesCsv,
    [...inventoryIds].map(([setNumber, id]) => ({ id, setNumber })),
  );
  await writeCsvFile(
    join(folder.catalog, 'inventory_minifigs.csv'),
    dumpSetMinifigsCsv(inventoryIds),
    market.setMinifigs(),
  );
  await writeCsvFile(
    folder.setDetails,
    setDetailsCsv,
    sets.filter((set) => set.msrpCents !== null),
  );
}

export async function writeDemoSales(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'sales'>,
  interval: Interval,
): Promise<void> {
  await writeCsvFile(folder.sales, marketSalesCsv, market.sales(interval));
}

/** Also observes every page at the end. */
export async function writeDemoPrices(
  market: DemoMarket,
  folder: Pick<DemoFolder, 'retailPrices'>,
  interval: Interval,
): Promise<void> {
  await writeCsvFile(folder.retailPrices, retailPricesCsv, observationsWithCrawl(market, interval));
}

export async function writeDemoAccounts(market: DemoMarket, root: string): Promise<readonly DemoAccount[]> {
  const accounts: DemoAccount[] = [];
  for (const profile of ACCOUNT_PROFILES) {
    const account = demoAccount(root, profile);
    const books = market.booksOf(profile);
    await mkdir(dirname(account.holdingsFile), { recursive: true });
    await writeCsvFile(account.holdingsFile, collectionCsv, books.entries);
    await writeCsvFile(account.salesLedgerFile, salesLedgerCsv, books.sales);
    accounts.push(account);
  }
  await writeFile(demoFolder(root).accounts, `${JSON.stringify(accounts, null, 2)}\n`);
  return accounts;
}

function* observationsWithCrawl(market: DemoMarket, interval: Interval): Generator<RetailObservation> {
  yield* market.retailObservations(interval);
  yield* market.retailCrawl();
}
