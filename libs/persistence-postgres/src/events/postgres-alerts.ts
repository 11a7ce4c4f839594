import {
  type Alert,
  type AlertRule,
  InvalidInputError,
  type RecordedEvent,
  type Retailer,
  type RuleScope,
} from '@brickmarket/domain';
import {
  AlertInbox,
  AlertRules,
  type DeliveryAttempt,
  type DeliveryRecord,
  type DeliveryState,
  type EndpointSecrets,
  type NewAlertRule,
  type ReplaySelection,
  type WebhookEndpoint,
  WebhookEndpoints,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';
import { listPastEvents } from './past-events.ts';
import { EVENT } from './postgres-event-log.ts';

type Query = Repositories['query'];

interface RuleRow {
  id: number;
  accountId: number;
  name: string;
  kind: AlertRule['kind'];
  scope: RuleScope['scope'];
  brickfolioId: number | null;
  setNumbers: string[] | null;
  retailer: Retailer | null;
  belowCents: number | null;
  minChangeCents: number;
  minChangePct: number;
  hysteresisPct: number;
  rearmMinutes: number;
  mail: boolean;
  endpointIds: number[];
  fromMinute: number | null;
  untilMinute: number | null;
  digestMinute: number | null;
  timeZone: string;
  createdAt: Date;
}

const LIST_RULES = `
SELECT r.id, r.account_id AS "accountId", r.name, r.kind, r.scope, r.brickfolio_id AS "brickfolioId", r.retailer,
  (SELECT array_agg(s.set_number ORDER BY s.set_number)
   FROM events.rule_set l JOIN catalog.lego_set s ON s.id = l.set_id
   WHERE l.rule_id = r.id) AS "setNumbers",
  r.below_cents AS "belowCents", r.min_change_cents AS "minChangeCents", r.min_change_pct AS "minChangePct",
  r.hysteresis_pct AS "hysteresisPct", r.rearm_minutes AS "rearmMinutes", r.sends_mail AS mail,
  ARRAY(SELECT l.endpoint_id FROM events.rule_endpoint l WHERE l.rule_id = r.id ORDER BY 1) AS "endpointIds",
  r.quiet_from_minute AS "fromMinute", r.quiet_until_minute AS "untilMinute", r.digest_minute AS "digestMinute",
  r.time_zone AS "timeZone", r.created_at AS "createdAt"
FROM events.rule r WHERE r.account_id = $1 AND ($2::integer IS NULL OR r.id = $2) ORDER BY r.id`;

const INSERT_RULE = `
INSERT INTO events.rule (
  account_id, name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents, min_change_pct, hysteresis_pct,
  rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute, time_zone, created_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`;

const INSERT_SETS = `
INSERT INTO events.rule_set (rule_id, set_id)
SELECT $1, id FROM catalog.lego_set WHERE set_number = ANY ($2)
RETURNING (SELECT set_number FROM catalog.lego_set s WHERE s.id = set_id) AS "setNumber"`;

const INSERT_ENDPOINTS = `
INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id)
SELECT $1, $2, id FROM events.endpoint WHERE account_id = $1 AND id = ANY ($3) RETURNING endpoint_id AS id`;

// Waiting deliveries that no other rule wants are deleted; those already sent stay in the log.
const FORGET_RULE = `
DELETE FROM events.delivery WHERE account_id = $1 AND state = 'pending' AND rule_ids = ARRAY[$2::integer]`;
const DETACH_RULE = `
UPDATE events.delivery SET rule_ids = array_remove(rule_ids, $2)
WHERE account_id = $1 AND state = 'pending' AND rule_ids @> ARRAY[$2::integer]`;

/** Rules in PostgreSQL. */
export class PostgresAlertRules extends AlertRules {
  constructor(private readonly database: Database) {
    super();
  }

  async create(accountId: number, rule: NewAlertRule, now: Date): Promise<AlertRule> {
    return asAccount(this.database, accountId, async (query) => {
      if (rule.watch.scope === 'brickfolio') await requireBrickfolio(query, accountId, rule.watch.brickfolioId);
      const [row] = await query<{ id: number }>(INSERT_RULE, ruleValues(accountId, rule, now));
      const id = row!.id;
      if (rule.watch.scope === 'sets') {
        const found = await query<{ setNumber: string }>(INSERT_SETS, [id, rule.watch.setNumbers]);
        const missing = rule.watch.setNumbers.find((number) => !found.some(({ setNumber }) => setNumber === number));
        if (missing !== undefined) throw new InvalidInputError(`set ${missing} is not in the catalogue`);
      }
      const linked = await query<{ id: number }>(INSERT_ENDPOINTS, [accountId, id, rule.endpointIds]);
      const unknown = rule.endpointIds.find((wanted) => !linked.some((one) => one.id === wanted));
      if (unknown !== undefined) throw new InvalidInputError(`there is no endpoint ${unknown}`);
      return (await query<RuleRow>(LIST_RULES, [accountId, id])).map(alertRule)[0]!;
    });
  }

  list(accountId: number): Promise<readonly AlertRule[]> {
    return asAccount(this.database, accountId, async (query) =>
      (await query<RuleRow>(LIST_RULES, [accountId, null])).map(alertRule),
    );
  }

  remove(accountId: number, ruleId: number): Promise<boolean> {
    return asAccount(this.database, accountId, async (query) => {
      // The rule first: matching that runs at this moment waits for the row, and then finds it gone.
      const deleted = await query('DELETE FROM events.rule WHERE account_id = $1 AND id = $2 RETURNING id', [
        accountId,
        ruleId,
      ]);
      await query(FORGET_RULE, [accountId, ruleId]);
      await query(DETACH_RULE, [accountId, ruleId]);
      return deleted.length > 0;
    });
  }

  listPast(
    accountId: number,
    rule: Pick<NewAlertRule, 'kind' | 'watch'>,
    since: Date,
  ): Promise<readonly RecordedEvent[]> {
    return asAccount(this.database, accountId, (query) => listPastEvents({ query }, accountId, rule, since));
  }
}

async function asAccount<Result>(
  database: Database,
  accountId: number,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  return (await database.repositories()).asAccount(accountId, ({ query }) => work(query));
}

async function requireBrickfolio(query: Query, accountId: number, id: number): Promise<void> {
  const own = await query('SELECT id FROM portfolio.brickfolio WHERE account_id = $1 AND id = $2', [accountId, id]);
  if (own.length === 0) throw new InvalidInputError(`there is no brickfolio ${id}`);
}

function ruleValues(accountId: number, rule: NewAlertRule, now: Date): readonly unknown[] {
  const { watch, schedule } = rule;
  return [
    accountId,
    rule.name,
    rule.kind,
    watch.scope,
    watch.scope === 'brickfolio' ? watch.brickfolioId : null,
    rule.retailer,
    rule.belowCents,
    rule.minChangeCents,
    rule.minChangePct,
    rule.hysteresisPct,
    rule.rearmMinutes,
    rule.mail,
    schedule.quiet?.fromMinute ?? null,
    schedule.quiet?.untilMinute ?? null,
    schedule.digestMinute,
    schedule.timeZone,
    now,
  ];
}

function alertRule(row: RuleRow): AlertRule {
  const { scope, brickfolioId, setNumbers, fromMinute, untilMinute, digestMinute, timeZone, ...rule } = row;
  return {
    ...rule,
    watch:
      scope === 'brickfolio'
        ? { scope, brickfolioId: brickfolioId! }
        : scope === 'sets'
          ? { scope, setNumbers: setNumbers ?? [] }
          : { scope },
    schedule: {
      quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
      digestMinute,
      timeZone,
    },
  };
}

const ENDPOINT = `
id, url, description, public_key AS "publicKey", created_at AS "createdAt", previous_until AS "previousUntil",
failing_since AS "failingSince", disabled_at AS "disabledAt", disabled_reason AS "disabledReason"`;

const ROTATE = `
UPDATE events.endpoint SET previous_secret = secret, previous_private_key = private_key, previous_until = $6,
  secret = $3, private_key = $4, public_key = $5
WHERE account_id = $1 AND id = $2 RETURNING ${ENDPOINT}`;

const TEST = `
WITH tested AS (
  INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
  SELECT 'endpoint.test', 'endpoint/' || id, gen_random_uuid()::text, account_id, $3, '{}'
  FROM events.endpoint WHERE account_id = $1 AND id = $2
  RETURNING id
)
INSERT INTO events.delivery (account_id, event_id, endpoint_id, rule_ids, due_at)
SELECT $1, id, $2, '{}', $3 FROM tested RETURNING message_id AS "messageId"`;

/** Endpoints in PostgreSQL. */
export class PostgresWebhookEndpoints extends WebhookEndpoints {
  constructor(private readonly database: Database) {
    super();
  }

  create(
    accountId: number,
    { url, description, secrets }: Parameters<WebhookEndpoints['create']>[1],
    now: Date,
  ): Promise<WebhookEndpoint> {
    return asAccount(this.database, accountId, async (query) => {
      const [created] = await query<WebhookEndpoint>(
        `INSERT INTO events.endpoint (account_id, url, description, secret, private_key, public_key, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${ENDPOINT}`,
        [accountId, url, description, secrets.secret, secrets.privateKey, secrets.publicKey, now],
      );
      return created!;
    });
  }

  list(accountId: number): Promise<readonly WebhookEndpoint[]> {
    return asAccount(this.database, accountId, (query) =>
      query<WebhookEndpoint>(`SELECT ${ENDPOINT} FROM events.endpoint WHERE account_id = $1 ORDER BY id`, [accountId]),
    );
  }

  rotate(
    accountId: number,
    endpointId: number,
    { secret, privateKey, publicKey }: EndpointSecrets,
    bothUntil: Date,
  ): Promise<WebhookEndpoint | null> {
    return asAccount(this.database, accountId, async (query) => {
      const values = [accountId, endpointId, secret, privateKey, publicKey, bothUntil];
      return (await query<WebhookEndpoint>(ROTATE, values))[0] ?? null;
    });
  }

  enable(accountId: number, endpointId: number): Promise<boolean> {
    return this.#changes(
      accountId,
      endpointId,
      `UPDATE events.endpoint SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL
       WHERE account_id = $1 AND id = $2 RETURNING id`,
    );
  }

  remove(accountId: number, endpointId: number): Promise<boolean> {
    return this.#changes(
      accountId,
      endpointId,
      'DELETE FROM events.endpoint WHERE account_id = $1 AND id = $2 RETURNING id',
    );
  }

  test(accountId: number, endpointId: number, now: Date): Promise<string | null> {
    return asAccount(this.database, accountId, async (query) => {
      const [sent] = await query<{ messageId: string }>(TEST, [accountId, endpointId, now]);
      return sent?.messageId ?? null;
    });
  }

  #changes(accountId: number, endpointId: number, statement: string): Promise<boolean> {
    return asAccount(this.database, accountId, async (query) => {
      return (await query(statement, [accountId, endpointId])).length > 0;
    });
  }
}

