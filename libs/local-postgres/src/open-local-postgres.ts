import { access, constants, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { createCluster, hasCluster, OWNER_ROLE, postgresBinaries } from './cluster.ts';
import { readSecret, storedPassword, withFolderLock } from './data-folder.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { Patience } from './patience.ts';
import { joinRunningServer, type LeasedServer } from './running-server.ts';
import { giveTo, serverFolder, serverUserFor } from './server-folder.ts';
import { freePort } from './server-process.ts';
import { removeSupervisorFiles, type ServerLease, startServer } from './supervisor.ts';

/** In use by this process until `close`. */
export interface LocalPostgres {
  readonly ownerUrl: string;
  /** URL of the API's role; needs `allowServiceLogins`. */
  readonly apiUrl: string;
  /** URL of the account area's role; needs `allowServiceLogins`. */
  readonly accountUrl: string;
  /** URL of the delivering role; needs `allowServiceLogins`. */
  readonly deliverUrl: string;
  /** Needs completed migrations, which create the roles. */
  allowServiceLogins(): Promise<void>;
  /** False: crashed or stopped. */
  isRunning(): boolean;
  /** The last user waits until the server has stopped. */
  close(): Promise<void>;
}

export interface OpenLocalPostgresOptions {
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
}

const OWNER_PASSWORD = 'owner-password';
const API_PASSWORD = 'api-password';
const ACCOUNT_PASSWORD = 'account-password';
const DELIVER_PASSWORD = 'deliver-password';
const DATABASE = 'brickmarket';
const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_connections: '200',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
};

/** Joins a running server or starts it; creates it on first use. */
export async function openLocalPostgres({
  dataDir,
  onProgress = () => undefined,
}: OpenLocalPostgresOptions): Promise<LocalPostgres> {
  const home = await ensureDataDir(resolve(dataDir));
  return withFolderLock(home, async () => {
    const folder = await serverFolder(home);
    const exists = await hasCluster(folder);
    if (exists && (await readSecret(home, OWNER_PASSWORD)) === null) {
      throw new LocalPostgresError(
        `${join(home, OWNER_PASSWORD)} is missing: the data in ${folder} cannot be opened without it. ` +
          `Restore it, or move ${home} away to start again.`,
      );
    }
    const ownerPassword = await storedPassword(home, OWNER_PASSWORD);
    const apiPassword = await storedPassword(home, API_PASSWORD);
    const accountPassword = await storedPassword(home, ACCOUNT_PASSWORD);
    const deliverPassword = await storedPassword(home, DELIVER_PASSWORD);
    const ownerUrl = (port: number, database = DATABASE): string =>
      `postgres://${OWNER_ROLE}:${ownerPassword}@127.0.0.1:${port}/${database}`;
    const joined = exists ? await joinRunningServer(folder, (port) => ownerUrl(port, 'postgres')) : null;
    const { port, lease } = joined ?? (await start(folder, ownerPassword, onProgress));
    await ensureDatabase(ownerUrl(port, 'postgres'), DATABASE);
    return {
      ownerUrl: ownerUrl(port),
      apiUrl: `postgres://brickmarket_api:${apiPassword}@127.0.0.1:${port}/${DATABASE}`,
      accountUrl: `postgres://brickmarket_account:${accountPassword}@127.0.0.1:${port}/${DATABASE}`,
      deliverUrl: `postgres://brickmarket_deliver:${deliverPassword}@127.0.0.1:${port}/${DATABASE}`,
      allowServiceLogins: () =>
        allowLogins(ownerUrl(port), {
          brickmarket_api: apiPassword,
          brickmarket_account: accountPassword,
          brickmarket_deliver: deliverPassword,
        }),
      isRunning: () => lease.isRunning(),
      close: () => lease.release(),
    };
  });
}

/** Opening an unused folder creates an empty server. */
export async function isUnused(dataDir: string): Promise<boolean> {
  return (await readSecret(resolve(dataDir), OWNER_PASSWORD)) === null;
}

async function ensureDataDir(dataDir: string): Promise<string> {
  try {
    // As root, the server runs as another user and needs the execute bit to pass.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new LocalPostgresError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). ` +
        'Choose another with BRICKMARKET_DATA_DIR.',
    );
  }
}

async function start(folder: string, ownerPassword: string, onProgress: (step: string) => void): Promise<LeasedServer> {
  const user = await serverUserFor(folder);
  const binaries = await postgresBinaries(folder, user);
  if (!(await hasCluster(folder))) {
    onProgress('creating the embedded PostgreSQL');
    await createCluster({ folder, user, binaries, ownerPassword, sync: true });
  }
  await removeSupervisorFiles(folder);
  onProgress('starting the embedded PostgreSQL');
  const portFile = join(folder, 'port');
  const port = await freePort(Number(await readFile(portFile, 'utf8').catch(() => '0')));
  const server = { folder, user, postgres: binaries.postgres, port, settings: DURABLE } as const;
  const lease = await startWithRetries(
    () => startServer({ ...server, stopSignal: 'INT', afterwards: 'keep' }),
    onProgress,
  );
  await writeFile(portFile, String(port), { mode: 0o600 });
  await giveTo(user, portFile);
  return { port, lease };
}

const LEFT_PROCESSES_MS = 180_000;

/** Retries while processes of a killed server hold its shared memory: they end after their current statement. */
async function startWithRetries(
  attempt: () => Promise<ServerLease>,
  onProgress: (step: string) => void,
): Promise<ServerLease> {
  const patience = new Patience(LEFT_PROCESSES_MS);
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!/shared memory block|lock file/.test((error as Error).message) || patience.isOver) throw error;
      if (attempts === 10) onProgress('waiting for the last statements of the PostgreSQL that was killed');
      await patience.pause(500);
    }
  }
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

export async function allowLogins(ownerUrl: string, passwords: Readonly<Record<string, string>>): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    for (const [role, password] of Object.entries(passwords))
      await client.query(
        `ALTER ROLE ${client.escapeIdentifier(role)} LOGIN PASSWORD ${client.escapeLiteral(password)}`,
      );
  });
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
