import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { ItemRange, ItemToValue } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';

/** Prices by other sellers and last prices by any, observed since `$1`. */
const ASKED = `
  min(price_cents) FILTER (WHERE seller_type IS DISTINCT FROM 'retailer' AND in_stock IS NOT false)
    AS third_party_price_cents,
  min(coalesce(last_shown_price_cents, lowest_fba_cents)) AS last_price_cents
FROM retail.price_state WHERE last_checked_at >= $1::timestamptz`;

/** Retail prices count if observed since `$1`. Aggregates all sets. */
const FACTS = `market.item_facts_since($1::timestamptz) f
LEFT JOIN (SELECT set_id, ${ASKED} GROUP BY set_id) a ON a.set_id = f.item_id`;
/** Set by set, faster for up to a tenth of items. */
const SOME_FACTS = `market.some_item_facts_since($1::timestamptz) f
CROSS JOIN LATERAL (SELECT ${ASKED} AND set_id = f.item_id) a`;
/** Other sellers' prices count only without a list price. */
const FACTS_KEY = `
CASE WHEN a.last_price_cents IS NULL OR f.list_price_cents > 0 THEN f.facts_key
ELSE hash_record_extended(row(a.third_party_price_cents, a.last_price_cents), f.facts_key) END`;

// Item by item: a plan without the number of items would read all values.
const item = (facts: string): string => `
SELECT f.item_id AS "itemId", f.is_minifig AS "isMinifig", f.theme, f.year,
  f.release_date - date '1970-01-01' AS "releaseDay", f.exit_date - date '1970-01-01' AS "exitDay",
  f.list_price_cents AS "listPriceCents", f.retail_price_cents AS "retailPriceCents",
  a.third_party_price_cents AS "thirdPartyPriceCents", a.last_price_cents AS "lastPriceCents",
  (${FACTS_KEY})::text AS "factsKey", c.mark::text AS "salesRevision",
  v.is_valued AS "isValued", v.is_backed AS "isBacked"
FROM ${facts}
CROSS JOIN LATERAL (
  SELECT coalesce(bool_or(condition = 'used'), false) AS is_valued,
    coalesce(bool_or(data_tier NOT IN ('modelled', 'none')), false) AS is_backed
  FROM market.item_value WHERE item_id = f.item_id
) v
LEFT JOIN source.changed_item c ON c.item_id = f.item_id`;
const ALL_ITEMS = item(FACTS);
const SOME_ITEMS = item(SOME_FACTS);

/** Items with new or due sales, and those changed by time between `$2` and `$3`: retired sets and stale prices. */
const MARKED_OR_AGED = `
SELECT item_id FROM source.changed_item WHERE seen_mark IS DISTINCT FROM mark OR due_on <= $3::date
UNION
SELECT id FROM catalog.lego_set WHERE $2::date < $3::date AND exit_date >= $2 AND exit_date < $3
UNION
SELECT set_id FROM retail.price_state
WHERE $2::date < $3::date AND last_checked_at < $1
  AND last_checked_at >= $1 - ($3::date - $2::date) * interval '24 hours'`;

/** Facts differ from the last valuation. Reads every item. */
const WITH_NEW_FACTS = `
SELECT f.item_id FROM ${FACTS}
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'
WHERE v.facts_key IS DISTINCT FROM (${FACTS_KEY})`;

const LIST_ITEMS = `${ALL_ITEMS} ORDER BY f.item_id`;
/** First item and every `$2`-th. */
const LIST_SAMPLED_ITEMS = `
${ALL_ITEMS}
WHERE f.item_id = ANY (ARRAY(
  SELECT id FROM (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS position
    FROM (SELECT id FROM catalog.lego_set UNION ALL SELECT id FROM catalog.minifig) i
  ) p WHERE position % $2 = 0
))
ORDER BY f.item_id`;
const LIST_ITEMS_BETWEEN = `${SOME_ITEMS} WHERE f.item_id BETWEEN $2 AND $3 ORDER BY f.item_id`;
const LIST_SOME_ITEMS = `${SOME_ITEMS} WHERE f.item_id = ANY ($2) ORDER BY f.item_id`;
const LIST_CHANGED_ITEMS = itemsAmong(MARKED_OR_AGED);
const LIST_CHANGED_ITEMS_AND_FACTS = itemsAmong(`${MARKED_OR_AGED} UNION ${WITH_NEW_FACTS}`);

/** One JSON array, parsed faster than many columns. Only for a part: the server takes longer for all items. */
function itemsAmong(ids: string): string {
  return `
SELECT coalesce(json_agg(i), '[]') AS items
FROM (${SOME_ITEMS} WHERE f.item_id = ANY (ARRAY(${ids})) ORDER BY f.item_id) i`;
}

type ItemRow = ItemToValue & { [name: string]: unknown };

export function listItems(
  session: WriteSession,
  retailSince: Date,
  which: { readonly stride: number } | ItemRange | readonly number[],
): Promise<readonly ItemToValue[]> {
  if (!('first' in which || 'stride' in which)) return session.query<ItemRow>(LIST_SOME_ITEMS, [retailSince, which]);
  if ('first' in which) return session.query<ItemRow>(LIST_ITEMS_BETWEEN, [retailSince, which.first, which.last]);
  return which.stride === 1
    ? session.query<ItemRow>(LIST_ITEMS, [retailSince])
    : session.query<ItemRow>(LIST_SAMPLED_ITEMS, [retailSince, which.stride]);
}

export async function listChangedItems(
  session: WriteSession,
  retailSince: Date,
  lastAsOf: EpochDay | null,
  asOf: EpochDay,
  mayHaveNewFacts: boolean,
): Promise<readonly ItemToValue[]> {
  const [changed] = await session.prepared<{ items: readonly ItemToValue[] }>(
    mayHaveNewFacts ? 'list_changed_items_and_facts' : 'list_changed_items',
    mayHaveNewFacts ? LIST_CHANGED_ITEMS_AND_FACTS : LIST_CHANGED_ITEMS,
    [retailSince, lastAsOf === null ? null : formatIsoDay(lastAsOf), formatIsoDay(asOf)],
  );
  return changed!.items;
}
