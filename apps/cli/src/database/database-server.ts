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

/** Opens the server in use. An embedded server that runs already is shared. */
export async function openDatabaseServer(
  onProgress: (step: string) => void = () => undefined,
): Promise<DatabaseServer> {
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
