import type { SchemaStatus, Stores } from '@brickmarket/persistence-postgres';
import { type DatabaseServer, openDatabaseServer } from './database/database-server.ts';

/** Storage by port: `stores.get(AccountStore)`. */
export type { Stores };

/** Half a second of loading: done while the server starts, and not at all for `--help`. */
export function loadPersistence(): Promise<typeof import('@brickmarket/persistence-postgres')> {
  return import('@brickmarket/persistence-postgres');
}

/**
 * Runs `work` on the database in use. The embedded one is migrated first; one of your own is migrated only when you say
 * so.
 */
export async function withDatabase<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const [server] = await Promise.all([openDatabaseServer(), loadPersistence()]);
  try {
    const { pending } = await describeSchema(server.ownerUrl);
    if (pending.length > 0 && server.embedded === null)
      throw new Error('the schema of this database is not up to date: run "brickmarket db migrate"');
    if (pending.length > 0) await migrateSchema(server);
    return await withStores(server.ownerUrl, work);
  } finally {
    await server.close();
  }
}

/** Runs `work` on the stores of a migrated database. */
export async function withStores<T>(ownerUrl: string, work: (stores: Stores) => Promise<T>): Promise<T> {
  const persistence = await loadPersistence();
  const database = await persistence.Database.connect({
    url: ownerUrl,
    applicationName: 'brickmarket-cli',
    poolSize: 4,
  });
  try {
    return await work(new persistence.Stores(database));
  } finally {
    await database.close();
  }
}

const DELIVER_ROLE = 'brickmarket_deliver';

/** Runs `work` on the stores as the role that delivers alerts may use them. */
export async function withDeliverStores<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
  const [server] = await Promise.all([openDatabaseServer(), loadPersistence()]);
  try {
    const { pending } = await describeSchema(server.ownerUrl);
    if (pending.length > 0 && server.embedded === null)
      throw new Error('the schema of this database is not up to date: run "brickmarket db migrate"');
    if (pending.length > 0) await migrateSchema(server);
    const { Database, Stores } = await loadPersistence();
    const database = await Database.connect({
      url: server.deliverUrl ?? server.ownerUrl,
      applicationName: 'brickmarket-deliver',
      poolSize: 8,
      ...(server.deliverUrl === null && { role: DELIVER_ROLE }),
    });
    try {
      return await work(new Stores(database));
    } finally {
      await database.close();
    }
  } finally {
    await server.close();
  }
}

/** Brings the schema up to this build; the API's role of the embedded server may then log in. Returns what ran. */
export async function migrateSchema(server: DatabaseServer): Promise<readonly string[]> {
  const { migrate } = await loadPersistence();
  const ran = await migrate(server.ownerUrl);
  await server.embedded?.allowServiceLogins();
  return ran;
}

/** What state the schema is in. */
export async function describeSchema(ownerUrl: string): Promise<SchemaStatus> {
  const { schemaStatus } = await loadPersistence();
  return schemaStatus(ownerUrl);
}
