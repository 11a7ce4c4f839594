import type { PriceChangeFold, PriceFold, RemovedMarket } from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import { DETAILS } from '../catalog/merge-set-details.ts';
import type { Database } from '../database/database.ts';
import { undoObservations } from '../retail/undo-observations.ts';
import { MARK_CHANGED, SALES_LOCK } from '../sales/changed-sales.ts';

const IMPORTS = 'SELECT id FROM ops.import_run WHERE is_demo ORDER BY id';

/** Details that a later import has changed stay. */
const RESTORE_DETAILS = `
WITH detail AS (
  SELECT b.set_id, k.key, (array_agg(k.value ORDER BY b.import_id))[1] AS before,
    (array_agg(b.after -> k.key ORDER BY b.import_id DESC))[1] AS after
  FROM source.details_before b, jsonb_each(b.before) k WHERE b.import_id = ANY ($1) GROUP BY b.set_id, k.key
), unchanged AS (
  SELECT s.id, jsonb_object_agg(d.key, d.before) AS details
  FROM detail d JOIN catalog.lego_set s ON s.id = d.set_id
  WHERE to_jsonb(s) -> d.key = d.after GROUP BY s.id
), forgotten AS (
  DELETE FROM source.details_before WHERE import_id = ANY ($1)
)
UPDATE catalog.lego_set s
SET (${DETAILS.join(', ')}) = (
  SELECT ${DETAILS.map((name) => `r.${name}`).join(', ')} FROM jsonb_populate_record(s, u.details) r
)
FROM unchanged u WHERE s.id = u.id
RETURNING s.id`;

const DELETE_SALES = `
WITH counted AS (
  DELETE FROM source.market_sale WHERE import_id = ANY ($1) RETURNING item_id, sold_day
), excluded AS (
  DELETE FROM source.excluded_sale WHERE import_id = ANY ($1) RETURNING item_id, sold_day
), corrected AS (
  DELETE FROM source.sale_before WHERE import_id = ANY ($1)
), touched AS (
  SELECT * FROM counted UNION ALL SELECT * FROM excluded
), marked AS (${MARK_CHANGED})
SELECT count(*)::integer AS count FROM touched`;

const VALUED_ITEMS = `
SELECT item_id AS id FROM market.item_value UNION SELECT item_id FROM market.value_step
UNION SELECT item_id FROM market.month_series`;

/** Values learn from the whole market, so all are computed again. TRUNCATE passes the triggers that hold months. */
const FORGET_DERIVED = `
TRUNCATE market.backtest, market.forecast, market.incomplete_sales, market.item_value, market.month_recheck,
  market.month_restatement, market.month_series, market.month_value, market.scorecard, market.valuation_run,
  market.value_step, source.arrived_sale, source.sale_score, source.served_value`;

/** Of sets without other prices or sales. */
const FORGET_EVENTS = `
DELETE FROM events.event e
WHERE e.set_id IS NOT NULL AND e.occurred_at >= (SELECT min(started_at) FROM ops.import_run WHERE is_demo)
  AND NOT EXISTS (SELECT FROM source.retail_observation o WHERE o.set_id = e.set_id)
  AND NOT EXISTS (SELECT FROM source.market_sale m WHERE m.item_id = e.set_id)`;

const NOTE_REMOVED = `
UPDATE ops.import_run SET undone_at = coalesce(undone_at, clock_timestamp()) WHERE is_demo AND kind <> 'catalog'`;

/** Part by part, each under the lock of its imports; a repeat completes an interrupted one. */
export async function removeMarket(
  database: Database,
  folds: { readonly fold: PriceFold; readonly changesOf: PriceChangeFold },
): Promise<RemovedMarket> {
  const { rows } = await database.pool.query<{ id: number }>(IMPORTS);
  const ids = rows.map(({ id }) => id);
  const details = await WriteSession.run(database, 'catalog', (session) =>
    session.merge('catalog', async () => {
      const sets = (await session.query<{ id: number }>(RESTORE_DETAILS, [ids])).map(({ id }) => id);
      return { result: sets.length, changed: sets.length === 0 ? null : { catalog: sets } };
    }),
  );
  const { removed: observations } = await WriteSession.run(database, 'retail', (session) =>
    undoObservations(session, ids, { isDryRun: false, ...folds }),
  );
  const sales = await WriteSession.run(database, SALES_LOCK, (session) =>
    session.inTransaction(async () => (await session.query<{ count: number }>(DELETE_SALES, [ids]))[0]!.count),
  );
  const events = await WriteSession.run(database, 'values', (session) =>
    session.merge('market', async () => {
      const items = (await session.query<{ id: number }>(VALUED_ITEMS)).map(({ id }) => id);
      await session.query(FORGET_DERIVED);
      const forgotten = await session.write(FORGET_EVENTS);
      await session.query(NOTE_REMOVED);
      return { result: forgotten, changed: { value: items, history: items } };
    }),
  );
  return { setDetails: details, retailObservations: observations, sales, events };
}
