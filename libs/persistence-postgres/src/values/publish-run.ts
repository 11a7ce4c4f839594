import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { RunRecord } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { movedValues, RECORD_MOVED_VALUES } from '../events/record-events.ts';
import { KEEP_SERVED, KEEP_SERVED_LAST, scoreSales } from './served-values.ts';
import { comparedValues, type StagedValues, TEMPORARY_STEPS } from './staged-values.ts';

// Imports and publications of months lock these rows in any order. Locking the tables first rules out a deadlock.
const LOCK_MARKS = 'LOCK TABLE source.changed_item, market.month_recheck IN EXCLUSIVE MODE';

const HAS_STEPS = 'SELECT EXISTS (SELECT FROM market.value_step) AS "hasSteps"';
/** Up to millions of rows. They are staged in index order, so nothing is sorted. */
const writeFirstSteps = (steps: string): string => `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT item_id, condition, date '1970-01-01' + day, value_cents FROM ${steps}`;
/** For items whose first sales arrived late: deletes estimated steps from the first staged day to the run of `$1`. */
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
/** A second run on the same day replaces its steps. UPDATE and INSERT are faster than ON CONFLICT for so many. */
const REPLACED_STEPS = `replaced AS (
  UPDATE market.value_step s SET value_cents = n.value_cents
  FROM compared n WHERE n.is_step AND s.item_id = n.item_id AND s.condition = n.condition AND s.day = $1::date
  RETURNING s.item_id, s.condition
), step AS (${WRITE_STEPS}
  AND NOT EXISTS (SELECT FROM replaced r WHERE r.item_id = n.item_id AND r.condition = n.condition)
)`;

/**
 * Items that are shown differently after the run of `$2`. The record of a set says when its sealed value was
 * calculated, that of a minifigure does not: it changes with a value, a range or the tier by which values are chosen.
 * Workers of the release before this one do not say of their shards what is changed.
 */
const CHANGED_RECORDS = `
  SELECT DISTINCT n.item_id FROM compared n LEFT JOIN catalog.lego_set s ON s.id = n.item_id
  WHERE n.is_changed IS NOT false
    OR s.id IS NOT NULL AND n.condition = 'sealed' AND n.value_cents IS NOT NULL
      AND n.before_calculated_at <> $2::timestamptz`;

/**
 * Publishes a run; returns one row, `steps` and the items whose records change. All parts of the statement see the
 * values from before it. An item stays in `changed_item` if an import changed it after this run read it, or if it has
 * sales after the day of the run. Sets with sales before this month may have got the first ones of a published month.
 */
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

/** How many sales of incomplete copies the items `$1` have: no value counts them, and the page of a set says so. */
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

/** The SQL by which the staged parts of a run are read. */
interface StagedTables {
  /** Part of the name of the prepared statement. */
  readonly name: string;
  /** New values joined with the published ones, in the columns of `comparedValues`. */
  readonly values: string;
  /** Steps before the day of the run. */
  readonly steps: string;
  /** Values that moved, in the columns of `movedValues`; may read `compared`. */
  readonly moves: string;
}

/** A run by one process: staged in parameters and in a temporary table. */
export const STAGED_HERE: StagedTables = {
  name: 'run',
  values: comparedValues(11),
  steps: TEMPORARY_STEPS.name,
  moves: movedValues('compared'),
};
/**
 * A run in shards. The moves of items whose history this run backfills are detected here, after the backfill, because a
 * value is compared with its own history.
 */
export const STAGED_IN_SHARDS: StagedTables = {
  name: 'shards',
  values: 'SELECT * FROM market.shard_value',
  steps: 'market.shard_step',
  moves: `SELECT * FROM market.shard_move UNION ALL ${movedValues('compared')} AND n.has_past`,
};

/** What a run has staged. */
export interface StagedRun extends StagedValues {
  /** Items whose sales had changed, and the marks of these changes. */
  readonly itemIds: readonly number[];
  readonly marks: readonly string[];
  /** How many items were valued, and by how many sales. */
  readonly items: number;
  readonly sales: number;
}

/** The run, the one before it, and the versions of the data it has read. */
export interface RunToPublish extends RunRecord {
  /** The day of the run before; null before the first. */
  readonly lastAsOf: EpochDay | null;
  /** The last day from which on a run is served; null when that is not known. */
  readonly lastServedOn: EpochDay | null;
  readonly catalogVersion: string;
  readonly retailVersion: string;
}

/** Publishes what a run has staged, in one transaction. Returns how many values differ from before. */
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
      // Months that were published without sales may have got their first ones.
      await session.enqueueMonths();
    }
    return { result: merged!.steps, changed: { value: merged!.itemIds } };
  });
}

async function writePastSteps(session: WriteSession, steps: string, asOf: string): Promise<void> {
  const [known] = await session.query<{ hasSteps: boolean }>(HAS_STEPS);
  // An empty table has nothing to delete, and searching it takes as long as writing the steps.
  if (known!.hasSteps) await session.query(clearUnbackedSteps(steps), [asOf]);
  await session.write(writeFirstSteps(steps));
}
