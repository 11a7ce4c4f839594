import type { RecordedEvent } from '@brickmarket/domain';
import {
  AlertInbox,
  type DeliveryAttempt,
  type DeliveryRecord,
  type DeliveryState,
  type ListedAlert,
  MAX_UNREAD,
  type NewestFirst,
  type Replayed,
  type ReplaySelection,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { EVENT, NUMBER_OF, ruleNames } from './postgres-event-log.ts';

/** Characters of a response shown; 64 kB are stored. */
const SHOWN_EXCERPT = 1_000;
const SHOWN_ATTEMPTS = 40;

const LIST_ALERTS = `
SELECT ${EVENT}, a.fired_at AS "firedAt", a.read_at AS "readAt", ${ruleNames('a.rule_ids')} AS "ruleNames"
FROM events.alert a JOIN events.event e ON e.id = a.event_id
WHERE a.account_id = $1 AND ($3::bigint IS NULL OR a.event_id < $3) ORDER BY a.event_id DESC LIMIT $2`;

// Stops counting at the maximum shown.
const COUNT_UNREAD = `
SELECT count(*)::integer AS count
FROM (SELECT FROM events.alert WHERE account_id = $1 AND read_at IS NULL LIMIT ${MAX_UNREAD}) unread`;

const MARK_READ = `
UPDATE events.alert SET read_at = $3 WHERE account_id = $1 AND event_id <= $2 AND read_at IS NULL RETURNING event_id`;

const LIST_DELIVERIES = `
SELECT ${EVENT}, ${NUMBER_OF('d.id')} AS "deliveryId", d.message_id AS "messageId", d.endpoint_id AS "endpointId",
  d.state, d.due_at AS "dueAt", (
    SELECT coalesce(json_agg(json_build_object('startedAt', t.started_at, 'durationMs', t.duration_ms,
      'status', t.status, 'error', t.error, 'excerpt', left(t.excerpt, ${SHOWN_EXCERPT})) ORDER BY t.id), '[]')
    FROM (SELECT * FROM events.attempt WHERE delivery_id = d.id ORDER BY id DESC LIMIT ${SHOWN_ATTEMPTS}) t
  ) AS attempts
FROM events.delivery d JOIN events.event e ON e.id = d.event_id
WHERE d.account_id = $1 AND ($3::bigint IS NULL OR d.id < $3) AND ($4::integer IS NULL OR d.endpoint_id = $4)
ORDER BY d.id DESC LIMIT $2`;

const REPLAY = 'SELECT replayed, waiting, retry_at AS "retryAt" FROM events.replay($1, $2, $3, $4)';

interface AlertRow extends RecordedEvent {
  readonly firedAt: Date;
  readonly readAt: Date | null;
  readonly ruleNames: readonly string[];
}

interface DeliveryRow extends RecordedEvent {
  readonly deliveryId: number;
  readonly messageId: string;
  readonly endpointId: number | null;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly attempts: readonly (Omit<DeliveryAttempt, 'startedAt'> & { readonly startedAt: string })[];
}

export class PostgresAlertInbox extends AlertInbox {
  constructor(private readonly database: Database) {
    super();
  }

  list(accountId: number, { limit, before = null }: NewestFirst): Promise<readonly ListedAlert[]> {
    return this.database.asAccount(accountId, async (query) =>
      (await query<AlertRow>(LIST_ALERTS, [accountId, limit, before])).map(
        ({ firedAt, readAt, ruleNames: names, ...event }) => ({ event, firedAt, readAt, ruleNames: names }),
      ),
    );
  }

  async countUnread(accountId: number): Promise<number> {
    return this.database.asAccount(accountId, async (query) => {
      const [{ count } = { count: 0 }] = await query<{ count: number }>(COUNT_UNREAD, [accountId]);
      return count;
    });
  }

  markRead(accountId: number, throughEventId: number, now: Date): Promise<number> {
    return this.database.asAccount(accountId, async (query) => {
      return (await query(MARK_READ, [accountId, throughEventId, now])).length;
    });
  }

  listDeliveries(
    accountId: number,
    { limit, before = null, endpointId: wanted = null }: NewestFirst & { readonly endpointId?: number | null },
  ): Promise<readonly DeliveryRecord[]> {
    return this.database.asAccount(accountId, async (query) =>
      (await query<DeliveryRow>(LIST_DELIVERIES, [accountId, limit, before, wanted])).map(
        ({ deliveryId, messageId, endpointId, state, dueAt, attempts, ...event }) => ({
          id: deliveryId,
          messageId,
          endpointId,
          state,
          dueAt,
          event,
          attempts: attempts.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
        }),
      ),
    );
  }

  replay(accountId: number, which: ReplaySelection, now: Date): Promise<Replayed> {
    const deliveryId = 'deliveryId' in which ? which.deliveryId : null;
    const since = 'since' in which ? which.since : null;
    const { endpointId = null } = which;
    return this.database.asAccount(accountId, async (query) => {
      return (await query<Replayed>(REPLAY, [deliveryId, since, endpointId, now]))[0]!;
    });
  }
}
