import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatIsoDay, type Plan, type RetailObservation } from '@brickmarket/domain';
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
import type { DemoMarket } from '../demo-market.ts';
import type { Interval } from '../market-options.ts';
import type { TruthSample } from '../truth/true-values.ts';

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

export type DemoFeed = 'setDetails' | 'retailPrices' | 'accounts' | 'sales' | 'truth';

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
  await writeDemoDetails(market, folder);
  onWritten('setDetails');
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

export async function writeDemoDetails(market: DemoMarket, folder: Pick<DemoFolder, 'setDetails'>): Promise<void> {
  const sets = [...market.sets()].filter((set) => set.msrpCents !== null);
  await writeCsvFile(folder.setDetails, setDetailsCsv, sets);
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
