import type { FinishedAttempt, LeasedDelivery } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';

/** Success counts in any case, failures only with the lease. Locks endpoints by id against deadlocks. */
const RECORD_ATTEMPTS = `
WITH ended AS (
  SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::integer[], $5::integer[], $6::text[],
    $7::text[], $8::boolean[], $9::timestamptz[], $10::integer[], $11::timestamptz[]) WITH ORDINALITY AS a (
    delivery_id, leased_until, started_at, duration_ms, status, error, excerpt, is_delivered, retry_at, leased_by,
    quiet_since, position
  )
), delivery AS (
  UPDATE events.delivery d SET
    state = CASE WHEN a.is_delivered THEN 'delivered' WHEN a.retry_at IS NULL THEN 'failed' ELSE 'pending' END,
    due_at = coalesce(a.retry_at, d.due_at), failures = d.failures + CASE WHEN a.is_delivered THEN 0 ELSE 1 END,
    leased_until = NULL, leased_by = NULL,
    finished_at = CASE WHEN a.is_delivered OR a.retry_at IS NULL
      THEN a.started_at + a.duration_ms * interval '1 ms' END
  FROM ended a
  WHERE d.id = a.delivery_id AND d.state = 'pending' AND (a.is_delivered
    OR d.leased_until = a.leased_until AND d.leased_by IS NOT DISTINCT FROM a.leased_by)
  RETURNING d.endpoint_id, a.is_delivered, a.started_at, a.quiet_since
), outcome AS (
  SELECT endpoint_id, bool_or(is_delivered) AS works, min(started_at) AS since, max(started_at) AS until,
    min(quiet_since) AS quiet_since
  FROM delivery GROUP BY endpoint_id
), changed AS MATERIALIZED (
  SELECT p.id, o.works, o.since, o.until,
    p.failing_since IS NULL OR coalesce(p.last_failed_at, p.failing_since) < o.quiet_since AS begins
  FROM events.endpoint p JOIN outcome o ON o.endpoint_id = p.id
  WHERE NOT o.works OR p.failing_since IS NOT NULL OR p.verified_at IS NULL ORDER BY p.id FOR NO KEY UPDATE OF p
), endpoint AS (
  UPDATE events.endpoint p SET
    failing_since = CASE WHEN NOT c.works THEN CASE WHEN c.begins THEN c.since ELSE p.failing_since END END,
    last_failed_at = CASE WHEN c.works THEN p.last_failed_at ELSE greatest(p.last_failed_at, c.until) END
  FROM changed c WHERE p.id = c.id
)
INSERT INTO events.attempt (delivery_id, started_at, duration_ms, status, error, excerpt)
SELECT a.delivery_id, a.started_at, a.duration_ms, a.status, a.error, a.excerpt FROM ended a
WHERE EXISTS (SELECT FROM events.delivery d WHERE d.id = a.delivery_id)
ORDER BY a.position`;

interface EndedAttempt {
  readonly delivery: LeasedDelivery;
  readonly attempt: FinishedAttempt;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Batches attempts that end during a statement. */
export class AttemptRecorder {
  #waiting: EndedAttempt[] = [];
  #isRecording = false;

  constructor(private readonly database: Database) {}

  record(delivery: LeasedDelivery, attempt: FinishedAttempt): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ delivery, attempt, resolve, reject });
      if (!this.#isRecording) void this.#recordAll();
    });
  }

  async #recordAll(): Promise<void> {
    this.#isRecording = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.database.prepared('record_attempts', RECORD_ATTEMPTS, columnsOf(batch));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRecording = false;
  }
}

function columnsOf(batch: readonly EndedAttempt[]): readonly unknown[] {
  const column = (value: (one: EndedAttempt) => unknown): readonly unknown[] => batch.map(value);
  return [
    column(({ delivery }) => delivery.id),
    column(({ delivery }) => delivery.leasedUntil),
    column(({ attempt }) => attempt.startedAt),
    column(({ attempt }) => attempt.durationMs),
    column(({ attempt }) => attempt.status),
    column(({ attempt }) => attempt.error),
    column(({ attempt }) => attempt.excerpt),
    column(({ attempt }) => attempt.isDelivered),
    column(({ attempt }) => attempt.retryAt),
    column(({ delivery }) => delivery.leasedBy),
    column(({ attempt }) => attempt.quietSince),
  ];
}
