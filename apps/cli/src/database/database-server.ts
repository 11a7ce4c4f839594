import { isUnused, type LocalPostgres, openLocalPostgres } from '@brickmarket/local-postgres';
import { cliConfig } from '../config.ts';

export interface DatabaseServer {
  readonly ownerUrl: string;
  /** Null: the owner switches to the role. */
  readonly apiUrl: string | null;
  readonly accountUrl: string | null;
  readonly deliverUrl: string | null;
  readonly embedded: EmbeddedServer | null;
  close(): Promise<void>;
}

export interface EmbeddedServer extends LocalPostgres {
  readonly dataDir: string;
}

export interface OpenServerOptions {
  /** False for commands that only use existing data. */
  readonly mayCreate?: boolean;
  readonly onProgress?: (step: string) => void;
}

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

/** False also if unknown. */
export async function isFirstUse(): Promise<boolean> {
  const { databaseUrl, dataDir } = cliConfig();
  return databaseUrl === null && (await isUnused(dataDir).catch(() => false));
}
