import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '@brickmarket/supervision';
import { createCluster, OWNER_ROLE, postgresBinaries } from './cluster.ts';
import { canReach, giveTo, type ServerUser, serverUserFor } from './server-folder.ts';
import { dataDirectoryOf, freePort, isServerProcess, readPostmasterFile } from './server-process.ts';
import { removeSupervisorFiles, type ServerLease, type ServerOptions, startServer } from './supervisor.ts';

/** Test server without durability. */
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

/** Test server with durability that restarts on the same port. */
export interface RestartablePostgres {
  readonly url: string;
  /** `fast` ends sessions with a checkpoint, `immediate` simulates a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
};

/** Tests can stop, crash and restart it. Its folder stays until `remove`. */
export async function startRestartablePostgres(): Promise<RestartablePostgres> {
  return runRestartable(await createTemporaryCluster(), DURABLE);
}

/** Primary and streaming replica, which both can be stopped, crashed and restarted. */
export async function startReplicatedPostgres(): Promise<readonly [RestartablePostgres, RestartablePostgres]> {
  const cluster = await createTemporaryCluster();
  const { folder, user, postgres } = cluster.options;
  const copy = await temporaryFolder(user);
  const [port, { username, password, port: primaryPort }] = [await freePort(), new URL(cluster.url)];
  // No server runs on these files yet, so a copy is a complete backup.
  await promisify(execFile)('cp', ['-a', dataDirectoryOf(folder), dataDirectoryOf(copy)]);
  const signal = join(dataDirectoryOf(copy), 'standby.signal');
  await writeFile(signal, '');
  await giveTo(user, signal);
  const primary = await runRestartable(cluster, DURABLE);
  const url = cluster.url.replace(`:${primaryPort}/`, `:${port}/`);
  const replica = await runRestartable(
    { url, options: { folder: copy, user, postgres, port } },
    {
      ...DURABLE,
      primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`,
      // A disconnected replica retries immediately instead of after five seconds.
      wal_retrieve_retry_interval: '100ms',
    },
  );
  return [primary, replica];
}

async function runRestartable(
  { url, options }: TemporaryCluster,
  settings: ServerOptions['settings'],
): Promise<RestartablePostgres> {
  const { folder } = options;
  const open = (): Promise<ServerLease> => startServer({ ...options, settings, stopSignal: 'INT', afterwards: 'keep' });
  let lease: ServerLease | null = await open();
  const server: RestartablePostgres = {
    url,
    async stop(how) {
      const running = await readPostmasterFile(folder);
      if (running !== null) process.kill(running.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await lease?.release();
      lease = null;
    },
    async start() {
      await removeSupervisorFiles(folder);
      lease = await open();
    },
    async remove() {
      await server.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

interface TemporaryCluster {
  readonly url: string;
  readonly options: Pick<ServerOptions, 'folder' | 'user' | 'postgres' | 'port'>;
}

async function hasServer(folder: string): Promise<boolean> {
  const server = await readPostmasterFile(folder);
  return server !== null && (await isServerProcess(folder, server.pid));
}

async function temporaryFolder(user: ServerUser): Promise<string> {
  const temporary = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp';
  // A killed process leaves its folder if the server was not started, or is a restartable one.
  const { path: folder } = await makeTemporaryFolder('test', { within: temporary, isNeeded: hasServer });
  await chmod(folder, 0o700);
  await giveTo(user, folder);
  return folder;
}

async function createTemporaryCluster(): Promise<TemporaryCluster> {
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