const LIST_ALERTS = `
SELECT ${EVENT}, a.fired_at AS "firedAt", a.read_at AS "readAt"
FROM events.alert a JOIN events.event e ON e.id = a.event_id
WHERE a.account_id = $1 ORDER BY a.event_id DESC LIMIT $2 OFFSET $3`;

const MARK_READ = `
UPDATE events.alert SET read_at = $3 WHERE account_id = $1 AND event_id <= $2 AND read_at IS NULL RETURNING event_id`;

const LIST_DELIVERIES = `
SELECT ${EVENT}, d.id::integer AS "deliveryId", d.message_id AS "messageId", d.endpoint_id AS "endpointId", d.state,
  d.due_at AS "dueAt", (
    SELECT coalesce(json_agg(json_build_object('startedAt', t.started_at, 'durationMs', t.duration_ms,
      'status', t.status, 'error', t.error, 'excerpt', t.excerpt) ORDER BY t.id), '[]')
    FROM events.attempt t WHERE t.delivery_id = d.id
  ) AS attempts
FROM events.delivery d JOIN events.event e ON e.id = d.event_id
WHERE d.account_id = $1 ORDER BY d.id DESC LIMIT $2 OFFSET $3`;

// What is under way is left alone: its sender is about to finish it.
const REPLAY = `
UPDATE events.delivery d SET state = 'pending', due_at = $2, failures = 0, leased_until = NULL
WHERE d.account_id = $1 AND d.endpoint_id IS NOT NULL AND d.state <> 'pending'
  AND CASE WHEN $3::integer IS NOT NULL THEN d.id = $3
           WHEN $4::timestamptz IS NOT NULL THEN EXISTS (
             SELECT FROM events.event e WHERE e.id = d.event_id AND e.recorded_at >= $4)
           ELSE d.state = 'failed' END
RETURNING d.id`;

