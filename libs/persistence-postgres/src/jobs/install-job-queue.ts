import { Pool } from 'pg';

/**
 * Runs graphile-worker's own migrations, on their own connection. They skip what has run. A release of graphile-worker
 * that changes its tables needs a migration that calls this again.
 */
export async function installJobQueue(url: string): Promise<void> {
  const { runMigrations, Logger } = await import('graphile-worker');
  const pgPool = new Pool({ connectionString: url, max: 1 });
  // Without listeners a broken connection would end the process; its statement rejects as well.
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool, schema: 'graphile_worker', logger: new Logger(() => () => undefined) });
  } finally {
    await pgPool.end();
  }
}
