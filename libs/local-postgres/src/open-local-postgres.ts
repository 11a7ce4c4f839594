import { access, constants, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowApiLogin, ensureDatabase } from './api-login.ts';
import { createCluster, hasCluster, OWNER_ROLE } from './cluster.ts';
import { withFolderLock } from './folder-lock.ts';
import { freePort } from './free-port.ts';
import { forgetKeepers, type KeeperHold } from './keeper.ts';
import { startKeptServer } from './kept-server.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { joinRunningServer } from './running-server.ts';
import { serverFolder } from './server-folder.ts';
import { giveTo, serverUserFor } from './server-user.ts';
import { readSecret, storedPassword } from './stored-secret.ts';

/** The embedded server, in use by this process. */
export interface LocalPostgres {
  /** For the owner of everything. */
  readonly ownerUrl: string;
  /** For the API's own role; works once `allowApiLogin` has run. */
  readonly apiUrl: string;
  /** Lets the API's role log in. The role itself comes with the migrations. */
  allowApiLogin(): Promise<void>;
  /** False when the server has died or somebody has ended it. */
  isRunning(): boolean;
  /** Ends the use; the last user stops the server and waits for it. */
  close(): Promise<void>;
}

/** Where to open it, and whom to tell what takes time. */
export interface OpenLocalPostgresOptions {
  readonly dataDir: string;
  readonly onProgress?: (step: string) => void;
}

const OWNER_PASSWORD = 'owner-password';
const API_PASSWORD = 'api-password';
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

/** Opens the server of a data folder: joins it when it runs, otherwise starts it, creating it the first time. */
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
        `${join(home, OWNER_PASSWORD)} is missing: the data in ${folder} cannot be opened without it. Restore it, or move ${home} away to start anew.`,
      );
    }
    const ownerPassword = await storedPassword(home, OWNER_PASSWORD);
    const apiPassword = await storedPassword(home, API_PASSWORD);
    const ownerUrl = (port: number, database = DATABASE): string =>
      `postgres://${OWNER_ROLE}:${ownerPassword}@127.0.0.1:${port}/${database}`;
    const joined = exists ? await joinRunningServer(folder, (port) => ownerUrl(port, 'postgres')) : null;
    const { port, hold } = joined ?? (await start(folder, ownerPassword, onProgress));
    await ensureDatabase(ownerUrl(port, 'postgres'), DATABASE);
    return {
      ownerUrl: ownerUrl(port),
      apiUrl: `postgres://brickmarket_api:${apiPassword}@127.0.0.1:${port}/${DATABASE}`,
      allowApiLogin: () => allowApiLogin(ownerUrl(port), apiPassword),
      isRunning: () => hold.isKept(),
      close: () => hold.release(),
    };
  });
}

async function ensureDataDir(dataDir: string): Promise<string> {
  try {
    // Strangers may pass through root's, since the server is one; what lies in it is closed to them.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new LocalPostgresError(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). Choose another with BRICKMARKET_DATA_DIR.`,
    );
  }
}

async function start(
  folder: string,
  ownerPassword: string,
  onProgress: (step: string) => void,
): Promise<{ port: number; hold: KeeperHold }> {
  const user = await serverUserFor(folder);
  const binaries = await postgresBinaries(folder, user);
  if (!(await hasCluster(folder))) {
    onProgress('creating the embedded PostgreSQL');
    await createCluster({ folder, user, binaries, ownerPassword, sync: true });
  }
  await forgetKeepers(folder);
  onProgress('starting the embedded PostgreSQL');
  const portFile = join(folder, 'port');
  const port = await freePort(Number(await readFile(portFile, 'utf8').catch(() => '0')));
  const hold = await startPatiently(() =>
    startKeptServer({
      folder,
      user,
      postgres: binaries.postgres,
      port,
      settings: DURABLE,
      stopSignal: 'INT',
      afterwards: 'keep',
    }),
  );
  await writeFile(portFile, String(port), { mode: 0o600 });
  await giveTo(user, portFile);
  return { port, hold };
}

/** Sessions of a server that was killed take a moment to notice, and until then hold its memory. */
async function startPatiently(attempt: () => Promise<KeeperHold>): Promise<KeeperHold> {
  for (const deadline = Date.now() + 15_000; ; await sleep(200)) {
    try {
      return await attempt();
    } catch (error) {
      if (!/shared memory block|lock file/.test((error as Error).message) || Date.now() > deadline) throw error;
    }
  }
}
