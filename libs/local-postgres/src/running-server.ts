import { realpath, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterData } from './cluster.ts';
import { holdKeeper, KEEPER_SETTING, type KeeperHold } from './keeper.ts';
import { LocalPostgresError } from './local-postgres-error.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { commandLineOf, isProcessAlive } from './process-alive.ts';

const JOIN_PATIENCE_MS = 10_000;
const STOP_PATIENCE_MS = 60_000;

/** A server that was running already, and our hold on it. */
export interface JoinedServer {
  readonly port: number;
  readonly hold: KeeperHold;
}

/**
 * Joins the server that runs on the folder. Null when none does; one that lost its keeper, or is on its way out, is
 * brought to its end first, and what a killed one left behind is cleared away.
 */
export async function joinRunningServer(
  folder: string,
  ownerUrl: (port: number) => string,
): Promise<JoinedServer | null> {
  const found = await readPostmasterFile(folder);
  if (found === null) return null;
  if (!(await isServerOf(folder, found.pid))) {
    // PostgreSQL itself would trust the number alone, which may belong to any process by now.
    await rm(postmasterFilePath(folder), { force: true });
    return null;
  }
  const deadline = Date.now() + JOIN_PATIENCE_MS;
  while (Date.now() < deadline && isProcessAlive(found.pid)) {
    const keeper = await keeperOf(folder, ownerUrl(found.port));
    if (keeper === 'not yet') {
      await sleep(50);
      continue;
    }
    const hold = keeper === null ? null : await holdKeeper(folder, keeper, JOIN_PATIENCE_MS);
    if (hold) return { port: found.port, hold };
    break;
  }
  await stopServer(folder, found.pid);
  return null;
}

/** Asks the server itself: it must know our password and serve our folder. */
async function keeperOf(folder: string, url: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; keeper: string | null }>(
      "SELECT current_setting('data_directory') AS folder, current_setting($1, true) AS keeper",
      [KEEPER_SETTING],
    );
    return rows[0]?.folder === clusterData(folder) ? rows[0].keeper : null;
  } catch {
    return 'not yet';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false;
  const data = await realpath(clusterData(folder));
  // A server works in its data folder; the kernel follows that folder even when it is moved.
  if (process.platform === 'linux') return (await realpath(`/proc/${pid}/cwd`).catch(() => '')) === data;
  return (await commandLineOf(pid)).includes(data);
}

async function stopServer(folder: string, pid: number): Promise<void> {
  const deadline = Date.now() + STOP_PATIENCE_MS;
  if (isProcessAlive(pid)) process.kill(pid, 'SIGINT');
  while (isProcessAlive(pid)) {
    if (Date.now() > deadline)
      throw new LocalPostgresError(
        `The PostgreSQL server of ${folder} (process ${pid}) does not stop. End it, and try again.`,
      );
    await sleep(50);
  }
}
