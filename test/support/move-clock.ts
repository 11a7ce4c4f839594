import type { Pool } from 'pg';

/** In the middle of a day and of a month: for tests that must not cross the end of either. */
export const NOON = '2026-11-15T12:00:00Z';

/** Stops the database's clock, by which the service goes, at an instant. */
export function moveClock(db: Pool, instant: string): Promise<void> {
  return replaceClock(db, `timestamptz '${instant}'`);
}

/** Sets the database's clock to an instant, from which it runs on. */
export function startClock(db: Pool, instant: string): Promise<void> {
  return replaceClock(db, `timestamptz '${instant}' + (now() - timestamptz '${new Date().toISOString()}')`);
}

async function replaceClock(db: Pool, expression: string): Promise<void> {
  await db.query(
    `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT ${expression}$$`,
  );
}
