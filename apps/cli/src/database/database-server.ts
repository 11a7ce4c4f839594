import { isUnused, type LocalPostgres, openLocalPostgres } from '@brickmarket/local-postgres';
import { cliConfig } from '../config.ts';

/** The PostgreSQL server in use: the one DATABASE_URL names, otherwise the embedded one. */
export interface DatabaseServer {
  /** Login of the schema's owner. */
  readonly ownerUrl: string;
  /** Login of the API's role; null: the owner's login takes on that role. */
  readonly apiUrl: string | null;
  /** Login of the account area's role; null: the owner's login takes on that role. */
  readonly accountUrl: string | null;
  /** Login of the role that delivers; null: the owner's login takes on that role. */
  readonly deliverUrl: string | null;
  /** Null when DATABASE_URL names the server. */
  readonly embedded: EmbeddedServer | null;
  close(): Promise<void>;
}

/** The embedded PostgreSQL and the folder of its data. */
export interface EmbeddedServer extends LocalPostgres {
  readonly dataDir: string;
}

/** How the server in use is opened. */
export interface OpenServerOptions {
  /** Whether an embedded server is made where there is none: not by commands that only read or change what is there. */
  readonly mayCreate?: boolean;
  readonly onProgress?: (step: string) => void;
}

/** Opens the server in use. An embedded server that runs already is shared. */
export async function openDatabaseServer({
  mayCreate = false,
  onProgress = () => undefined,
}: OpenServerOptions = {}): Promise<DatabaseServer> {
  const { databaseUrl, databaseApiUrl, databaseAccountUrl, databaseDeliverUrl, dataDir } = cliConfig();
  if (databaseUrl !== null)
    return {
      ownerUrl: databaseUrl,
      apiUrl: databaseApiUrl,
      accountUrl: databaseAccountUrl,
      deliverUrl: databaseDeliverUrl,
      embedded: null,
      close: async () => undefined,
    };
  if (!mayCreate && (await isUnused(dataDir)))
    throw new Error(
      `there is no database in ${dataDir}. "npm start" makes one there; ` +
        'for another, set BRICKMARKET_DATA_DIR to its folder, or DATABASE_URL.',
    );
  const local = await openLocalPostgres({ dataDir, onProgress });
  return {
    ownerUrl: local.ownerUrl,
    apiUrl: local.apiUrl,
    accountUrl: local.accountUrl,
    deliverUrl: local.deliverUrl,
    embedded: { ...local, dataDir },
    close: () => local.close(),
  };
}

/** Whether the server in use is the embedded one and will be created. False also when that cannot be found out. */
export async function isFirstUse(): Promise<boolean> {
  const { databaseUrl, dataDir } = cliConfig();
  return databaseUrl === null && (await isUnused(dataDir).catch(() => false));
}