interface AlertRow extends RecordedEvent {
  readonly firedAt: Date;
  readonly readAt: Date | null;
}

interface DeliveryRow extends RecordedEvent {
  readonly deliveryId: number;
  readonly messageId: string;
  readonly endpointId: number | null;
  readonly state: DeliveryState;
  readonly dueAt: Date;
  readonly attempts: readonly (Omit<DeliveryAttempt, 'startedAt'> & { readonly startedAt: string })[];
}

/** Alerts and deliveries in PostgreSQL. */
export class PostgresAlertInbox extends AlertInbox {
  constructor(private readonly database: Database) {
    super();
  }

  list(accountId: number, { limit, offset }: { limit: number; offset: number }): Promise<readonly Alert[]> {
    return asAccount(this.database, accountId, async (query) =>
      (await query<AlertRow>(LIST_ALERTS, [accountId, limit, offset])).map(({ firedAt, readAt, ...event }) => ({
        event,
        firedAt,
        readAt,
      })),
    );
  }

  markRead(accountId: number, throughEventId: number, now: Date): Promise<number> {
    return asAccount(this.database, accountId, async (query) => {
      return (await query(MARK_READ, [accountId, throughEventId, now])).length;
    });
  }

  listDeliveries(
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<readonly DeliveryRecord[]> {
    return asAccount(this.database, accountId, async (query) =>
      (await query<DeliveryRow>(LIST_DELIVERIES, [accountId, limit, offset])).map(
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

  replay(accountId: number, which: ReplaySelection, now: Date): Promise<number> {
    const deliveryId = 'deliveryId' in which ? which.deliveryId : null;
    const since = 'since' in which ? which.since : null;
    return asAccount(this.database, accountId, async (query) => {
      return (await query(REPLAY, [accountId, now, deliveryId, since])).length;
    });
  }
}
