import { formatIsoDay } from '@brickmarket/domain';
import type { BrickfolioEntry, EntryPage, EntryPageRequest } from '@brickmarket/persistence-ports';
import type { PrivateStatement } from '../database/account-reads.ts';
import { type HoldingRow, holdingOf } from './holding-row.ts';

interface PlaceRow {
  brickfolios: number;
  total: number;
  /** The mark before the page, and how many holdings lie between; null when the page is past the end. */
  brickfolio_id: number | null;
  set_number: string;
  holding_id: number;
  skip: number;
}

interface EntryRow extends HoldingRow {
  brickfolio_id: number;
  title: string;
  theme: string;
  value_cents: number | null;
}

const FIND_PLACE = `
WITH own AS (
  SELECT id, holding_count, mark_set_numbers, mark_ids, (sum(holding_count) OVER (ORDER BY id) - holding_count)::integer AS before
  FROM portfolio.brickfolio WHERE account_id = $1 AND ($2::bigint IS NULL OR id = $2)
)
SELECT whole.brickfolios, whole.total, place.brickfolio_id, place.set_number, place.holding_id, place.skip
FROM (SELECT count(*)::integer AS brickfolios, coalesce(sum(holding_count), 0)::integer AS total FROM own) whole
LEFT JOIN (
  SELECT id AS brickfolio_id, ($3 - before) % 100 AS skip,
         mark_set_numbers[($3 - before) / 100 + 1] AS set_number, mark_ids[($3 - before) / 100 + 1] AS holding_id
  FROM own WHERE $3::integer >= before AND $3 < before + holding_count
) place ON true`;

const LIST_ENTRIES = `
WITH page AS MATERIALIZED (
  SELECT brickfolio_id, set_number, id, set_id, quantity, condition, purchase_price_cents, purchase_date, status
  FROM portfolio.holding
  WHERE account_id = $1 AND (brickfolio_id, set_number, id) >= ($2, $3, $4)
  ORDER BY brickfolio_id, set_number, id LIMIT $5 OFFSET $6
)
SELECT page.brickfolio_id, page.set_number, page.quantity, page.condition, page.purchase_price_cents, page.purchase_date::text, page.status,
       s.title, s.theme, worth.value_cents
FROM page
JOIN catalog.lego_set s ON s.id = page.set_id
LEFT JOIN LATERAL (
  SELECT v.value_cents FROM market.value_step v
  WHERE v.item_id = page.set_id AND v.condition = page.condition AND v.day <= $7::date ORDER BY v.day DESC LIMIT 1
) worth ON true
ORDER BY page.brickfolio_id, page.set_number, page.id`;

/** A page of an account's holdings; null when the brickfolio asked for is not one of the account's. */
export async function readEntryPage(
  statement: PrivateStatement,
  accountId: number,
  page: EntryPageRequest,
): Promise<EntryPage | null> {
  const [place] = await statement<PlaceRow>('find_entry_place', FIND_PLACE, [
    accountId,
    page.brickfolioId,
    page.offset,
  ]);
  const { brickfolios, total, brickfolio_id, set_number, holding_id, skip } = place!;
  if (page.brickfolioId !== null && brickfolios === 0) return null;
  if (brickfolio_id === null) return { total, entries: [] };
  // Never more than there are from here on: those behind the last one belong to another brickfolio.
  const limit = Math.min(page.limit, total - page.offset);
  const rows = await statement<EntryRow>('list_entries', LIST_ENTRIES, [
    accountId,
    brickfolio_id,
    set_number,
    holding_id,
    limit,
    skip,
    formatIsoDay(page.today),
  ]);
  return { total, entries: rows.map(brickfolioEntry) };
}

function brickfolioEntry(row: EntryRow): BrickfolioEntry {
  return {
    brickfolioId: row.brickfolio_id,
    holding: holdingOf(row),
    title: row.title,
    theme: row.theme,
    unitValueCents: row.value_cents,
  };
}
