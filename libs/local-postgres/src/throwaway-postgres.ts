import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster, OWNER_ROLE } from './cluster.ts';
import { freePort } from './free-port.ts';
import type { KeptServerOptions } from './keeper.ts';
import { startKeptServer } from './kept-server.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { canReach, giveTo, serverUserFor } from './server-user.ts';

/** A PostgreSQL server that keeps nothing. */
export interface ThrowawayPostgres {
  /** For a superuser, on the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
};

/** Starts a fresh server for tests. It ends, and its folder goes, with `stop` or with this process, however that ends. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const { url, options } = await createThrowawayCluster();
  const hold = await startKeptServer({ ...options, settings: CARELESS, stopSignal: 'QUIT', afterwards: 'remove' });
  return { url, stop: () => hold.release() };
}

/** A cluster in a folder of its own, not started yet. */
export async function createThrowawayCluster(): Promise<{
  url: string;
  options: Pick<KeptServerOptions, 'folder' | 'user' | 'postgres' | 'port'>;
}> {
  const user = await serverUserFor('');
  const temporary = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(temporary, 'brickmarket-test-'));
  await chmod(folder, 0o700);
  await giveTo(user, folder);
  const { postgres, initdb } = await postgresBinaries(folder, user);
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  await createCluster({ folder, user, binaries: { postgres, initdb }, ownerPassword: password, sync: false });
  return {
    url: `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/postgres`,
    options: { folder, user, postgres, port },
  };
}
