import type { MailSchedule, RecordedEvent, Retailer, RuleConditions } from '@brickmarket/domain';
import {
  DeliveryQueue,
  type FinishedAttempt,
  type LeasedDelivery,
  type LeasedMail,
  type LeasedWebhook,
  type LeaseRequest,
  type MailLeaseRequest,
  type MatchCounts,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { ROWS_PER_PORTION } from '../database/large-results.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { DELIVERER_LOCK, DelivererPresence } from './deliverer-presence.ts';
import { EVENT, NUMBER_OF, ruleNames } from './postgres-event-log.ts';

/** Without parameters, which cursors do not take. */
const pendingEvents = (most: number, newsSince: Date): string => `
SELECT ${EVENT}, e.retailer, t.rule_ids AS "ruleIds", t.states
FROM events.take_pending(${most}, '${newsSince.toISOString()}') t JOIN events.event e ON e.id = t.event_id`;

const RULES = `
SELECT id, kind, retailer, below_cents AS "belowCents", min_change_cents AS "minChangeCents",
  min_change_pct AS "minChangePct", hysteresis_pct AS "hysteresisPct", rearm_minutes AS "rearmMinutes",
  CASE WHEN sends_mail THEN json_build_object(
    'quiet', CASE WHEN quiet_from_minute IS NOT NULL
      THEN json_build_object('fromMinute', quiet_from_minute, 'untilMinute', quiet_until_minute) END,
    'digestMinute', digest_minute, 'timeZone', time_zone
  ) END AS schedule
FROM events.rule WHERE id = ANY ($1)`;

const RECORD_MATCHES = 'SELECT alerts, deliveries FROM events.record_matches($1, $2, $3)';

const DELIVERY = `
${NUMBER_OF('d.id')} AS "deliveryId", d.message_id AS "messageId", d.account_id AS "accountId", d.failures,
d.leased_until AS "leasedUntil", d.leased_by AS "leasedBy"`;

const DUE = `d.state = 'pending' AND d.due_at <= $1`;

/** Keys of living processes as `live.keys`, always with this one (`$6`), even if its lock connection was just lost. */
const LIVE = `
live AS MATERIALIZED (
  SELECT ARRAY(
    SELECT l.objid::integer FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${DELIVERER_LOCK} AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) || $6::integer AS keys
)`;

// Leased by a living process in time. Without a key, only time counts.
const isUnderWay = (delivery: string): string => `
(${delivery}.leased_until >= $1
  AND (${delivery}.leased_by IS NULL OR ${delivery}.leased_by = ANY ((SELECT keys FROM live)::integer[])))`;
const FREE = `${DUE} AND (d.leased_until IS NULL OR NOT ${isUnderWay('d')})`;

const MAY_BE_SENT = `
(e.verified_at IS NOT NULL
  OR EXISTS (SELECT FROM events.event t WHERE t.id = d.event_id AND t.kind = 'endpoint.test'))`;

const FAILING_SINCE = `
CASE WHEN coalesce(p.last_failed_at, p.failing_since) >= $5 THEN p.failing_since END`;

// Newest first; earlier ones sign until their promised time.
const SECRETS = `
json_build_array(json_build_object('secret', p.secret, 'privateKey', p.private_key))::jsonb || (
  SELECT coalesce(jsonb_agg(jsonb_build_object('secret', s.secret, 'privateKey', s.private_key)
    ORDER BY s.signs_until DESC), '[]')
  FROM events.previous_secret s WHERE s.endpoint_id = p.id AND s.signs_until > $1
)`;

/** Reads each endpoint's oldest separately, so that one with many cannot hide others. Locks only the chosen ones. */
const LEASE_WEBHOOKS = `
WITH ${LIVE}, chosen AS MATERIALIZED (
  SELECT next.id
  FROM events.endpoint e
  CROSS JOIN LATERAL (
    SELECT d.id, d.due_at FROM events.delivery d
    WHERE d.endpoint_id = e.id AND ${FREE} AND ${MAY_BE_SENT}
    ORDER BY d.due_at
    LIMIT greatest(0, CASE WHEN e.failing_since IS NULL THEN $4::integer ELSE 1 END - (
      SELECT count(*) FROM events.delivery b WHERE b.endpoint_id = e.id AND ${isUnderWay('b')}
    ))
  ) next
  WHERE e.disabled_at IS NULL
  ORDER BY e.failing_since NULLS FIRST, next.due_at
  LIMIT $3
), free AS (
  SELECT d.id FROM chosen JOIN events.delivery d ON d.id = chosen.id WHERE ${FREE} FOR UPDATE OF d SKIP LOCKED
)
UPDATE events.delivery d SET leased_until = $2, leased_by = $6
FROM free, events.event e, events.endpoint p
WHERE d.id = free.id AND e.id = d.event_id AND p.id = d.endpoint_id
RETURNING ${DELIVERY}, ${EVENT}, d.endpoint_id AS "endpointId", p.url, ${FAILING_SINCE} AS "failingSince",
  ${SECRETS} AS secrets`;

const FREE_MAIL = `d.endpoint_id IS NULL AND ${DUE} AND (d.leased_until IS NULL OR d.leased_until < $1)`;

/** Bounds memory; the rest gets another mail. */
const MAIL_PER_LEASE = 5_000;

// All that is due for an account, longest waiting first.
const LEASE_MAIL = `
WITH next AS MATERIALIZED (
  SELECT d.account_id FROM events.delivery d WHERE ${FREE_MAIL}
  GROUP BY d.account_id ORDER BY min(d.due_at), d.account_id LIMIT $3
), free AS (
  SELECT d.id FROM events.delivery d WHERE d.account_id IN (SELECT account_id FROM next) AND ${FREE_MAIL}
  ORDER BY d.account_id, d.id LIMIT ${MAIL_PER_LEASE} FOR UPDATE SKIP LOCKED
)
UPDATE events.delivery d SET leased_until = $2, leased_by = NULL
FROM free, events.event e, access.account a
WHERE d.id = free.id AND e.id = d.event_id AND a.id = d.account_id
RETURNING ${DELIVERY}, ${EVENT}, a.email, ${ruleNames('d.rule_ids')} AS "ruleNames"`;

interface LeasedRow extends RecordedEvent {
  readonly [name: string]: unknown;
  readonly deliveryId: number;
  readonly messageId: string;
  readonly accountId: number;
  readonly failures: number;
  readonly leasedUntil: Date;
  readonly leasedBy: number | null;
}

type WebhookRow = LeasedRow & Pick<LeasedWebhook, 'endpointId' | 'url' | 'failingSince' | 'secrets'>;

type PendingRow = RecordedEvent & {
  readonly retailer: Retailer | null;
  readonly ruleIds: readonly number[] | null;
  readonly states: Readonly<Record<number, { readonly firedAt: string; readonly isArmed: boolean }>> | null;
};

type WatchingRule = RuleConditions & { readonly id: number; readonly schedule: MailSchedule | null };

export class PostgresDeliveryQueue extends DeliveryQueue {
  readonly #attempts: AttemptRecorder;
  readonly #presence: DelivererPresence;

  constructor(private readonly database: Database) {
    super();
    this.#attempts = new AttemptRecorder(database);
    this.#presence = new DelivererPresence(database);
  }

  async matchPending({
    most,
    newsSince,
    now,
    decide,
  }: Parameters<DeliveryQueue['matchPending']>[0]): Promise<MatchCounts> {
    const client = await this.database.pool.connect();
    let isComplete = false;
    try {
      await client.query(`BEGIN; DECLARE pending NO SCROLL CURSOR FOR ${pendingEvents(most, newsSince)}`);
      const matched: number[] = [];
      const decisions: unknown[] = [];
      const rules = new Map<number, WatchingRule>();
      for (let isLast = false; !isLast;) {
        const { rows } = await client.query<PendingRow>(`FETCH ${ROWS_PER_PORTION} FROM pending`);
        isLast = rows.length < ROWS_PER_PORTION;
        const unread = new Set(rows.flatMap(({ ruleIds }) => ruleIds ?? []).filter((id) => !rules.has(id)));
        if (unread.size > 0)
          for (const rule of (await client.query<WatchingRule>(RULES, [[...unread]])).rows) rules.set(rule.id, rule);
        for (const { id, retailer, ruleIds, states, ...event } of rows) {
          matched.push(id);
          for (const rule of (ruleIds ?? []).flatMap((ruleId) => rules.get(ruleId) ?? [])) {
            const before = states?.[rule.id];
            const { fires, state, mailAt } = decide({
              event: { ...event, facts: retailer === null ? {} : { retailer } },
              rule,
              schedule: rule.schedule,
              state: before ? { ...before, firedAt: new Date(before.firedAt) } : null,
            });
            if (state !== null && (fires || state.isArmed !== before?.isArmed))
              decisions.push([id, rule.id, fires, state.firedAt, state.isArmed, mailAt]);
          }
        }
      }
      let counts = { alerts: 0, deliveries: 0 };
      if (matched.length > 0) {
        const { rows } = await client.query(RECORD_MATCHES, [matched, JSON.stringify(decisions), now]);
        counts = rows[0];
      }
      await client.query('COMMIT');
      isComplete = true;
      return { events: matched.length, ...counts };
    } finally {
      client.release(!isComplete);
    }
  }

  async leaseWebhooks(request: LeaseRequest): Promise<readonly LeasedWebhook[]> {
    const { now, leasedUntil, most, perEndpoint, quietSince } = request;
    // Before leasing: without its lock a process counts as dead.
    const leasedBy = await this.#presence.show();
    const rows = await this.database.prepared<WebhookRow>('lease_webhooks', LEASE_WEBHOOKS, [
      now,
      leasedUntil,
      most,
      perEndpoint,
      quietSince,
      leasedBy,
    ]);
    return rows.map((row) => {
      const { endpointId, url, failingSince, secrets } = row;
      return { ...leased(row), endpointId, url, failingSince, secrets };
    });
  }

  async leaseMail({ now, leasedUntil, accounts }: MailLeaseRequest): Promise<readonly LeasedMail[]> {
    const rows = await this.database.prepared<LeasedRow & Pick<LeasedMail, 'email' | 'ruleNames'>>(
      'lease_mail',
      LEASE_MAIL,
      [now, leasedUntil, accounts],
    );
    return rows.map((row) => ({ ...leased(row), email: row.email, ruleNames: row.ruleNames }));
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

function leased(row: LeasedRow): LeasedDelivery {
  const { id, kind, subject, occurredAt, recordedAt, oldCents, newCents, facts } = row;
  return {
    id: row.deliveryId,
    messageId: row.messageId,
    accountId: row.accountId,
    failures: row.failures,
    leasedUntil: row.leasedUntil,
    leasedBy: row.leasedBy,
    event: { id, kind, subject, occurredAt, recordedAt, oldCents, newCents, facts },
  };
}
