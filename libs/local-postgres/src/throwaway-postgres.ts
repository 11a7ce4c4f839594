import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { makeTemporaryFolder } from '@brickmarket/supervision';
import { createCluster, OWNER_ROLE, postgresBinaries } from './cluster.ts';
import { canReach, giveTo, type ServerUser, serverUserFor } from './server-folder.ts';
import { freePort, isServerProcess, readPostmasterFile } from './server-process.ts';
import { type ServerOptions, startServer } from './supervisor.ts';

/** Server without durability, for tests and for backups that are verified. */
export interface ThrowawayPostgres {
  /** Superuser on the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const FAST_NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  // A busy machine pauses for minutes, also during connecting.
  authentication_timeout: '10min',
};

/** Stops and deletes its folder on `stop` or with this process, even if killed. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const { url, options } = await createTemporaryCluster();
  const lease = await startServer({
    ...options,
    settings: FAST_NOT_DURABLE,
    stopSignal: 'QUIT',
    afterwards: 'remove',
  });
  return { url, stop: () => lease.release() };
}

interface TemporaryCluster {
  readonly url: string;
  readonly options: Pick<ServerOptions, 'folder' | 'user' | 'postgres' | 'port'>;
}

async function hasServer(folder: string): Promise<boolean> {
  const server = await readPostmasterFile(folder);
  return server !== null && (await isServerProcess(folder, server.pid));
}

export async function temporaryFolder(user: ServerUser): Promise<string> {
  const temporary = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp';
  // A killed process leaves its folder if the server was not started, or is one that tests restart.
  const { path: folder } = await makeTemporaryFolder('test', { within: temporary, isNeeded: hasServer });
  await chmod(folder, 0o700);
  await giveTo(user, folder);
  return folder;
}

export async function createTemporaryCluster(): Promise<TemporaryCluster> {
  const user = await serverUserFor('');
  const folder = await temporaryFolder(user);
  const binaries = await postgresBinaries(folder, user);
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  await createCluster({ folder, user, binaries, ownerPassword: password, sync: false });
  return {
    url: `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/postgres`,
    options: { folder, user, postgres: binaries.postgres, port },
  };
}
