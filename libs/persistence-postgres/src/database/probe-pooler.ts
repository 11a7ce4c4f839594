import { PoolerModeError } from '@brickmarket/persistence-ports';
import { Pool } from 'pg';
import { type ConnectionSettings, isPooled, poolOptions } from './connection-options.ts';

const OURS = `SELECT current_setting('plan_cache_mode') = 'force_generic_plan' AS "isOurs"`;

/** PoolerModeError: a pooler that the URL does not name, or one that shares settings, roles and locks among clients. */
export async function probePooler(pool: Pool, settings: ConnectionSettings): Promise<void> {
  const address = new URL(settings.url).host + new URL(settings.url).pathname;
  if (isPooled(settings.url)) return probeSessions(address, settings);
  const { rows } = await pool.query<{ isOurs: boolean }>(OURS).catch((error: Error) => {
    throw error.message.includes('unsupported startup parameter') ? new PoolerModeError(address, 'unnamed') : error;
  });
  if (!rows[0]!.isOurs) throw new PoolerModeError(address, 'unnamed');
}

const ROUNDS = 5;

/** Alternates two clients: session mode gives each its own backend. */
async function probeSessions(address: string, settings: ConnectionSettings): Promise<void> {
  const options = poolOptions({ ...settings, poolSize: 1, pipelined: false });
  const clients = [new Pool(options), new Pool(options)].map((pool) => ({ pool, backends: new Set<number>() }));
  for (const { pool } of clients) pool.on('error', () => undefined);
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const { pool, backends } of clients)
        backends.add((await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid);
    const all = new Set(clients.flatMap(({ backends }) => [...backends]));
    if (all.size !== clients.length || clients.some(({ backends }) => backends.size > 1))
      throw new PoolerModeError(address, 'transaction');
  } finally {
    await Promise.all(clients.map(({ pool }) => pool.end()));
  }
}
