import { type EpochDay, formatIsoDay, parseIsoDay } from '@brickmarket/domain';
import { RetailRetention } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import type { StoredObservation } from './observations.ts';

/** Bounds the rows that a statement sorts. */
const DAYS_PER_STATEMENT = 30;

const DAY = `(observed_at AT TIME ZONE 'UTC')::date`;

/** Null: no observations. */
const FIRST_DAY = `
SELECT coalesce((SELECT until FROM source.retail_thinning), (SELECT min(${DAY}) FROM source.retail_observation))::text
  AS day`;

/** Keeps the lowest price of a day, so that the lowest ever stays, and the day of the last check as it is. */
const THIN = `
WITH ranked AS (
  SELECT o.set_id, o.retailer, o.observed_at, o.content, row_number() OVER (
    PARTITION BY o.set_id, o.retailer, ${DAY} ORDER BY o.price_cents, o.observed_at, o.content
  ) AS place
  FROM source.retail_observation o
  WHERE o.observed_at >= ($1::date)::timestamp AT TIME ZONE 'UTC'
    AND o.observed_at < ($2::date)::timestamp AT TIME ZONE 'UTC'
    AND NOT EXISTS (
      SELECT FROM retail.price_state p WHERE p.set_id = o.set_id AND p.retailer = o.retailer
        AND (p.last_checked_at AT TIME ZONE 'UTC')::date = ${DAY}
    )
)
DELETE FROM source.retail_observation o USING ranked r
WHERE r.place > 1 AND o.set_id = r.set_id AND o.retailer = r.retailer AND o.observed_at = r.observed_at
  AND o.content = r.content`;

const NOTE_DAY = `
INSERT INTO source.retail_thinning (until) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET until = excluded.until`;

const THIN_AGAIN = 'UPDATE source.retail_thinning SET until = $1 WHERE until > $1';

/** Has the next thinning include days that new observations of the past belong to. */
export async function thinAgain(
  session: WriteSession,
  fresh: readonly (readonly StoredObservation[])[],
): Promise<void> {
  const first = Math.min(...fresh.map(([oldest]) => oldest!.observedAt.getTime()));
  if (Number.isFinite(first)) await session.query(THIN_AGAIN, [new Date(first).toISOString().slice(0, 10)]);
}

export class PostgresRetailRetention extends RetailRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async thinBefore(day: EpochDay): Promise<number> {
    const { pool } = this.database;
    const found = (await pool.query<{ day: string | null }>(FIRST_DAY)).rows[0]!.day;
    if (found === null) return 0;
    let thinned = 0;
    for (let from = parseIsoDay(found)!; from < day; from += DAYS_PER_STATEMENT) {
      const until = formatIsoDay(Math.min(from + DAYS_PER_STATEMENT, day));
      thinned += (await pool.query(THIN, [formatIsoDay(from), until])).rowCount ?? 0;
      await pool.query(NOTE_DAY, [until]);
    }
    return thinned;
  }
}
