import {
  type ChargedCall,
  SourceBudget,
  type SourceError,
  SourceRegistry,
  type SourceSettings,
  type SourceState,
  type StoredSource,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** The day of the budget, UTC. */
const TODAY = `(access.clock() AT TIME ZONE 'UTC')::date`;
/** A clock that goes back does not give calls back. */
const USED = `CASE WHEN s.day < ${TODAY} THEN 0 ELSE s.used END`;

const PUT = `
INSERT INTO ops.source AS s (name, address, options, calls_a_day, calls_a_second, added_at, terms_read_at, day)
VALUES ($1, $2, $3, $4, $5, access.clock(), access.clock(), ${TODAY})
ON CONFLICT (name) DO UPDATE SET address = $2, options = $3, calls_a_day = $4, calls_a_second = $5, state = 'active',
  blocked_until = NULL`;

const SELECT = `
SELECT s.name, s.address, s.options, s.calls_a_day AS "callsADay", s.calls_a_second AS "callsASecond", s.state,
  s.added_at AS "addedAt", s.terms_read_at AS "termsReadAt", s.blocked_until AS "blockedUntil", s.memory,
  s.planned_at AS "plannedAt", ${USED} AS "callsToday",
  ((greatest(s.day, ${TODAY}) + 1)::timestamp AT TIME ZONE 'UTC') AS "dayEndsAt",
  i.items, i.due AS "itemsDue", i.oldest AS "oldestItemAt", s.last_success_at AS "lastSuccessAt",
  s.error_kind AS kind, s.error_sentence AS sentence, s.error_at AS at, s.stored_rows + r.imported AS "rowsImported",
  r.rejected AS "rowsRejected"
FROM ops.source s, LATERAL (
  SELECT count(*)::integer AS items, (count(*) FILTER (WHERE due_at <= access.clock()))::integer AS due,
    CASE WHEN bool_and(asked_at IS NOT NULL) THEN min(asked_at) END AS oldest
  FROM ops.source_item WHERE source = s.name
) i, LATERAL (
  SELECT coalesce(sum(inserted + changed), 0)::integer AS imported, coalesce(sum(rejected), 0)::integer AS rejected
  FROM ops.import_run WHERE source = s.name
) r`;

const NOTE_FAULT = `
UPDATE ops.source SET error_kind = $2, error_sentence = $3, error_at = access.clock(), blocked_until = $4,
  state = CASE WHEN $5 THEN 'stopped' ELSE state END
WHERE name = $1`;

type SourceRow = Omit<StoredSource, 'lastError'> & { [Name in keyof SourceError]: SourceError[Name] | null };

export class PostgresSourceRegistry extends SourceRegistry {
  constructor(private readonly database: Database) {
    super();
  }

  async put(name: string, { address, options, callsADay, callsASecond }: SourceSettings): Promise<void> {
    await this.database.pool.query(PUT, [name, address, options, callsADay, callsASecond]);
  }

  async list(): Promise<readonly StoredSource[]> {
    return (await this.database.pool.query<SourceRow>(`${SELECT} ORDER BY s.name`)).rows.map(storedSource);
  }

  async find(name: string): Promise<StoredSource | null> {
    const [row] = (await this.database.pool.query<SourceRow>(`${SELECT} WHERE s.name = $1`, [name])).rows;
    return row ? storedSource(row) : null;
  }

  async setState(name: string, state: SourceState): Promise<boolean> {
    const { rowCount } = await this.database.pool.query('UPDATE ops.source SET state = $2 WHERE name = $1', [
      name,
      state,
    ]);
    return rowCount === 1;
  }

  async noteFault(
    name: string,
    { kind, sentence }: Omit<SourceError, 'at'>,
    blockedUntil: Date | null,
    stops: boolean,
  ): Promise<void> {
    await this.database.pool.query(NOTE_FAULT, [name, kind, sentence, blockedUntil, stops]);
  }

  async remove(name: string): Promise<boolean> {
    return (await this.database.pool.query('DELETE FROM ops.source WHERE name = $1', [name])).rowCount === 1;
  }
}

function storedSource({ kind, sentence, at, ...row }: SourceRow): StoredSource {
  return { ...row, lastError: kind === null ? null : { kind, sentence: sentence!, at: at! } };
}

/** Checks and counts in one statement; a second one waits for the row and checks the count of the first. */
const CHARGE = `
UPDATE ops.source AS s SET used = ${USED} + $2, day = greatest(s.day, ${TODAY}),
  next_call_at = greatest(s.next_call_at, clock_timestamp()) + make_interval(secs => $2 / s.calls_a_second)
WHERE s.name = $1 AND s.state = 'active' AND coalesce(s.blocked_until <= access.clock(), true)
  AND ${USED} + $2 <= s.calls_a_day
RETURNING greatest(0, round(extract(epoch FROM s.next_call_at - clock_timestamp()) * 1000
  - $2 * 1000 / s.calls_a_second))::integer AS "waitMs"`;

const WHY_NOT = `
SELECT CASE WHEN state <> 'active' THEN state WHEN blocked_until > access.clock() THEN 'blocked' ELSE 'budget' END
  AS because
FROM ops.source WHERE name = $1`;

export class PostgresSourceBudget extends SourceBudget {
  constructor(private readonly database: Database) {
    super();
  }

  async charge(name: string, calls: number): Promise<ChargedCall> {
    const [charged] = await this.database.prepared<{ waitMs: number }>('charge_source', CHARGE, [name, calls]);
    if (charged) return { isGranted: true, waitMs: charged.waitMs };
    const [found] = (
      await this.database.pool.query<{ because: 'budget' | 'blocked' | 'paused' | 'stopped' }>(WHY_NOT, [name])
    ).rows;
    return { isGranted: false, because: found?.because ?? 'removed' };
  }
}
