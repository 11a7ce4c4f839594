import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster, OWNER_ROLE } from './cluster.ts';
import { freePort } from './free-port.ts';
import { startKeptServer } from './kept-server.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { canReach, giveTo, serverUserFor } from './server-user.ts';

/** A PostgreSQL server that keeps nothing. */
export interface ThrowawayPostgres {
  /** For a superuser, on the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '300', shared_buffers: '128MB', max_wal_size: '4GB' };

/** Starts a fresh server for tests. It ends, and its folder goes, with `stop` or with this process, however that ends. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const user = await serverUserFor('');
  const temporary = (await canReach(user, tmpdir())) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(temporary, 'brickmarket-test-'));
  await chmod(folder, 0o700);
  await giveTo(user, folder);
  const binaries = await postgresBinaries(folder, user);
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  await createCluster({ folder, user, binaries, ownerPassword: password, sync: false });
  const hold = await startKeptServer({ folder, user, postgres: binaries.postgres, port, settings: CARELESS, stopSignal: 'QUIT', afterwards: 'remove' });
  return {
    url: `postgres://${OWNER_ROLE}:${password}@127.0.0.1:${port}/postgres`,
    stop: () => hold.release(),
  };
}
