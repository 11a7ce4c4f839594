import { randomBytes } from 'node:crypto';
import type { CatalogSet, Minifig, Plan, SetDetails } from '@brickmarket/domain';
import {
  type Account,
  AccountStore,
  AdmissionGate,
  ApiKeyStore,
  KeyUsageReport,
  KeyUsageRetention,
  type NewApiKey,
} from '../access.ts';
import {
  type CatalogBatch,
  CatalogImport,
  ItemDirectory,
  type ItemIds,
  MinifigCatalog,
  SetCatalog,
} from '../catalog.ts';
import { MonthHistory, MonthStore, SetValueHistory } from '../history.ts';
import { BacktestStore, SalesImport, ValuationStore } from '../market.ts';
import { DatabaseHealth, type DataVersions, DemoRecord, JobLock, OperationsReport, StoreClock } from '../operations.ts';
import { Brickfolios, HoldingStore, SalesLedger, SaleStore } from '../portfolio.ts';
import { RetailImport, RetailPrices, RetailWatch } from '../retail.ts';

/** Every port, under the name that the suites give it. */
export const PORTS_UNDER_TEST = {
  accounts: AccountStore,
  keys: ApiKeyStore,
  gate: AdmissionGate,
  usage: KeyUsageReport,
  usageRetention: KeyUsageRetention,
  sets: SetCatalog,
  minifigs: MinifigCatalog,
  items: ItemDirectory,
  catalogImport: CatalogImport,
  salesImport: SalesImport,
  valuations: ValuationStore,
  backtests: BacktestStore,
  months: MonthStore,
  monthHistory: MonthHistory,
  valueHistory: SetValueHistory,
  retailImport: RetailImport,
  retailPrices: RetailPrices,
  retailWatch: RetailWatch,
  brickfolios: Brickfolios,
  holdings: HoldingStore,
  sales: SaleStore,
  ledger: SalesLedger,
  jobs: JobLock,
  clock: StoreClock,
  health: DatabaseHealth,
  demo: DemoRecord,
  operations: OperationsReport,
} as const;

type Ports = typeof PORTS_UNDER_TEST;

/**
 * An implementation of every port, on one store without rows. The suites arrange their data through the ports as well,
 * so that they can be run against any implementation.
 */
export type StoresUnderTest = { readonly [Name in keyof Ports]: InstanceType<Ports[Name]> } & {
  /** Stops the store's clock at an instant. */
  moveClock(instant: string): Promise<void>;
};

/** Returns the ports on a store without rows: called before each test. */
export type OpenStores = () => Promise<StoresUnderTest>;

/** An account of its own for a test, with the default brickfolio that every account has. */
export async function anAccount({ accounts }: StoresUnderTest, plan: Plan = 'reseller'): Promise<Account> {
  return (await accounts.create(`${randomBytes(6).toString('hex')}@example.com`, plan))!;
}

/** A key of 1000 requests a day that does not expire, but for what the test says. */
export function aKey(accountId: number, key: Partial<NewApiKey> = {}): NewApiKey {
  return {
    accountId,
    keyHash: randomBytes(32),
    last4: '0abc',
    name: 'shop',
    dailyLimit: 1000,
    expiresAt: null,
    ...key,
  };
}

/** The data versions, as a request gets them. */
export async function dataVersions(stores: StoresUnderTest): Promise<DataVersions> {
  const key = aKey((await anAccount(stores)).id);
  await stores.keys.create(key);
  const [charged] = await stores.gate.charge([{ keyHash: key.keyHash, costs: [1] }]);
  return charged!.versions;
}

/** A set of the theme Castle, but for what the test says. */
export function aSet(setNumber: string, facts: Partial<CatalogSet> = {}): CatalogSet {
  return {
    setNumber,
    title: `Set ${setNumber}`,
    theme: 'Castle',
    subtheme: 'Knights',
    year: 1990,
    pieces: 100,
    imageUrl: `https://img.example/${setNumber}.jpg`,
    ...facts,
  };
}

/** A minifigure with only a number and a name, but for what the test says. */
export function aMinifig(minifigNumber: string, facts: Partial<Minifig> = {}): Minifig {
  return {
    minifigNumber,
    name: `Figure ${minifigNumber}`,
    category: null,
    color: null,
    yearReleased: null,
    imageUrl: null,
    ...facts,
  };
}

/** Details of a set of which nothing is known, but for what the test says. */
export function someDetails(setNumber: string, details: Partial<SetDetails> = {}): SetDetails {
  return {
    setNumber,
    upc: null,
    ean: null,
    msrpCents: null,
    releaseDay: null,
    exitDay: null,
    box: null,
    ...details,
  };
}

/** A catalogue feed; links are set number, minifig number, quantity. It can be read any number of times. */
export function aCatalog(
  sets: readonly CatalogSet[],
  minifigs: readonly Minifig[] = [],
  links: readonly (readonly [string, string, number])[] = [],
): AsyncIterable<CatalogBatch> {
  const setMinifigs = links.map(([setNumber, minifigNumber, quantity]) => ({ setNumber, minifigNumber, quantity }));
  return {
    async *[Symbol.asyncIterator]() {
      yield { kind: 'sets', records: sets };
      yield { kind: 'minifigs', records: minifigs };
      yield { kind: 'set-minifigs', records: setMinifigs };
    },
  };
}

/** A feed of one batch for each argument. */
export async function* feed<Row>(...batches: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* batches;
}

/** A feed that fails after its rows. */
export async function* brokenFeed<Row>(...rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
  throw new Error('cut off');
}

/** Imports sets with these numbers, and returns the ids of all items. */
export async function importSets(stores: StoresUnderTest, ...setNumbers: readonly string[]): Promise<ItemIds> {
  await stores.catalogImport.mergeCatalog(aCatalog(setNumbers.map((setNumber) => aSet(setNumber))));
  return stores.items.load();
}
