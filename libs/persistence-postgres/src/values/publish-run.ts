import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { RunRecord } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { movedValues, RECORD_MOVED_VALUES } from '../events/record-events.ts';
import { KEEP_SERVED, KEEP_SERVED_LAST, scoreSales } from './served-values.ts';
import { comparedValues, type StagedValues, TEMPORARY_STEPS } from './staged-values.ts';

// Other transactions lock these rows in any order: table locks rule out a deadlock.
const LOCK_MARKS = 'LOCK TABLE source.changed_item, market.month_recheck IN EXCLUSIVE MODE';

const HAS_STEPS = 'SELECT EXISTS (SELECT FROM market.value_step) AS "hasSteps"';
/** Up to millions of rows, staged in index order to avoid sorting. */
const writeFirstSteps = (steps: string): string => `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT item_id, condition, date '1970-01-01' + day, value_cents FROM ${steps}`;
/** Items with late first sales: deletes estimated steps from the first staged day to run `$1`. */
const clearUnbackedSteps = (steps: string): string => `
DELETE FROM market.value_step v
USING (SELECT item_id, condition, min(day) AS since FROM ${steps} GROUP BY item_id, condition) s
WHERE v.item_id = s.item_id AND v.condition = s.condition
  AND v.day >= date '1970-01-01' + s.since AND v.day < $1::date`;

const WRITE_STEPS = `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT n.item_id, n.condition, $1::date, n.value_cents FROM compared n WHERE n.is_step`;
const STEPS = `step AS (${WRITE_STEPS}
)`;
/** Replaces steps of the same day. UPDATE and INSERT are faster than ON CONFLICT for so many. */
const REPLACED_STEPS = `replaced AS (
  UPDATE market.value_step s SET value_cents = n.value_cents
  FROM compared n WHERE n.is_step AND s.item_id = n.item_id AND s.condition = n.condition AND s.day = $1::date
  RETURNING s.item_id, s.condition
), step AS (${WRITE_STEPS}
  AND NOT EXISTS (SELECT FROM replaced r WHERE r.item_id = n.item_id AND r.condition = n.condition)
)`;

/** Items shown differently after run `$2`: minifigures lack a calculation date, so only by value, range or tier. */
const CHANGED_RECORDS = `
  SELECT DISTINCT n.item_id FROM compared n LEFT JOIN catalog.lego_set s ON s.id = n.item_id
  WHERE n.is_changed IS NOT false
    OR s.id IS NOT NULL AND n.condition = 'sealed' AND n.value_cents IS NOT NULL
      AND n.before_calculated_at <> $2::timestamptz
    OR s.id IS NOT NULL AND n.has_past`;

/** Returns `steps` and changed items. `changed_item` keeps items changed after the run's read or with later sales. */
const mergeRun = ({ values, moves }: StagedTables, steps: string, served: string): string => `
WITH compared AS MATERIALIZED (${values}
), ${steps}, known AS (
  UPDATE market.item_value v SET
    value_cents = n.value_cents, low_cents = n.low_cents, high_cents = n.high_cents, data_tier = n.data_tier,
    facts_key = n.facts_key, valued_on = $1::date, calculated_at = $2::timestamptz
  FROM compared n WHERE NOT n.is_new AND v.item_id = n.item_id AND v.condition = n.condition
), new AS (
  INSERT INTO market.item_value (
    item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, valued_on, calculated_at
  )
  SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, $1::date, $2::timestamptz
  FROM compared WHERE is_new
), served AS (${served}
), move AS (${moves}
), moved AS (${RECORD_MOVED_VALUES}
), seen AS (
  SELECT s.item_id, s.mark, c.sold_since,
    (SELECT min(sold_day) FROM source.market_sale m WHERE m.item_id = s.item_id AND m.sold_day > $1::date) AS due_on
  FROM unnest($3::integer[], $4::bigint[]) AS s (item_id, mark) LEFT JOIN source.changed_item c USING (item_id)
), recheck AS (
  INSERT INTO market.month_recheck AS r (item_id, sold_since)
  SELECT item_id, coalesce(sold_since, '1970-01-01') FROM seen
  WHERE (sold_since >= date_trunc('month', access.clock())) IS NOT true
    AND EXISTS (SELECT FROM catalog.lego_set s WHERE s.id = item_id)
  ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark, sold_since = least(r.sold_since, excluded.sold_since)
), unmarked AS (
  DELETE FROM source.changed_item c USING seen s WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NULL
), waiting AS (
  UPDATE source.changed_item c SET seen_mark = s.mark, due_on = s.due_on FROM seen s
  WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NOT NULL
), run AS (
  INSERT INTO market.valuation_run (
    as_of, calculated_at, items, sales, learned, catalog_version, retail_version, served_on
  ) VALUES ($1::date, $2::timestamptz, $5, $6, $7, $8, $9, $10::date)
)
SELECT (SELECT count(*) FROM compared WHERE is_step)::integer AS steps, ARRAY(${CHANGED_RECORDS}) AS "itemIds"`;

