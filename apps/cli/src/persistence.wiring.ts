import type {
  AccountStore,
  ApiKeyStore,
  CatalogImport,
  DemoRecord,
  HoldingStore,
  ItemDirectory,
  KeyUsageReport,
  RetailImport,
  SalesImport,
  SaleStore,
  SetCatalog,
} from '@brickmarket/persistence-ports';
import {
  Database,
  migrate,
  type SchemaStatus,
  schemaStatus,
  TypeormAccountStore,
  TypeormApiKeyStore,
  TypeormCatalogImport,
  TypeormDemoRecord,
  TypeormHoldingStore,
  TypeormItemDirectory,
  TypeormKeyUsageReport,
  TypeormRetailImport,
  TypeormSalesImport,
  TypeormSaleStore,
  TypeormSetCatalog,
} from '@brickmarket/persistence-typeorm';
import { type DatabaseServer, openDatabaseServer } from './database/database-server.ts';

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
  readonly demo: DemoRecord;
  readonly holdings: HoldingStore;
  readonly sales: SaleStore;
}

/** Runs `work` on the database in use. The embedded one is migrated first; one of your own is migrated only when you say so. */
export async function withDatabase<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const server = await openDatabaseServer();
  try {
    const { pending } = await schemaStatus(server.ownerUrl);
    if (pending.length > 0 && server.embedded === null) throw new Error('the schema of this database is not up to date: run "brickmarket db migrate"');
    if (pending.length > 0) await migrateSchema(server);
    return await withStores(server.ownerUrl, work);
  } finally {
    await server.close();
  }
}

/** Runs `work` on the stores of a migrated database. */
export async function withStores<T>(ownerUrl: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const database = await Database.connect({ url: ownerUrl, applicationName: 'brickmarket-cli', poolSize: 4 });
  try {
    return await work({
      accounts: new TypeormAccountStore(database),
      keys: new TypeormApiKeyStore(database),
      usage: new TypeormKeyUsageReport(database),
      sets: new TypeormSetCatalog(database),
      items: new TypeormItemDirectory(database),
      catalogImport: new TypeormCatalogImport(database),
      salesImport: new TypeormSalesImport(database),
      retailImport: new TypeormRetailImport(database),
      demo: new TypeormDemoRecord(database),
      holdings: new TypeormHoldingStore(database),
      sales: new TypeormSaleStore(database),
    });
  } finally {
    await database.close();
  }
}

/** Brings the schema up to this build; the API's role of the embedded server may then log in. Returns what ran. */
export async function migrateSchema(server: DatabaseServer): Promise<readonly string[]> {
  const ran = await migrate(server.ownerUrl);
  await server.embedded?.allowApiLogin();
  return ran;
}

/** What state the schema is in. */
export function describeSchema(ownerUrl: string): Promise<SchemaStatus> {
  return schemaStatus(ownerUrl);
}
