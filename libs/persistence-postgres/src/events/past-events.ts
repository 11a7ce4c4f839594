import { type EventKind, type RecordedEvent, SET_EVENT_KINDS } from '@brickmarket/domain';
import type { NewAlertRule } from '@brickmarket/persistence-ports';
import type { Repositories } from '../repositories.ts';
import { EVENT } from './postgres-event-log.ts';
import { HAS_MOVED } from './record-events.ts';

// What a rule would have been asked about: prices and values from their histories, the rest from the log.

/** The sets that a rule of account `$1` watches: those of brickfolio `$2`, those numbered `$3`, or all holdings. */
const WATCHED = `
watched AS MATERIALIZED (
  SELECT s.id, s.set_number, s.title FROM catalog.lego_set s
  WHERE CASE WHEN $3::text[] IS NOT NULL THEN s.set_number = ANY ($3) ELSE s.id IN (
    SELECT h.set_id FROM portfolio.holding h
    WHERE h.account_id = $1 AND h.status <> 'sold' AND ($2::integer IS NULL OR h.brickfolio_id = $2)
  ) END
)`;

/** One observation for each instant, as the price states have it. */
const SEEN = `
seen AS (
  SELECT DISTINCT ON (o.set_id, o.retailer, o.observed_at)
    s.set_number, s.title, o.set_id, o.retailer, o.observed_at, o.price_cents, o.seller_type, o.in_stock
  FROM watched s JOIN source.retail_observation o ON o.set_id = s.id
  ORDER BY o.set_id, o.retailer, o.observed_at, o.price_cents, o.in_stock DESC NULLS LAST, o.seller_type
)`;

interface RetailPast {
  /** Which observations are compared with each other. */
  readonly known: string;
  readonly before: string;
  readonly isNews: string;
  readonly oldCents: string;
}

const IN_ORDER = 'PARTITION BY set_id, retailer ORDER BY observed_at';
const RETAIL_PAST: Readonly<Partial<Record<EventKind, RetailPast>>> = {
  'price.dropped': {
    known: 'price_cents IS NOT NULL',
    before: `lag(price_cents) OVER (${IN_ORDER})`,
    isNews: 'price_cents < before',
    oldCents: 'before',
  },
  'price.all_time_low': {
    known: 'price_cents IS NOT NULL',
    before: `min(price_cents) OVER (${IN_ORDER} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`,
    isNews: 'price_cents < before',
    oldCents: 'before',
  },
  'seller.third_party_only': {
    known: 'seller_type IS NOT NULL',
    before: `lag(seller_type) OVER (${IN_ORDER})`,
    isNews: `before = 'retailer' AND seller_type = 'third_party'`,
    oldCents: 'NULL::integer',
  },
  'stock.returned': {
    known: 'true',
    before: `lag(in_stock) OVER (${IN_ORDER})`,
    isNews: 'NOT before AND in_stock',
    oldCents: 'NULL::integer',
  },
};

function retailPast(kind: EventKind, { known, before, isNews, oldCents }: RetailPast): string {
  return `
WITH ${WATCHED}, ${SEEN}, compared AS (
  SELECT *, ${before} AS before FROM seen WHERE ${known}
)
SELECT 0 AS id, '${kind}' AS kind, 'set/' || set_number || '/' || retailer AS subject, observed_at AS "occurredAt",
  observed_at AS "recordedAt", ${oldCents} AS "oldCents", price_cents AS "newCents",
  jsonb_build_object('setNumber', set_number, 'title', title, 'retailer', retailer) AS facts
FROM compared WHERE ${isNews} AND observed_at >= $4::timestamptz
ORDER BY observed_at, set_id, retailer`;
}

const VALUE_PAST = `
WITH ${WATCHED}, n AS (
  SELECT w.*, s.set_number, s.title,
    lag(w.value_cents) OVER (PARTITION BY w.item_id, w.condition ORDER BY w.day) AS before
  FROM watched s JOIN market.value_step w ON w.item_id = s.id
)
SELECT 0 AS id, 'value.moved' AS kind, 'set/' || n.set_number || '/' || n.condition AS subject,
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

/** The events since an instant that a rule of this account would have been asked about, in time order. */
export function listPastEvents(
  { query }: Pick<Repositories, 'query'>,
  accountId: number,
  { kind, watch }: Pick<NewAlertRule, 'kind' | 'watch'>,
  since: Date,
): Promise<readonly RecordedEvent[]> {
  const values = [
    accountId,
    watch.scope === 'brickfolio' ? watch.brickfolioId : null,
    watch.scope === 'sets' ? watch.setNumbers : null,
    since,
  ];
  const retail = RETAIL_PAST[kind];
  if (retail !== undefined) return query<RecordedEvent>(retailPast(kind, retail), values);
  if (kind === 'value.moved') return query<RecordedEvent>(VALUE_PAST, values);
  const isAboutSets = (SET_EVENT_KINDS as readonly string[]).includes(kind);
  return query<RecordedEvent>(LOGGED_PAST, [...values, kind, isAboutSets]);
}
