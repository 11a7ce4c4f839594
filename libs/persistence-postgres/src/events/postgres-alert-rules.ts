import {
  type AlertRule,
  InvalidInputError,
  type RecordedEvent,
  type Retailer,
  type RuleScope,
} from '@brickmarket/domain';
import { AlertRules, type NewAlertRule } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { Repositories } from '../repositories.ts';
import { listPastEvents } from './past-events.ts';

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
  pausedAt: Date | null;
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
  r.time_zone AS "timeZone", r.created_at AS "createdAt", r.paused_at AS "pausedAt"
FROM events.rule r WHERE r.account_id = $1 AND ($2::integer IS NULL OR r.id = $2) ORDER BY r.id`;

const INSERT_RULE = `
INSERT INTO events.rule (
  account_id, name, kind, scope, brickfolio_id, retailer, below_cents, min_change_cents, min_change_pct, hysteresis_pct,
  rearm_minutes, sends_mail, quiet_from_minute, quiet_until_minute, digest_minute, time_zone, created_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id`;

const UPDATE_RULE = `
UPDATE events.rule SET name = $3, kind = $4, scope = $5, brickfolio_id = $6, retailer = $7, below_cents = $8,
  min_change_cents = $9, min_change_pct = $10, hysteresis_pct = $11, rearm_minutes = $12, sends_mail = $13,
  quiet_from_minute = $14, quiet_until_minute = $15, digest_minute = $16, time_zone = $17
WHERE account_id = $1 AND id = $2`;

const INSERT_SETS = `
INSERT INTO events.rule_set (rule_id, set_id)
SELECT $1, id FROM catalog.lego_set WHERE set_number = ANY ($2)
RETURNING (SELECT set_number FROM catalog.lego_set s WHERE s.id = set_id) AS "setNumber"`;

const INSERT_ENDPOINTS = `
INSERT INTO events.rule_endpoint (account_id, rule_id, endpoint_id)
SELECT $1, $2, id FROM events.endpoint WHERE account_id = $1 AND id = ANY ($3) RETURNING endpoint_id AS id`;

// Deletes queued deliveries that no other rule wants; sent ones stay in the log.
const ELSEWHERE = `account_id = $1 AND state = 'pending' AND coalesce(endpoint_id, 0) <> ALL ($3::integer[])`;
const FORGET_RULE = `DELETE FROM events.delivery WHERE ${ELSEWHERE} AND rule_ids = ARRAY[$2::integer]`;
const DETACH_RULE = `
UPDATE events.delivery SET rule_ids = array_remove(rule_ids, $2)
WHERE ${ELSEWHERE} AND rule_ids @> ARRAY[$2::integer]`;
/** Represents mail among endpoint ids. */
const MAIL = 0;

export class PostgresAlertRules extends AlertRules {
  constructor(private readonly database: Database) {
    super();
  }

  create(accountId: number, rule: NewAlertRule, now: Date): Promise<AlertRule> {
    return this.database.asAccount(accountId, async (query) => {
      if (rule.watch.scope === 'brickfolio') await requireBrickfolio(query, accountId, rule.watch.brickfolioId);
      const [row] = await query<{ id: number }>(INSERT_RULE, [accountId, ...ruleValues(rule), now]);
      return attach(query, accountId, row!.id, rule);
    });
  }

  update(accountId: number, ruleId: number, rule: NewAlertRule): Promise<AlertRule | null> {
    return this.database.asAccount(accountId, async (query) => {
      const [before] = await query<RuleRow>(`${LIST_RULES} FOR UPDATE OF r`, [accountId, ruleId]);
      if (before === undefined) return null;
      if (rule.watch.scope === 'brickfolio') await requireBrickfolio(query, accountId, rule.watch.brickfolioId);
      await query(UPDATE_RULE, [accountId, ruleId, ...ruleValues(rule)]);
      for (const table of ['rule_set', 'rule_endpoint'])
        await query(`DELETE FROM events.${table} WHERE rule_id = $1`, [ruleId]);
      // State under other conditions is meaningless.
      if (CONDITIONS.some((field) => before[field] !== rule[field]))
        await query('DELETE FROM events.rule_state WHERE rule_id = $1', [ruleId]);
      await forget(query, accountId, ruleId, [...rule.endpointIds, ...(rule.mail ? [MAIL] : [])]);
      return attach(query, accountId, ruleId, rule);
    });
  }

  setPaused(accountId: number, ruleId: number, pausedAt: Date | null): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => {
      const changed = await query(
        'UPDATE events.rule SET paused_at = $3 WHERE account_id = $1 AND id = $2 RETURNING id',
        [accountId, ruleId, pausedAt],
      );
      if (pausedAt !== null && changed.length > 0) await forget(query, accountId, ruleId, []);
      return changed.length > 0;
    });
  }

  list(accountId: number): Promise<readonly AlertRule[]> {
    return this.database.asAccount(accountId, async (query) =>
      (await query<RuleRow>(LIST_RULES, [accountId, null])).map(alertRule),
    );
  }

  remove(accountId: number, ruleId: number): Promise<boolean> {
    return this.database.asAccount(accountId, async (query) => {
      // The rule first: concurrent matching waits for the row and then finds it deleted.
      const deleted = await query('DELETE FROM events.rule WHERE account_id = $1 AND id = $2 RETURNING id', [
        accountId,
        ruleId,
      ]);
      await forget(query, accountId, ruleId, []);
      return deleted.length > 0;
    });
  }

  listPast(
    accountId: number,
    rule: Parameters<AlertRules['listPast']>[1],
    since: Date,
  ): Promise<readonly RecordedEvent[]> {
    return this.database.asAccount(accountId, (query) => listPastEvents({ query }, accountId, rule, since));
  }
}

const CONDITIONS = ['kind', 'retailer', 'belowCents', 'minChangeCents', 'minChangePct', 'hysteresisPct'] as const;

/** Deletes deliveries queued only for this rule, except to these destinations. */
async function forget(query: Query, accountId: number, ruleId: number, places: readonly number[]): Promise<void> {
  await query(FORGET_RULE, [accountId, ruleId, places]);
  await query(DETACH_RULE, [accountId, ruleId, places]);
}

async function attach(query: Query, accountId: number, id: number, rule: NewAlertRule): Promise<AlertRule> {
  if (rule.watch.scope === 'sets') {
    const found = await query<{ setNumber: string }>(INSERT_SETS, [id, rule.watch.setNumbers]);
    const missing = rule.watch.setNumbers.find((number) => !found.some(({ setNumber }) => setNumber === number));
    if (missing !== undefined) throw new InvalidInputError(`set ${missing} is not in the catalog`, 'setNumbers');
  }
  const linked = await query<{ id: number }>(INSERT_ENDPOINTS, [accountId, id, rule.endpointIds]);
  const unknown = rule.endpointIds.find((wanted) => !linked.some((one) => one.id === wanted));
  if (unknown !== undefined) throw new InvalidInputError(`endpoint ${unknown} not found`, 'endpointIds');
  return (await query<RuleRow>(LIST_RULES, [accountId, id])).map(alertRule)[0]!;
}

async function requireBrickfolio(query: Query, accountId: number, id: number): Promise<void> {
  const own = await query('SELECT id FROM portfolio.brickfolio WHERE account_id = $1 AND id = $2', [accountId, id]);
  if (own.length === 0) throw new InvalidInputError(`brickfolio ${id} not found`, 'brickfolioId');
}

function ruleValues(rule: NewAlertRule): readonly unknown[] {
  const { watch, schedule } = rule;
  return [
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
