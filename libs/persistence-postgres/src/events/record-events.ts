import type { RetailEvent, Retailer } from '@brickmarket/domain';
import type { WriteSession } from '../bulk/write-session.ts';

// Events of imports, valuations and publications, each statement for all changes. Skips recorded causes.

const EVENT_COLUMNS = 'kind, subject, cause, set_id, retailer, occurred_at, old_cents, new_cents, facts';

export interface StagedRetailEvent extends RetailEvent {
  readonly setId: number;
  readonly retailer: Retailer;
}

export const STAGED_RETAIL_EVENT = `staged_event (
  kind text, change text, set_id integer, retailer retail.retailer, occurred_at timestamptz, old_cents integer,
  new_cents integer
) ON COMMIT DELETE ROWS`;

/** An all-time low names the last day of the previous low. */
const RECORD_RETAIL_EVENTS = `
INSERT INTO events.event (${EVENT_COLUMNS})
SELECT e.kind, 'set/' || s.set_number || '/' || e.retailer,
       to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       e.set_id, e.retailer, e.occurred_at, e.old_cents, e.new_cents,
       jsonb_strip_nulls(jsonb_build_object(
         'setNumber', s.set_number, 'title', s.title, 'retailer', e.retailer, 'previousLowDay',
         CASE WHEN e.change = 'price_lowest_ever' THEN (
           SELECT max(o.observed_at AT TIME ZONE 'UTC')::date FROM source.retail_observation o
           WHERE o.set_id = e.set_id AND o.retailer = e.retailer AND o.price_cents = e.old_cents
         ) END
       ))
FROM staged_event e JOIN catalog.lego_set s ON s.id = e.set_id
ORDER BY e.occurred_at, e.set_id, e.retailer, e.kind DESC
ON CONFLICT DO NOTHING`;

/** Within the import's transaction. Free without news. */
export async function recordRetailEvents(session: WriteSession, news: readonly StagedRetailEvent[]): Promise<void> {
  if (news.length === 0) return;
  const copy = session.copyInto('staged_event', [
    'kind',
    'change',
    'set_id',
    'retailer',
    'occurred_at',
    'old_cents',
    'new_cents',
  ]);
  await copy.write(
    news.map(({ kind, change, setId, retailer, occurredAt, oldCents, newCents }) => [
      kind,
      change,
      setId,
      retailer,
      occurredAt.toISOString(),
      oldCents,
      newCents,
    ]),
  );
  await copy.end();
  await session.write(RECORD_RETAIL_EVENTS);
}

// Five-percent bands from the value 30 days ago: 0 is below 5 percent, 1 is 5 to 10, -1 the same below.
const bandOf = (cents: string): string => `20 * (${cents} - ago.value_cents)::bigint / ago.value_cents`;

/** Whether `n`, formerly `v`, has moved away from `ago`. */
export const HAS_MOVED = `
v.value_cents IS NOT NULL AND ago.value_cents > 0 AND abs(n.value_cents - ago.value_cents) >= 100
  AND abs(${bandOf('n.value_cents')}) >= 1
  AND (abs(${bandOf('n.value_cents')}) > abs(${bandOf('v.value_cents')})
    OR sign(n.value_cents - ago.value_cents) <> sign(v.value_cents - ago.value_cents))`;

/** Steps that move a set by a dollar and another five percent since 30 days before day `$1`. */
export const movedValues = (values: string): string => `
SELECT n.item_id, n.condition, ago.value_cents AS ago_cents, n.value_cents
FROM ${values} n
JOIN catalog.lego_set s ON s.id = n.item_id
CROSS JOIN LATERAL (SELECT n.before_cents AS value_cents) v
CROSS JOIN LATERAL (
  SELECT w.value_cents FROM market.value_step w
  WHERE w.item_id = n.item_id AND w.condition = n.condition AND w.day <= $1::date - 30
  ORDER BY w.day DESC LIMIT 1
) ago
WHERE n.is_step AND ${HAS_MOVED}`;

/** For publishing a valuation: rows as `move`, instant as `$2`. */
export const RECORD_MOVED_VALUES = `
INSERT INTO events.event (${EVENT_COLUMNS})
SELECT 'value.moved', 'set/' || s.set_number || '/' || m.condition, $1::date::text, m.item_id, NULL, $2::timestamptz,
       m.ago_cents, m.value_cents,
       jsonb_build_object('setNumber', s.set_number, 'title', s.title, 'condition', m.condition)
FROM move m JOIN catalog.lego_set s ON s.id = m.item_id
ON CONFLICT DO NOTHING`;

