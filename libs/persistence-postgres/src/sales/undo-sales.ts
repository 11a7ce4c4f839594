import type { MonthOfSet, UndoneRows } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { MARK_CHANGED } from './changed-sales.ts';
import { MOVE_BACK, setAside } from './sale-exclusions.ts';
import { ROWS_PER_PIECE } from './sales.feature.ts';

const CHANGED_BY = `
SELECT DISTINCT import_id AS id FROM source.sale_before WHERE import_before = $1 ORDER BY import_id`;

const COUNT = `
SELECT (count(*) + (SELECT count(*) FROM source.excluded_sale WHERE import_id = $1))::integer AS written,
  (SELECT count(*)::integer FROM source.sale_before WHERE import_id = $1) AS restored
FROM source.market_sale WHERE import_id = $1`;

const PUBLISHED_MONTHS = `
SELECT DISTINCT s.set_number AS "setNumber", to_char(m.sold_day, 'YYYY-MM') AS month
FROM source.market_sale m
JOIN catalog.lego_set s ON s.id = m.item_id
JOIN market.month_series p ON p.item_id = m.item_id AND p.condition = m.condition::text
WHERE m.import_id = $1 AND date_trunc('month', m.sold_day)::date BETWEEN p.first_month AND p.through_month
ORDER BY 1, 2`;

const SET_INCOMPLETE_ASIDE = setAside(
  'SELECT source_id, source_ref FROM source.sale_before WHERE import_id = $1 AND is_incomplete',
);

const RESTORE = `
WITH restored AS (
  UPDATE source.market_sale s
  SET item_id = b.item_id, condition = b.condition, sold_day = b.sold_day, price_cents = b.price_cents,
      quantity = b.quantity, import_id = b.import_before
  FROM source.sale_before b JOIN source.market_sale old USING (source_id, source_ref)
  WHERE b.import_id = $1 AND s.source_id = b.source_id AND s.source_ref = b.source_ref
  RETURNING old.item_id AS item_before, b.item_id AS item_after, b.sold_day
), restored_aside AS (
  UPDATE source.excluded_sale s
  SET item_id = b.item_id, condition = b.condition, sold_day = b.sold_day, price_cents = b.price_cents,
      quantity = b.quantity, is_incomplete = b.is_incomplete, import_id = b.import_before
  FROM source.sale_before b JOIN source.excluded_sale old USING (source_id, source_ref)
  WHERE b.import_id = $1 AND s.source_id = b.source_id AND s.source_ref = b.source_ref
  RETURNING old.item_id AS item_before, b.item_id AS item_after, b.sold_day
), forgotten AS (
  DELETE FROM source.sale_before WHERE import_id = $1
), touched AS (
  SELECT item_before AS item_id, sold_day FROM restored UNION SELECT item_after, sold_day FROM restored
  UNION SELECT item_before, sold_day FROM restored_aside UNION SELECT item_after, sold_day FROM restored_aside
), marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM restored`;

/** Decisions stay: a repeated import is excluded again. */
const DELETE_ASIDE = `
WITH touched AS (
  DELETE FROM source.excluded_sale WHERE import_id = $1 RETURNING item_id, sold_day
), marked AS (${MARK_CHANGED})
SELECT FROM touched`;

const DELETE_PIECE = `
WITH touched AS (
  DELETE FROM source.market_sale s USING undone_sale u
  WHERE u.piece = $1 AND s.source_id = u.source_id AND s.source_ref = u.source_ref RETURNING s.item_id, s.sold_day
), marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM touched`;

/** Deletes added sales and restores corrected ones, in parts. Queues valuation; published months stay. */
export async function undoSales(
  session: WriteSession,
  id: number,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<UndoneRows> {
  const changedBy = (await session.query<{ id: number }>(CHANGED_BY, [id])).map((row) => row.id);
  const publishedMonths = await session.query<MonthOfSet & { [name: string]: unknown }>(PUBLISHED_MONTHS, [id]);
  const [counted] = await session.query<{ written: number; restored: number }>(COUNT, [id]);
  const { written, restored } = counted!;
  const undone = { removed: written - restored, restored, changedBy, publishedMonths };
  if (isDryRun || changedBy.length > 0 || written === 0) return undone;
  await inPiece(session, async () => {
    if (restored > 0) {
      await session.query(SET_INCOMPLETE_ASIDE, [id]);
      await session.query(RESTORE, [id]);
      await session.query(MOVE_BACK);
    }
    await session.query(DELETE_ASIDE, [id]);
  });
  await session.stage(
    `undone_sale AS
     SELECT (row_number() OVER () - 1) / ${ROWS_PER_PIECE} AS piece, source_id, source_ref
     FROM source.market_sale WHERE import_id = ${id}`,
  );
  await session.analyzeStaged('undone_sale');
  for (let piece = 0; piece * ROWS_PER_PIECE < undone.removed; piece++)
    await inPiece(session, () => session.query(DELETE_PIECE, [piece]));
  await session.vacuum('source.market_sale');
  return undone;
}

/** No new data version: responses change with the next valuation. */
async function inPiece(session: WriteSession, work: () => Promise<unknown>): Promise<void> {
  await session.merge('market', async () => {
    await work();
    await session.enqueueValuation();
    return { result: undefined, changed: null };
  });
}
