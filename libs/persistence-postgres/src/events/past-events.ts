import type { EventSource, RecordedEvent } from '@brickmarket/domain';
import type { AlertRules } from '@brickmarket/persistence-ports';
import type { Repositories } from '../repositories.ts';
import { EVENT } from './postgres-event-log.ts';
import { HAS_MOVED } from './record-events.ts';

/** Sets watched by a rule of account `$1`: brickfolio `$2`, numbers `$3`, or all holdings. */
const WATCHED = `
watched AS MATERIALIZED (
  SELECT s.id, s.set_number, s.title FROM catalog.lego_set s
  WHERE CASE WHEN $3::text[] IS NOT NULL THEN s.set_number = ANY ($3) ELSE s.id IN (
    SELECT h.set_id FROM portfolio.holding h
    WHERE h.account_id = $1 AND h.status <> 'sold' AND ($2::integer IS NULL OR h.brickfolio_id = $2)
  ) END
)`;

const RETAIL_PAST = `
WITH ${WATCHED}
SELECT 0 AS id, $5::text AS kind, 'set/' || s.set_number || '/' || n.retailer AS subject, n.observed_at AS "occurredAt",
  n.observed_at AS "recordedAt", n.old_cents AS "oldCents", n.new_cents AS "newCents",
  jsonb_build_object('setNumber', s.set_number, 'title', s.title, 'retailer', n.retailer) AS facts
FROM events.retail_changes($6, ARRAY(SELECT id FROM watched), $4::timestamptz) n JOIN watched s ON s.id = n.set_id
ORDER BY n.observed_at, n.set_id, n.retailer`;

const VALUE_PAST = `
WITH ${WATCHED}, n AS (
  SELECT w.*, s.set_number, s.title,
    lag(w.value_cents) OVER (PARTITION BY w.item_id, w.condition ORDER BY w.day) AS before
  FROM watched s JOIN market.value_step w ON w.item_id = s.id
)
SELECT 0 AS id, $5::text AS kind, 'set/' || n.set_number || '/' || n.condition AS subject,
  n.day::timestamptz AS "occurredAt", n.day::timestamptz AS "recordedAt", ago.value_cents AS "oldCents",
  n.value_cents AS "newCents",
  jsonb_build_object('setNumber', n.set_number, 'title', n.title, 'condition', n.condition) AS facts
FROM n
CROSS JOIN LATERAL (SELECT n.before AS value_cents) v
CROSS JOIN LATERAL (
  SELECT w.value_cents FROM market.value_step w
  WHERE w.item_id = n.item_id AND w.condition = n.condition AND w.day <= n.day - 30
  ORDER BY w.day DESC LIMIT 1
) ago
WHERE ${HAS_MOVED} AND n.day >= ($4::timestamptz AT TIME ZONE 'UTC')::date
ORDER BY n.day, n.item_id, n.condition`;

const LOGGED_PAST = `
WITH ${WATCHED}
SELECT ${EVENT} FROM events.event e
WHERE e.kind = $5 AND e.occurred_at >= $4::timestamptz
  AND CASE WHEN $6 THEN e.set_id IN (SELECT id FROM watched) ELSE e.account_id IS NULL OR e.account_id = $1 END
ORDER BY e.occurred_at, e.id`;

const PAST: Readonly<Record<EventSource['from'], string>> = {
  retail: RETAIL_PAST,
  values: VALUE_PAST,
  log: LOGGED_PAST,
};

export function listPastEvents(
  { query }: Pick<Repositories, 'query'>,
  accountId: number,
  { kind, watch, source }: Parameters<AlertRules['listPast']>[1],
  since: Date,
): Promise<readonly RecordedEvent[]> {
  const isAboutSets = watch.scope !== 'account';
  return query<RecordedEvent>(PAST[source.from], [
    accountId,
    watch.scope === 'brickfolio' ? watch.brickfolioId : null,
    watch.scope === 'sets' ? watch.setNumbers : null,
    since,
    kind,
    ...(source.from === 'retail' ? [source.change] : []),
    ...(source.from === 'log' ? [isAboutSets] : []),
  ]);
}
