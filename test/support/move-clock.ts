import type { Pool } from 'pg';

/** Makes the service believe it is this moment. */
export async function moveClock(db: Pool, instant: string): Promise<void> {
  await db.query(`CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT timestamptz ''${instant}'''`);
}
