import { ConflictError, formatIsoDay } from '@brickmarket/domain';
import type { ItemRange, ShardedRun, ValuationShard, ValuedItems } from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { movedValues } from '../events/record-events.ts';
import { REMOVE_SHARD_JOBS } from '../jobs/postgres-job-queue.ts';
import { NOTICE_LOST_MACHINES } from '../database/session-lock.ts';
import { readSales } from '../sales/read-sales.ts';
import { divideSales } from '../sales/sample-sales.ts';
import { listItems } from './list-items.ts';
import type { StagedRun } from './publish-run.ts';
import { BASELINE_COLUMNS, comparedValues, stageValues, type StepTable } from './staged-values.ts';

/** Values are in memory; the default cost would avoid index lookups. */
export const EXPECT_MEMORY = 'SET random_page_cost = 1.1';
/** Frees shards of hanging workers. */
const LOSE_STUCK_WORKERS = `SET idle_in_transaction_session_timeout = '5min'`;

// Workers hold their shard's lock throughout. Locking their table first guarantees that none is busy or waiting.
const FORGET = `
TRUNCATE market.value_shard, market.sharded_run, market.shard_value, market.shard_step, market.shard_move,
  market.shard_change`;

const BEGIN_RUN = `
INSERT INTO market.sharded_run (as_of, sales_after, retail_since, has_outgrown, model) VALUES ($1, $2, $3, $4, $5)`;
const ADD_SHARDS = `
INSERT INTO market.value_shard (first_item_id, last_item_id, item_ids)
SELECT first, last, CASE WHEN $3::integer[] IS NOT NULL THEN ARRAY(
  SELECT id FROM unnest($3) AS i (id) WHERE id BETWEEN first AND last ORDER BY id
) END
FROM unnest($1::integer[], $2::integer[]) AS s (first, last)`;

const COUNT_LEFT = `SELECT count(*)::integer AS left FROM market.value_shard WHERE sales IS NULL`;

/** Locked until values commit or the connection ends. Includes the large model unless run `$1` is known. */
const TAKE_SHARD = `
SELECT s.first_item_id AS first, s.last_item_id AS last, s.item_ids AS "itemIds", r.as_of - date '1970-01-01' AS "asOf",
  r.sales_after - date '1970-01-01' AS after, r.retail_since AS "retailSince", r.has_outgrown AS "hasOutgrown",
  r.xmin::text AS "runId", CASE WHEN r.xmin::text IS DISTINCT FROM $1 THEN r.model END AS model
FROM market.value_shard s, market.sharded_run r
WHERE s.sales IS NULL ORDER BY s.first_item_id LIMIT 1 FOR UPDATE OF s SKIP LOCKED`;

const FINISH_SHARD = 'UPDATE market.value_shard SET items = $2, sales = $3 WHERE first_item_id = $1';
const STEPS: StepTable = { name: 'market.shard_step' };
/** Compares and stores values of day `$1`. */
const KEEP_VALUES = `
WITH compared AS (INSERT INTO market.shard_value (
  item_id, condition, value_cents, low_cents, high_cents, data_tier, ${Object.keys(BASELINE_COLUMNS).join(', ')},
  facts_key, has_past, before_cents, before_calculated_at, is_new, is_changed, is_step
) ${comparedValues(2)} RETURNING *)
INSERT INTO market.shard_move (item_id, condition, ago_cents, value_cents)
${movedValues('compared')} AND NOT n.has_past`;
const KEEP_CHANGES = `
INSERT INTO market.shard_change (item_id, mark) SELECT * FROM unnest($1::integer[], $2::bigint[])`;

const SUM_UP = `
SELECT coalesce(sum(items), 0)::integer AS items, coalesce(sum(sales), 0)::integer AS sales,
  (count(*) FILTER (WHERE sales IS NULL))::integer AS left, count(*)::integer AS shards,
  EXISTS (SELECT FROM market.shard_step) AS "hasPast",
  ARRAY(SELECT item_id FROM market.shard_change ORDER BY item_id) AS "itemIds",
  ARRAY(SELECT mark::text FROM market.shard_change ORDER BY item_id) AS marks
FROM market.value_shard`;

