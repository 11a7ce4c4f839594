import { type EpochDay, formatIsoDay, type IsoDay } from '@brickmarket/domain';
import { type AccountUsage, type KeyUsage, KeyUsageReport, KeyUsageRetention } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

// Plain SQL: the counters are aggregated and deleted in bulk, never edited one by one.

const LAST_DAYS = `
SELECT k.id AS "keyId", k.name, k.last4, k.daily_limit AS "dailyLimit",
       coalesce(u.used_today, 0) AS "usedToday", coalesce(u.days, '[]') AS days
FROM access.api_key k
LEFT JOIN LATERAL (
  SELECT sum(used) FILTER (WHERE day = $2::date)::integer AS used_today,
         json_agg(json_build_object('day', day::text, 'used', used) ORDER BY day) AS days
  FROM access.key_usage
  WHERE key_id = k.id AND day > $2::date - $3::integer AND day <= $2::date
) u ON true
WHERE k.account_id = $1
ORDER BY k.id`;

/** Reads the quota's counters. */
export class PostgresKeyUsageReport extends KeyUsageReport {
  constructor(private readonly database: Database) {
    super();
  }

  async lastDays(accountId: number, dayCount: number): Promise<AccountUsage> {
    const { pool } = this.database;
    const clock = await pool.query<{ today: IsoDay }>(
      `SELECT (access.clock() AT TIME ZONE 'UTC')::date::text AS today`,
    );
    const { today } = clock.rows[0]!;
    return { today, keys: (await pool.query<KeyUsage>(LAST_DAYS, [accountId, today, dayCount])).rows };
  }
}

/** Deletes the quota's old counters. */
export class PostgresKeyUsageRetention extends KeyUsageRetention {
  constructor(private readonly database: Database) {
    super();
  }

  async deleteBefore(day: EpochDay): Promise<number> {
    const deleted = await this.database.pool.query('DELETE FROM access.key_usage WHERE day < $1', [formatIsoDay(day)]);
    return deleted.rowCount ?? 0;
  }
}
