import type {
  AccountStore,
  ApiKeyStore,
  BacktestStore,
  CatalogImport,
  DemoRecord,
  HoldingStore,
  ItemDirectory,
  JobLock,
  KeyUsageReport,
  KeyUsageUpkeep,
  MonthStore,
  RetailImport,
  SalesImport,
  SaleStore,
  SetCatalog,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import type { SchemaStatus } from '@brickmarket/persistence-typeorm';
import { type DatabaseServer, openDatabaseServer } from './database/database-server.ts';

/** Half a second of loading: done while the server starts, and not at all for `--help`. */
export function loadPersistence(): Promise<typeof import('@brickmarket/persistence-typeorm')> {
  return import('@brickmarket/persistence-typeorm');
}

/** Everything the commands ask of storage. */
export interface Stores {
  readonly accounts: AccountStore;
  readonly keys: ApiKeyStore;
  readonly usage: KeyUsageReport;
  readonly sets: SetCatalog;
  readonly items: ItemDirectory;
  readonly catalogImport: CatalogImport;
  readonly salesImport: SalesImport;
  readonly retailImport: RetailImport;
  readonly valuations: ValuationStore;
  readonly months: MonthStore;
  readonly backtests: BacktestStore;
  readonly clock: StoreClock;
  readonly jobLock: JobLock;
  readonly usageUpkeep: KeyUsageUpkeep;
  readonly demo: DemoRecord;
  readonly holdings: HoldingStore;
  readonly sales: SaleStore;
}

/** Runs `work` on the database in use. The embedded one is migrated first; one of your own is migrated only when you say so. */
export async function withDatabase<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const [server] = await Promise.all([openDatabaseServer(), loadPersistence()]);
  try {
    const { pending } = await describeSchema(server.ownerUrl);
    if (pending.length > 0 && server.embedded === null) throw new Error('the schema of this database is not up to date: run "brickmarket db migrate"');
    if (pending.length > 0) await migrateSchema(server);
    return await withStores(server.ownerUrl, work);
  } finally {
    await server.close();
  }
}

/** Runs `work` on the stores of a migrated database. */
export async function withStores<T>(ownerUrl: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const persistence = await loadPersistence();
  const database = await persistence.Database.connect({ url: ownerUrl, applicationName: 'brickmarket-cli', poolSize: 4 });
  try {
    return await work({
      accounts: new persistence.TypeormAccountStore(database),
      keys: new persistence.TypeormApiKeyStore(database),
      usage: new persistence.TypeormKeyUsageReport(database),
      sets: new persistence.TypeormSetCatalog(database),
      items: new persistence.TypeormItemDirectory(database),
      catalogImport: new persistence.TypeormCatalogImport(database),
      salesImport: new persistence.TypeormSalesImport(database),
      retailImport: new persistence.TypeormRetailImport(database),
      valuations: new persistence.TypeormValuationStore(database),
      months: new persistence.TypeormMonthStore(database),
      backtests: new persistence.TypeormBacktestStore(database),
      clock: new persistence.TypeormStoreClock(database),
      jobLock: new persistence.TypeormJobLock(database),
      usageUpkeep: new persistence.TypeormKeyUsageUpkeep(database),
      demo: new persistence.TypeormDemoRecord(database),
      holdings: new persistence.TypeormHoldingStore(database),
      sales: new persistence.TypeormSaleStore(database),
    });
  } finally {
    await database.close();
  }
}

/** Brings the schema up to this build; the API's role of the embedded server may then log in. Returns what ran. */
export async function migrateSchema(server: DatabaseServer): Promise<readonly string[]> {
  const { migrate } = await loadPersistence();
  const ran = await migrate(server.ownerUrl);
  await server.embedded?.allowApiLogin();
  return ran;
}

/** What state the schema is in. */
export async function describeSchema(ownerUrl: string): Promise<SchemaStatus> {
  const { schemaStatus } = await loadPersistence();
  return schemaStatus(ownerUrl);
}
