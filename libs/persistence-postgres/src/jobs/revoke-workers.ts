import type { ClientBase } from 'pg';

/** Time for a backend to end. */
const END_WITHIN_MS = 5_000;

const CONNECTIONS = `
FROM pg_stat_activity a JOIN ops.worker w ON w.connection_name = a.application_name
WHERE w.id = ANY ($1) AND a.datname = current_database() AND a.pid <> pg_backend_pid()`;

/** An ending process may close connections concurrently. */
const END = `SELECT pg_terminate_backend(a.pid, ${END_WITHIN_MS}) ${CONNECTIONS}`;

const LEFT = `SELECT a.pid ${CONNECTIONS}`;

const FORGET = 'DELETE FROM ops.worker WHERE id = ANY ($1) RETURNING host, pid';

export const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1::text[])';

export interface RevokedWorker {
  readonly host: string;
  readonly pid: number;
}

/** Frees the jobs after all connections have ended with their locks, which ends those workers. */
export async function revokeWorkers(client: ClientBase, ids: readonly string[]): Promise<readonly RevokedWorker[]> {
  await client.query(END, [ids]);
  await client.query('SELECT pg_stat_clear_snapshot()');
  const left = (await client.query<{ pid: number }>(LEFT, [ids])).rows.map(({ pid }) => pid);
  if (left.length > 0) throw new Error(`connections of a worker do not end: backends ${left.join(', ')}`);
  const { rows: workers } = await client.query<RevokedWorker>(FORGET, [ids]);
  await client.query(UNLOCK, [ids]);
  return workers;
}