/** Deletes earlier shards and makes a job per idle worker. */
export async function divideItems(
  session: WriteSession,
  run: ShardedRun,
  itemIds: 'all' | readonly number[],
  shards: number,
): Promise<void> {
  const ends = await divideSales(session, { itemIds, after: run.after, until: run.asOf }, shards);
  await session.inTransaction(async () => {
    await session.query(FORGET);
    await session.query(BEGIN_RUN, [
      formatIsoDay(run.asOf),
      formatIsoDay(run.after),
      run.retailSince,
      run.hasOutgrown,
      JSON.stringify(run.model),
    ]);
    await session.query(ADD_SHARDS, [
      [0, ...ends.map((last) => last + 1)],
      [...ends, 0x7fffffff],
      itemIds === 'all' ? null : itemIds,
    ]);
    await session.enqueueShards(ends.length);
  });
}

export async function countShardsLeft(session: WriteSession): Promise<number> {
  const [counted] = await session.query<{ left: number }>(COUNT_LEFT);
  return counted!.left;
}

export async function forgetShards(session: WriteSession): Promise<void> {
  await session.query(FORGET);
  await session.query(REMOVE_SHARD_JOBS);
}

/** ConflictError: a shard is not valued yet. */
export async function sumUpShards(session: WriteSession): Promise<StagedRun> {
  const [summed] = await session.query<Omit<StagedRun, 'columns'> & { left: number; shards: number }>(SUM_UP);
  const { left, shards, ...staged } = summed!;
  if (left > 0 || shards === 0)
    throw new ConflictError(`${left} of ${shards} shards are not valued: there is nothing to publish yet`);
  return { ...staged, columns: [] };
}

/** Each in a transaction; returns how many. */
export function valueFreeShards(
  database: Database,
  value: (shard: ValuationShard) => Promise<ValuedItems>,
): Promise<number> {
  return WriteSession.open(database, async (session) => {
    await session.query(`${EXPECT_MEMORY}; ${NOTICE_LOST_MACHINES}; ${LOSE_STUCK_WORKERS}`);
    let valued = 0;
    let run: RunModel | null = null;
    do {
      run = await session.inTransaction(() => valueFreeShard(session, run, value));
      if (run !== null) valued++;
    } while (run !== null);
    return valued;
  });
}

interface RunModel {
  readonly runId: string;
  readonly model: unknown;
}

interface ShardRow extends ShardedRun, ItemRange, RunModel {
  readonly itemIds: readonly number[] | null;
}

async function valueFreeShard(
  session: WriteSession,
  last: RunModel | null,
  value: (shard: ValuationShard) => Promise<ValuedItems>,
): Promise<RunModel | null> {
  const [row] = await session.query<ShardRow & { [name: string]: unknown }>(TAKE_SHARD, [last?.runId ?? null]);
  if (row === undefined) return null;
  const { first, last: lastItemId, itemIds, runId, ...rest } = row;
  const run = { ...rest, model: runId === last?.runId ? last.model : rest.model };
  const which = itemIds ?? { first, last: lastItemId };
  const valued = await value({
    ...run,
    listItems: () => listItems(session, run.retailSince, which),
    readSales: (reach, take) => readSales(session, { itemIds: which, until: run.asOf, ...reach }, take),
  });
  const { columns } = await stageValues(session, STEPS, valued);
  await session.query(KEEP_VALUES, [formatIsoDay(run.asOf), ...columns]);
  const changes = valued.items.filter(({ salesRevision }) => salesRevision !== null);
  await session.query(KEEP_CHANGES, [
    changes.map(({ itemId }) => itemId),
    changes.map(({ salesRevision }) => salesRevision),
  ]);
  await session.query(FINISH_SHARD, [first, valued.items.length, valued.salesRead]);
  return { runId, model: run.model };
}