/** Sales of incomplete copies, shown on set pages. */
const COUNT_INCOMPLETE = `
WITH counted AS (
  SELECT item_id, condition::text, count(*)::integer AS sales FROM source.excluded_sale
  WHERE is_incomplete AND item_id = ANY ($1::integer[]) GROUP BY item_id, condition
), gone AS (
  DELETE FROM market.incomplete_sales c WHERE c.item_id = ANY ($1::integer[])
    AND NOT EXISTS (SELECT FROM counted n WHERE n.item_id = c.item_id AND n.condition = c.condition)
)
INSERT INTO market.incomplete_sales (item_id, condition, sales) SELECT item_id, condition, sales FROM counted
ON CONFLICT (item_id, condition) DO UPDATE SET sales = excluded.sales`;

/** SQL for the staged parts of a run. */
interface StagedTables {
  readonly name: string;
  readonly values: string;
  /** Steps before the run's day. */
  readonly steps: string;
  /** Columns of `movedValues`; may read `compared`. */
  readonly moves: string;
}

/** One process: parameters and a temporary table. */
export const STAGED_HERE: StagedTables = {
  name: 'run',
  values: comparedValues(11),
  steps: TEMPORARY_STEPS.name,
  moves: movedValues('compared'),
};
/** Shards: moves of backfilled items are detected after the backfill, as they depend on history. */
export const STAGED_IN_SHARDS: StagedTables = {
  name: 'shards',
  values: 'SELECT * FROM market.shard_value',
  steps: 'market.shard_step',
  moves: `SELECT * FROM market.shard_move UNION ALL ${movedValues('compared')} AND n.has_past`,
};

export interface StagedRun extends StagedValues {
  readonly itemIds: readonly number[];
  readonly marks: readonly string[];
  readonly items: number;
  readonly sales: number;
}

/** With the previous run and data versions. */
export interface RunToPublish extends RunRecord {
  readonly lastAsOf: EpochDay | null;
  /** Last day a run was served; null: unknown. */
  readonly lastServedOn: EpochDay | null;
  readonly catalogVersion: string;
  readonly retailVersion: string;
}

/** One transaction; returns how many values changed. */
export function publishRun(
  session: WriteSession,
  tables: StagedTables,
  staged: StagedRun,
  { asOf, lastAsOf, servedOn, lastServedOn, calculatedAt, model, catalogVersion, retailVersion }: RunToPublish,
): Promise<number> {
  const values = [
    formatIsoDay(asOf),
    calculatedAt,
    staged.itemIds,
    staged.marks,
    staged.items,
    staged.sales,
    model === null ? null : JSON.stringify(model),
    catalogVersion,
    retailVersion,
    formatIsoDay(servedOn),
    ...staged.columns,
  ];
  return session.merge('market', async () => {
    if (staged.hasPast) await writePastSteps(session, tables.steps, formatIsoDay(asOf));
    await scoreSales(session, asOf, servedOn);
    await session.query(LOCK_MARKS);
    const isSameDay = asOf === lastAsOf;
    const isFirstServed = lastServedOn !== null && servedOn > lastServedOn;
    const [merged] = await session.prepared<{ steps: number; itemIds: number[] }>(
      `publish_${tables.name}${isSameDay ? '_same_day' : ''}${isFirstServed ? '_first_served' : ''}`,
      mergeRun(tables, isSameDay ? REPLACED_STEPS : STEPS, isFirstServed ? KEEP_SERVED : KEEP_SERVED_LAST),
      values,
    );
    if (staged.itemIds.length > 0) {
      await session.prepared('count_incomplete', COUNT_INCOMPLETE, [staged.itemIds]);
      // Months without sales may have their first ones now.
      await session.enqueueMonths();
    }
    return { result: merged!.steps, changed: { value: merged!.itemIds } };
  });
}

async function writePastSteps(session: WriteSession, steps: string, asOf: string): Promise<void> {
  const [known] = await session.query<{ hasSteps: boolean }>(HAS_STEPS);
  // Searching an empty table takes as long as writing the steps.
  if (known!.hasSteps) await session.query(clearUnbackedSteps(steps), [asOf]);
  await session.write(writeFirstSteps(steps));
}
