import type { RecordedEvent } from '@brickmarket/domain';
import { type EventFilter, EventLog } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { RECORD_EXPIRING_KEYS, RECORD_LOW_ALLOWANCES, RECORD_RETIRED_SETS } from './record-events.ts';

/** Exact up to 2^53: the driver returns bigint as text, and integer would overflow. */
export const NUMBER_OF = (column: string): string => `${column}::double precision`;

/** Select list of event `e`, as `RecordedEvent`. */
export const EVENT = `
${NUMBER_OF('e.id')} AS id, e.kind, e.subject, e.occurred_at AS "occurredAt", e.recorded_at AS "recordedAt",
e.old_cents AS "oldCents", e.new_cents AS "newCents", e.facts`;

export const ruleNames = (ids: string): string =>
  `ARRAY(SELECT r.name FROM events.rule r WHERE r.id = ANY (${ids}) ORDER BY r.id)`;

const LIST = `
SELECT ${EVENT} FROM events.event e
WHERE ($1::text IS NULL OR e.kind = $1) AND ($2::text IS NULL OR e.facts ->> 'setNumber' = $2)
  AND ($3::timestamptz IS NULL OR e.recorded_at >= $3)
ORDER BY e.id DESC LIMIT $4`;

export class PostgresEventLog extends EventLog {
  constructor(private readonly database: Database) {
    super();
  }

  async recordDue(): Promise<number> {
    let recorded = 0;
    for (const statement of [RECORD_RETIRED_SETS, RECORD_LOW_ALLOWANCES, RECORD_EXPIRING_KEYS])
      recorded += (await this.database.pool.query(statement)).rowCount ?? 0;
    return recorded;
  }

  list({ kind, setNumber, since, limit }: EventFilter): Promise<readonly RecordedEvent[]> {
    return this.database.prepared<RecordedEvent & { [name: string]: unknown }>('list_events', LIST, [
      kind,
      setNumber,
      since,
      limit,
    ]);
  }

  async deleteBefore(instant: Date): Promise<number> {
    const deleted = await this.database.pool.query('DELETE FROM events.event WHERE recorded_at < $1', [instant]);
    // Usage before now restricts nothing any more.
    await this.database.pool.query('DELETE FROM events.send_allowance WHERE spent_until < $1', [instant]);
    return deleted.rowCount ?? 0;
  }
}
