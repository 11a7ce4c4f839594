import { Pool } from 'pg';
import { ApiProcess } from './api-process.ts';
import { createTestDatabase } from './test-database.ts';

/** Three processes of the service on one database. */
export interface Replicas {
  readonly db: Pool;
  readonly urls: readonly string[];
  readonly processes: readonly ApiProcess[];
  stop(): Promise<void>;
}

/** Starts them together, as a deployment would. */
export async function threeReplicas(environment: NodeJS.ProcessEnv = {}): Promise<Replicas> {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url, max: 4 });
  const processes = await Promise.all([1, 2, 3].map(() => ApiProcess.start(database.url, environment)));
  return {
    db,
    urls: processes.map((process) => `${process.url}/api/v1`),
    processes,
    async stop() {
      await Promise.all(processes.map((process) => process.stop()));
      await db.end();
      await database.drop();
    },
  };
}
