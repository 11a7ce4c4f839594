import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { isProcessAlive } from '@brickmarket/supervision';
import { LocalPostgresError } from './local-postgres-error.ts';
import { Patience } from './patience.ts';
import { dataDirectoryOf, isServerProcess, postmasterFilePath, readPostmasterFile } from './server-process.ts';
import { acquireLease, type ServerLease, SUPERVISOR_SETTING } from './supervisor.ts';

const JOIN_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 60_000;

/** The port of a running server and this process's lease on it. */
export interface LeasedServer {
  readonly port: number;
  readonly lease: ServerLease;
}

/**
 * Joins the server that runs on the folder. Null when none does. A server that has lost its supervisor or is shutting
 * down is stopped first, and the `postmaster.pid` that a killed server left behind is deleted.
 */
export async function joinRunningServer(
  folder: string,
  ownerUrl: (port: number) => string,
): Promise<LeasedServer | null> {
  const found = await readPostmasterFile(folder);
  if (found === null) return null;
  if (!(await isServerProcess(folder, found.pid))) {
    // PostgreSQL trusts the process number in the file, and would refuse to start if another program has it by now.
    await rm(postmasterFilePath(folder), { force: true });
    return null;
  }
  const patience = new Patience(JOIN_TIMEOUT_MS);
  while (!patience.isOver && isProcessAlive(found.pid)) {
    const token = await supervisorTokenOf(folder, ownerUrl(found.port));
    if (token === 'not ready') {
      await patience.pause(50);
      continue;
    }
    const lease = token === null ? null : await acquireLease(folder, token, JOIN_TIMEOUT_MS);
    if (lease) return { port: found.port, lease };
    break;
  }
  await stopServer(folder, found.pid);
  return null;
}

/**
 * Asks the server for its supervisor's token. It must accept our password and serve our folder, otherwise null; null
 * also when it runs without a supervisor.
 */
async function supervisorTokenOf(folder: string, url: string): Promise<string | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string; token: string | null }>(
      "SELECT current_setting('data_directory') AS folder, current_setting($1, true) AS token",
      [SUPERVISOR_SETTING],
    );
    return rows[0]?.folder === dataDirectoryOf(folder) ? rows[0].token : null;
  } catch {
    return 'not ready';
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopServer(folder: string, pid: number): Promise<void> {
  const patience = new Patience(STOP_TIMEOUT_MS);
  if (isProcessAlive(pid)) process.kill(pid, 'SIGINT');
  while (isProcessAlive(pid)) {
    if (patience.isOver)
      throw new LocalPostgresError(
        `The PostgreSQL server of ${folder} (process ${pid}) does not stop. End it, and try again.`,
      );
    await patience.pause(50);
  }
}
