import { rm } from 'node:fs/promises';
import { forgetKeepers, type KeeperHold } from './keeper.ts';
import { startKeptServer } from './kept-server.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { createThrowawayCluster } from './throwaway-postgres.ts';

const DURABLE = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
};

/** A PostgreSQL server for tests of what happens when it dies: it keeps what was committed, and comes back on the same port. */
export interface MortalPostgres {
  /** For a superuser, on the database `postgres`. */
  readonly url: string;
  /** Ends it: `fast` disconnects everybody and writes everything out, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  remove(): Promise<void>;
}

/** Starts a fresh one. */
export async function startMortalPostgres(): Promise<MortalPostgres> {
  const { url, options } = await createThrowawayCluster();
  const { folder } = options;
  const open = (): Promise<KeeperHold> =>
    startKeptServer({ ...options, settings: DURABLE, stopSignal: 'INT', afterwards: 'keep' });
  let hold: KeeperHold | null = await open();
  const server: MortalPostgres = {
    url,
    async stop(how) {
      const running = await readPostmasterFile(folder);
      if (running !== null) process.kill(running.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await hold?.release();
      hold = null;
    },
    async start() {
      await forgetKeepers(folder);
      hold = await open();
    },
    async remove() {
      await server.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}
