import type { Pool } from 'pg';

/** In the middle of a day and of a month: for tests that must not see either end, whenever they are run. */
export const NOON = '2026-11-15T12:00:00Z';

/** Makes the service believe it is this moment, and stays it. */
export function moveClock(db: Pool, instant: string): Promise<void> {
  return replaceClock(db, `timestamptz '${instant}'`);
}

/** Makes the service believe it is this moment now; from here its time goes on. */
export function startClock(db: Pool, instant: string): Promise<void> {
  return replaceClock(db, `timestamptz '${instant}' + (now() - timestamptz '${new Date().toISOString()}')`);
}

async function replaceClock(db: Pool, expression: string): Promise<void> {
  await db.query(
    `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT ${expression}$$`,
  );
}
