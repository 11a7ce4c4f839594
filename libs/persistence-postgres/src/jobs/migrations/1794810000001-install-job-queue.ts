import { Pool } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tables of graphile-worker, by its own migrations, in its own schema. They run on a connection of their own and
 * are skipped where they have run. A release of graphile-worker that changes its tables needs another migration like
 * this one.
 */
export class InstallJobQueue1794810000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const { runMigrations, Logger } = await import('graphile-worker');
    const { extra } = queryRunner.connection.options as { extra?: { connectionString?: string } };
    const pgPool = new Pool({ connectionString: extra!.connectionString, max: 1 });
    // Without listeners a broken connection would end the process; the statement on it rejects as well.
    pgPool.on('error', () => undefined);
    pgPool.on('connect', (client) => client.on('error', () => undefined));
    try {
      await runMigrations({ pgPool, schema: 'graphile_worker', logger: new Logger(() => () => undefined) });
    } finally {
      await pgPool.end();
    }
    await queryRunner.query(REPORT);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION ops.job_queue; DROP SCHEMA graphile_worker CASCADE');
  }
}

/** With the rights of its owner: the API's role sees how many jobs there are, and nothing of the jobs. */
const REPORT = `
CREATE FUNCTION ops.job_queue()
RETURNS TABLE (task text, waiting integer, running integer, failed integer, oldest_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = '' AS $$
  SELECT task_identifier,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts))::integer,
    (count(*) FILTER (WHERE locked_at IS NOT NULL))::integer,
    (count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts))::integer,
    greatest(0, extract(epoch FROM now() - min(run_at) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts)))
  FROM graphile_worker.jobs GROUP BY task_identifier
$$;
REVOKE ALL ON FUNCTION ops.job_queue() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ops.job_queue() TO brickmarket_api`;
