import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import type { RunRecord } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { movedValues, RECORD_MOVED_VALUES } from '../events/record-events.ts';
import { comparedValues, type StagedValues, TEMPORARY_STEPS } from './staged-values.ts';

// Imports and publications of months write these rows in any order: locking the whole tables first rules out a deadlock
// with them.
const LOCK_MARKS = 'LOCK TABLE source.changed_item, market.month_recheck IN EXCLUSIVE MODE';

const HAS_STEPS = 'SELECT EXISTS (SELECT FROM market.value_step) AS "hasSteps"';
/** Up to millions of rows, staged in the order of the index: nothing is sorted. */
const writeFirstSteps = (steps: string): string => `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT item_id, condition, date '1970-01-01' + day, value_cents FROM ${steps}`;
/**
 * For items whose first sales arrived late: deletes the steps without sales, from the first staged day to the run of
 * `$1`.
 */
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
/** A second run of a day replaces the steps of the first. They are many: ON CONFLICT would take longer. */
const STEPS_OF_DAY_AGAIN = `replaced AS (
  UPDATE market.value_step s SET value_cents = n.value_cents
  FROM compared n WHERE n.is_step AND s.item_id = n.item_id AND s.condition = n.condition AND s.day = $1::date
  RETURNING s.item_id, s.condition
), step AS (${WRITE_STEPS}
  AND NOT EXISTS (SELECT FROM replaced r WHERE r.item_id = n.item_id AND r.condition = n.condition)
)`;

/**
 * Publishes a run; returns one row, `steps`. All parts of the statement see the values before it. An item stays in
 * `changed_item` when an import changed it after this run read it, or when it has sales after the day of the run.
 */
const mergeRun = ({ values, moves }: StagedTables, steps: string): string => `
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
), move AS (${moves}
), moved AS (${RECORD_MOVED_VALUES}
), seen AS (
  SELECT item_id, mark,
    (SELECT min(sold_day) FROM source.market_sale m WHERE m.item_id = s.item_id AND m.sold_day > $1::date) AS due_on
  FROM unnest($3::integer[], $4::bigint[]) AS s (item_id, mark)
), recheck AS (
  INSERT INTO market.month_recheck (item_id) SELECT item_id FROM seen
  ON CONFLICT (item_id) DO UPDATE SET mark = excluded.mark
), unmarked AS (
  DELETE FROM source.changed_item c USING seen s WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NULL
), waiting AS (
  UPDATE source.changed_item c SET seen_mark = s.mark, due_on = s.due_on FROM seen s
  WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NOT NULL
), run AS (
  INSERT INTO market.valuation_run (as_of, calculated_at, items, sales, learned, catalog_version, retail_version)
  VALUES ($1::date, $2::timestamptz, $5, $6, $7, $8, $9)
)
SELECT (count(*) FILTER (WHERE is_step))::integer AS steps FROM compared`;

/** Where the parts of a run are staged, as SQL. */
interface StagedTables {
  /** Of the statement that publishes them. */
  readonly name: string;
  /** The values beside those before them, as `comparedValues` has them. */
  readonly values: string;
  /** The past steps. */
  readonly steps: string;
  /** The values that have moved, as `movedValues` finds them; may use `compared`. */
  readonly moves: string;
}

/** In parameters, and in a temporary table of this session. */
export const STAGED_HERE: StagedTables = {
  name: 'run',
  values: comparedValues(10),
  steps: TEMPORARY_STEPS.name,
  moves: movedValues('compared'),
};
/** By the shards. Whether a value has moved away from a past that this run fills in is seen once that is there. */
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

/** When a run was made, after which one, and by which data. */
export interface RunToPublish extends RunRecord {
  /** The day of the run before; null before the first. */
  readonly lastAsOf: EpochDay | null;
  readonly catalogVersion: string;
  readonly retailVersion: string;
}

/** Publishes what a run has staged, in one transaction. Returns how many values differ from before. */
export function publishRun(
  session: WriteSession,
  tables: StagedTables,
  staged: StagedRun,
  { asOf, lastAsOf, calculatedAt, model, catalogVersion, retailVersion }: RunToPublish,
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
    ...staged.columns,
  ];
  return session.merge('market', async () => {
    if (staged.hasPast) await writePastSteps(session, tables.steps, formatIsoDay(asOf));
    await session.query(LOCK_MARKS);
    const isAgain = asOf === lastAsOf;
    const [merged] = await session.prepared<{ steps: number }>(
      `publish_${tables.name}${isAgain ? '_again' : ''}`,
      mergeRun(tables, isAgain ? STEPS_OF_DAY_AGAIN : STEPS),
      values,
    );
    // Months that were published without sales may have got their first ones.
    if (staged.itemIds.length > 0) await session.enqueueMonths();
    return { result: merged!.steps, hasChanged: true };
  });
}

async function writePastSteps(session: WriteSession, steps: string, asOf: string): Promise<void> {
  const [known] = await session.query<{ hasSteps: boolean }>(HAS_STEPS);
  // In an empty table there is nothing to delete, and searching it costs as much as writing the steps.
  if (known!.hasSteps) await session.query(clearUnbackedSteps(steps), [asOf]);
  await session.write(writeFirstSteps(steps));
}
