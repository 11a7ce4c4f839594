import type { MailSchedule, RecordedEvent } from '@brickmarket/domain';
import {
  DeliveryQueue,
  type FinishedAttempt,
  type LeasedDelivery,
  type LeasedMail,
  type LeasedWebhook,
  type LeaseRequest,
  type MatchCounts,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { EVENT } from './postgres-event-log.ts';

const LIST_SCHEDULES = `
SELECT DISTINCT quiet_from_minute AS "fromMinute", quiet_until_minute AS "untilMinute", digest_minute AS "digestMinute",
  time_zone AS "timeZone"
FROM events.rule WHERE sends_mail`;

const MATCH = 'SELECT events, alerts, deliveries FROM events.match_pending($1, $2, $3, $4, $5)';

const DELIVERY = `
d.id::integer AS "deliveryId", d.message_id AS "messageId", d.account_id AS "accountId", d.failures,
d.leased_until AS "leasedUntil"`;

// Due, and leased by nobody, or by a process that has not finished in time.
const FREE = `d.state = 'pending' AND d.due_at <= $1 AND (d.leased_until IS NULL OR d.leased_until < $1)`;

/**
 * Each endpoint is asked for its own oldest: one with many deliveries, or a dead one, does not hide the others. Only
 * those that are chosen of all endpoints are locked.
 */
const LEASE_WEBHOOKS = `
WITH chosen AS MATERIALIZED (
  SELECT next.id
  FROM events.endpoint e
  CROSS JOIN LATERAL (
    SELECT d.id, d.due_at FROM events.delivery d
    WHERE d.endpoint_id = e.id AND ${FREE}
    ORDER BY d.due_at
    LIMIT greatest(0, CASE WHEN e.failing_since IS NULL THEN $4::integer ELSE 1 END - (
      SELECT count(*) FROM events.delivery b WHERE b.endpoint_id = e.id AND b.leased_until >= $1
    ))
  ) next
  WHERE e.disabled_at IS NULL
  ORDER BY e.failing_since NULLS FIRST, next.due_at
  LIMIT $3
), free AS (
  SELECT d.id FROM chosen JOIN events.delivery d ON d.id = chosen.id WHERE ${FREE} FOR UPDATE OF d SKIP LOCKED
)
UPDATE events.delivery d SET leased_until = $2
FROM free, events.event e, events.endpoint p
WHERE d.id = free.id AND e.id = d.event_id AND p.id = d.endpoint_id
RETURNING ${DELIVERY}, ${EVENT}, d.endpoint_id AS "endpointId", p.url, p.failing_since AS "failingSince",
  p.secret, p.private_key AS "privateKey",
  CASE WHEN p.previous_until > $1 THEN p.previous_secret END AS "previousSecret",
  CASE WHEN p.previous_until > $1 THEN p.previous_private_key END AS "previousPrivateKey"`;

const LEASE_MAIL = `
WITH free AS (
  SELECT d.id FROM events.delivery d WHERE d.endpoint_id IS NULL AND ${FREE}
  ORDER BY d.account_id, d.id LIMIT $3 FOR UPDATE SKIP LOCKED
)
UPDATE events.delivery d SET leased_until = $2
FROM free, events.event e, access.account a
WHERE d.id = free.id AND e.id = d.event_id AND a.id = d.account_id
RETURNING ${DELIVERY}, ${EVENT}, a.email`;

interface LeasedRow extends RecordedEvent {
  readonly [name: string]: unknown;
  readonly deliveryId: number;
  readonly messageId: string;
  readonly accountId: number;
  readonly failures: number;
  readonly leasedUntil: Date;
}

interface WebhookRow extends LeasedRow {
  readonly endpointId: number;
  readonly url: string;
  readonly failingSince: Date | null;
  readonly secret: string;
  readonly privateKey: string;
  readonly previousSecret: string | null;
  readonly previousPrivateKey: string | null;
}

/** The queue of deliveries in PostgreSQL. */
export class PostgresDeliveryQueue extends DeliveryQueue {
  readonly #attempts: AttemptRecorder;

  constructor(private readonly database: Database) {
    super();
    this.#attempts = new AttemptRecorder(database);
  }

  async listSchedules(): Promise<readonly MailSchedule[]> {
    const rows = await this.database.prepared<{
      fromMinute: number | null;
      untilMinute: number | null;
      digestMinute: number | null;
      timeZone: string;
    }>('list_schedules', LIST_SCHEDULES, []);
    return rows.map(({ fromMinute, untilMinute, digestMinute, timeZone }) => ({
      quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
      digestMinute,
      timeZone,
    }));
  }

  async matchPending({
    most,
    newsSince,
    now,
    dueAt,
  }: Parameters<DeliveryQueue['matchPending']>[0]): Promise<MatchCounts> {
    const [counts] = await this.database.prepared<MatchCounts & { [name: string]: unknown }>('match_pending', MATCH, [
      most,
      newsSince,
      now,
      dueAt.map(({ schedule }) => scheduleText(schedule)),
      dueAt.map(({ at }) => at),
    ]);
    return counts!;
  }

  async leaseWebhooks({ now, leasedUntil, most, perEndpoint }: LeaseRequest): Promise<readonly LeasedWebhook[]> {
    const rows = await this.database.prepared<WebhookRow>('lease_webhooks', LEASE_WEBHOOKS, [
      now,
      leasedUntil,
      most,
      perEndpoint,
    ]);
    return rows.map((row) => ({
      ...leased(row),
      endpointId: row.endpointId,
      url: row.url,
      failingSince: row.failingSince,
      secrets: [
        { secret: row.secret, privateKey: row.privateKey },
        ...(row.previousSecret === null ? [] : [{ secret: row.previousSecret, privateKey: row.previousPrivateKey! }]),
      ],
    }));
  }

  async leaseMail({ now, leasedUntil, most }: Omit<LeaseRequest, 'perEndpoint'>): Promise<readonly LeasedMail[]> {
    const rows = await this.database.prepared<LeasedRow & { email: string }>('lease_mail', LEASE_MAIL, [
      now,
      leasedUntil,
      most,
    ]);
    return rows.map((row) => ({ ...leased(row), email: row.email }));
  }

  async finish(delivery: LeasedDelivery & { readonly endpointId?: number }, attempt: FinishedAttempt): Promise<void> {
    const { startedAt, durationMs, switchOff } = attempt;
    await this.#attempts.record(delivery, attempt);
    if (switchOff !== null && delivery.endpointId !== undefined)
      await this.database.prepared('switch_off', 'SELECT events.switch_off($1, $2, $3)', [
        delivery.endpointId,
        switchOff,
        new Date(startedAt.getTime() + durationMs),
      ]);
  }
}

/** In the same form as `events.schedule_of`. */
function scheduleText({ quiet, digestMinute, timeZone }: MailSchedule): string {
  return [quiet?.fromMinute ?? '-', quiet?.untilMinute ?? '-', digestMinute ?? '-', timeZone].join(' ');
}

function leased(row: LeasedRow): LeasedDelivery {
  const { id, kind, subject, occurredAt, recordedAt, oldCents, newCents, facts } = row;
  return {
    id: row.deliveryId,
    messageId: row.messageId,
    accountId: row.accountId,
    failures: row.failures,
    leasedUntil: row.leasedUntil,
    event: { id, kind, subject, occurredAt, recordedAt, oldCents, newCents, facts },
  };
}