/** One event for the latest staged month, if no series was published as far. */
export const RECORD_PUBLISHED_MONTH = `
INSERT INTO events.event (kind, subject, cause, occurred_at, facts)
SELECT 'month.published', 'market', latest.month, access.clock(), jsonb_build_object('month', latest.month)
FROM (
  SELECT to_char(max(through_month), 'YYYY-MM') AS month FROM staged_series
  HAVING max(through_month) > coalesce((SELECT max(through_month) FROM market.month_series), '-infinity')
) latest
ON CONFLICT DO NOTHING`;

const TODAY = `(access.clock() AT TIME ZONE 'UTC')::date`;
const EXIT_FACTS = `jsonb_build_object('setNumber', s.set_number, 'title', s.title, 'exitDay', s.exit_date)`;

/** New or changed exit days of `changed` sets with `old_exit_date`, at most 30 days past. */
export const RECORD_EXIT_DATES = `
INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts)
SELECT CASE WHEN s.exit_date < ${TODAY} THEN 'set.retired' ELSE 'set.retiring' END, 'set/' || s.set_number,
       s.exit_date::text, s.id, access.clock(), ${EXIT_FACTS}
FROM changed s
WHERE s.exit_date IS DISTINCT FROM s.old_exit_date AND s.exit_date >= ${TODAY} - 30
ON CONFLICT DO NOTHING`;

/** Last day on sale within the last week. */
export const RECORD_RETIRED_SETS = `
INSERT INTO events.event (kind, subject, cause, set_id, occurred_at, facts)
SELECT 'set.retired', 'set/' || s.set_number, s.exit_date::text, s.id, access.clock(), ${EXIT_FACTS}
FROM catalog.lego_set s
WHERE s.exit_date BETWEEN ${TODAY} - 7 AND ${TODAY} - 1
  AND NOT EXISTS (
    SELECT FROM events.event e
    WHERE e.kind = 'set.retired' AND e.subject = 'set/' || s.set_number AND e.cause = s.exit_date::text
  )
ON CONFLICT DO NOTHING`;

const KEY_FACTS = `'keyId', k.id, 'keyName', k.name, 'keyLast4', k.last4`;

// Includes today's usage of earlier keys of the slot.
const USED_OF_ALLOWANCE = '(u.used + CASE WHEN k.carried_on = u.day THEN k.carried ELSE 0 END)';

/** Used four fifths of today's quota. */
export const RECORD_LOW_ALLOWANCES = `
INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
SELECT 'allowance.low', 'key/' || k.id, u.day::text, k.account_id, access.clock(),
       jsonb_build_object(${KEY_FACTS}, 'used', ${USED_OF_ALLOWANCE}, 'dailyLimit', k.daily_limit)
FROM access.api_key k JOIN access.key_usage u ON u.key_id = k.id AND u.day = ${TODAY}
WHERE u.used > 0 AND ${USED_OF_ALLOWANCE} * 5::bigint >= k.daily_limit * 4::bigint
  AND NOT EXISTS (
    SELECT FROM events.event e
    WHERE e.kind = 'allowance.low' AND e.subject = 'key/' || k.id AND e.cause = u.day::text
  )
ON CONFLICT DO NOTHING`;

/** Within 14 days, and again within one day. */
export const RECORD_EXPIRING_KEYS = `
INSERT INTO events.event (kind, subject, cause, account_id, occurred_at, facts)
SELECT 'key.expiring', 'key/' || k.id, due.cause, k.account_id, access.clock(),
       jsonb_build_object(${KEY_FACTS},
         'expiresAt', to_char(k.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
FROM access.api_key k
CROSS JOIN LATERAL (
  SELECT CASE WHEN k.expires_at <= access.clock() + interval '1 day' THEN '1 day' ELSE '14 days' END
    || ' before ' || (k.expires_at AT TIME ZONE 'UTC')::text AS cause
) due
WHERE k.revoked_at IS NULL AND k.expires_at > access.clock() AND k.expires_at <= access.clock() + interval '14 days'
  AND NOT EXISTS (
    SELECT FROM events.event e WHERE e.kind = 'key.expiring' AND e.subject = 'key/' || k.id AND e.cause = due.cause
  )
ON CONFLICT DO NOTHING`;
