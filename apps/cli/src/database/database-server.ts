import { fileURLToPath } from 'node:url';
import { type LocalPostgres, openLocalPostgres } from '@brickmarket/local-postgres';
import { InvalidInputError } from '@brickmarket/domain';

/** The PostgreSQL server in use: the one DATABASE_URL names, otherwise the embedded one. */
export interface DatabaseServer {
  /** Login of the schema's owner. */
  readonly ownerUrl: string;
  /** Login of the API's role; null: the owner's login takes on that role. */
  readonly apiUrl: string | null;
  /** Null when DATABASE_URL names the server. */
  readonly embedded: EmbeddedServer | null;
  close(): Promise<void>;
}

export interface EmbeddedServer extends LocalPostgres {
  readonly dataDir: string;
}

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Opens it. The embedded server is joined when it runs already. */
export async function openDatabaseServer(
  onProgress: (step: string) => void = () => undefined,
): Promise<DatabaseServer> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    if (!URL.canParse(given) || !/^postgres(ql)?:$/.test(new URL(given).protocol)) {
      throw new InvalidInputError('DATABASE_URL must be a URL like postgres://user:password@host:5432/database');
    }
    return {
      ownerUrl: given,
      apiUrl: process.env['DATABASE_API_URL'] ?? null,
      embedded: null,
      close: async () => undefined,
    };
  }
  const dataDir = dataFolder();
  const local = await openLocalPostgres({ dataDir, onProgress });
  return {
    ownerUrl: local.ownerUrl,
    apiUrl: local.apiUrl,
    embedded: { ...local, dataDir },
    close: () => local.close(),
  };
}

function dataFolder(): string {
  const chosen = process.env['BRICKMARKET_DATA_DIR'];
  return chosen === undefined || chosen === '' ? `${CHECKOUT}.brickmarket` : chosen;
}
