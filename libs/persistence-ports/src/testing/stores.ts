import { randomBytes } from 'node:crypto';
import type { Plan } from '@brickmarket/domain';
import {
  type Account,
  AccountStore,
  AdmissionGate,
  ApiKeyStore,
  KeyUsageReport,
  KeyUsageRetention,
  RouteUsage,
} from '../access/access.ts';
import { AccountBook, BookRetention } from '../portfolio/book.ts';
import { AlertFeeds, AlertInbox, AlertRules, DeliveryQueue, WebhookEndpoints } from '../events/alerts.ts';
import { CatalogImport, ItemDirectory, type ItemIds, MinifigCatalog, SetCatalog } from '../catalog/catalog.ts';
import { ChangeRetention, ItemChanges } from '../changes/changes.ts';
import { DemoRecord } from '../demo/demo.ts';
import { EventLog } from '../events/events.ts';
import { MarketMovers, MonthHistory, MonthStore, SetValueHistory, ThemeMoves } from '../values/history.ts';
import { AttemptLimits, KnownDevices } from '../identity/attempts.ts';
import { AuditLog } from '../identity/audit-log.ts';
import { Credentials } from '../identity/credentials.ts';
import { IdentityRetention } from '../identity/identity-retention.ts';
import { OneTimeTokens } from '../identity/one-time-tokens.ts';
import { OwnApiKeys } from '../identity/own-api-keys.ts';
import { Passkeys } from '../identity/passkeys.ts';
import { Sessions } from '../identity/sessions.ts';
import { ValuationStore } from '../values/market.ts';
import { SaleExclusions, SalesImport } from '../sales/sales.ts';
import { BacktestStore, ForecastStore, ScorecardStore } from '../values/value-quality.ts';
import { ImportJournal } from '../import-journal/import-journal.ts';
import { JobQueue, JobWorker } from '../jobs/jobs.ts';
import { DatabaseHealth, type DataVersions, SystemStatus, ServiceRecord, StoreClock } from '../ops/system.ts';
import { Brickfolios, SalesLedger } from '../portfolio/portfolio.ts';
import { ExchangeRates, SourceBudget, SourceQueue, SourceRegistry } from '../sources/sources.ts';
import { StagedImports } from '../staged-import/staged-import.ts';
import { OwnSets, SellingFees, SellingPrices, ValuedListings } from '../resale/resale.ts';
import { RetailImport, RetailPriceHistory, RetailPrices, RetailRetention, RetailWatch } from '../retail/retail.ts';
import { aCatalog, aKey, aSet } from './builders.ts';

/** Every port, under the name that the suites give it. */
export const PORTS_UNDER_TEST = {
  accounts: AccountStore,
  keys: ApiKeyStore,
  gate: AdmissionGate,
  usage: KeyUsageReport,
  usageRetention: KeyUsageRetention,
  routeUsage: RouteUsage,
  credentials: Credentials,
  sessions: Sessions,
  tokens: OneTimeTokens,
  attempts: AttemptLimits,
  devices: KnownDevices,
  passkeys: Passkeys,
  audit: AuditLog,
  ownKeys: OwnApiKeys,
  identityRetention: IdentityRetention,
  sets: SetCatalog,
  minifigs: MinifigCatalog,
  items: ItemDirectory,
  changes: ItemChanges,
  changeRetention: ChangeRetention,
  catalogImport: CatalogImport,
  salesImport: SalesImport,
  saleExclusions: SaleExclusions,
  valuations: ValuationStore,
  backtests: BacktestStore,
  forecasts: ForecastStore,
  scorecards: ScorecardStore,
  months: MonthStore,
  monthHistory: MonthHistory,
  valueHistory: SetValueHistory,
  movers: MarketMovers,
  themeMoves: ThemeMoves,
  retailImport: RetailImport,
  retailPrices: RetailPrices,
  retailHistory: RetailPriceHistory,
  retailRetention: RetailRetention,
  retailWatch: RetailWatch,
  valuedListings: ValuedListings,
  sellingFees: SellingFees,
  sellingPrices: SellingPrices,
  ownSets: OwnSets,
  brickfolios: Brickfolios,
  stagedImports: StagedImports,
  ledger: SalesLedger,
  book: AccountBook,
  bookRetention: BookRetention,
  jobs: JobQueue,
  worker: JobWorker,
  clock: StoreClock,
  health: DatabaseHealth,
  demo: DemoRecord,
  status: SystemStatus,
  serviceRecord: ServiceRecord,
  journal: ImportJournal,
  events: EventLog,
  rules: AlertRules,
  endpoints: WebhookEndpoints,
  inbox: AlertInbox,
  feeds: AlertFeeds,
  queue: DeliveryQueue,
  sources: SourceRegistry,
  sourceBudget: SourceBudget,
  sourceQueue: SourceQueue,
  exchangeRates: ExchangeRates,
} as const;

type Ports = typeof PORTS_UNDER_TEST;

/**
 * An implementation of every port, on one store without rows. The suites arrange their data through the ports as well,
 * so that they can be run against any implementation.
 */
export type StoresUnderTest = { readonly [Name in keyof Ports]: InstanceType<Ports[Name]> } & {
  /** Stops the store's clock at an instant. */
  moveClock(instant: string): Promise<void>;
  /** Makes endpoints such that have answered a test. */
  verifyEndpoints(): Promise<void>;
};

/** Returns the ports on a store without rows: called before each test. */
export type OpenStores = () => Promise<StoresUnderTest>;

/** An account of its own for a test, with the default brickfolio that every account has. */
export async function anAccount({ accounts }: StoresUnderTest, plan: Plan = 'reseller'): Promise<Account> {
  return (await accounts.create(`${randomBytes(6).toString('hex')}@example.com`, plan))!;
}

/** The data versions, as a request gets them. */
export async function dataVersions(stores: StoresUnderTest): Promise<DataVersions> {
  const key = aKey((await anAccount(stores)).id);
  await stores.keys.create(key);
  const [charged] = await stores.gate.charge([{ keyHash: key.keyHash, costs: [1] }]);
  return charged!.versions;
}

/** Imports sets with these numbers, and returns the ids of all items. */
export async function importSets(stores: StoresUnderTest, ...setNumbers: readonly string[]): Promise<ItemIds> {
  await stores.catalogImport.mergeCatalog(aCatalog(setNumbers.map((setNumber) => aSet(setNumber))));
  return stores.items.load();
}
