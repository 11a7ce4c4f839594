import type { ClientBase } from 'pg';

const FORGET = 'DELETE FROM ops.worker WHERE id = ANY ($1) RETURNING host, pid, connection_name AS "connectionName"';

/** How long a backend may take to end. */
const END_WITHIN_MS = 5_000;

const END_CONNECTIONS = `
SELECT pid, pg_terminate_backend(pid, ${END_WITHIN_MS}) AS "hasEnded" FROM pg_stat_activity
WHERE application_name = ANY ($1) AND datname = current_database() AND pid <> pg_backend_pid()`;

const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1::text[])';

/** A worker that has lost its lease. */
export interface RevokedWorker {
  readonly host: string;
  readonly pid: number;
}

/**
 * Makes the jobs of workers available to others, in the transaction of the caller. A worker that only hangs must not
 * write when it goes on: its lease is gone, which it finds out on every new connection, and its open connections, with
 * their transactions and locks, are ended before its jobs are unlocked.
 */
export async function revokeWorkers(client: ClientBase, ids: readonly string[]): Promise<readonly RevokedWorker[]> {
  const { rows: workers } = await client.query<RevokedWorker & { connectionName: string }>(FORGET, [ids]);
  const names = workers.map(({ connectionName }) => connectionName);
  const { rows: ended } = await client.query<{ pid: number; hasEnded: boolean }>(END_CONNECTIONS, [names]);
  const left = ended.filter(({ hasEnded }) => !hasEnded).map(({ pid }) => pid);
  if (left.length > 0) throw new Error(`connections of a worker do not end: backends ${left.join(', ')}`);
  await client.query(UNLOCK, [ids]);
  return workers;
}
