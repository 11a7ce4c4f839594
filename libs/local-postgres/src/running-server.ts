import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { isProcessAlive } from '@brickmarket/supervision';
import { LocalPostgresError } from './local-postgres-error.ts';
import { Patience } from './patience.ts';
import { dataDirectoryOf, isServerProcess, postmasterFilePath, readPostmasterFile } from './server-process.ts';
import { acquireLease, type ServerLease, SUPERVISOR_SETTING } from './supervisor.ts';

const JOIN_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 60_000;

export interface LeasedServer {
  readonly port: number;
  readonly lease: ServerLease;
}

/** Null: none runs. Stops an unsupervised server and deletes the `postmaster.pid` of a killed one. */
export async function joinRunningServer(
  folder: string,
  ownerUrl: (port: number) => string,
): Promise<LeasedServer | null> {
  const found = await readPostmasterFile(folder);
  if (found === null) return null;
  if (!(await isServerProcess(folder, found.pid))) {
    // PostgreSQL trusts the process id in the file and refuses to start if it was reused.
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

/** Null: other password, other folder, or no supervisor. */
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
