import type { SaleScope } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { isInScope } from './read-sales.ts';

/** Approximate rows, in whole pages from everywhere. */
const SAMPLED_ROWS = 100_000;

/** Planner estimate from page counts; reads nothing. */
async function estimateRows(session: WriteSession): Promise<number> {
  const [explained] = await session.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    'EXPLAIN (FORMAT JSON) SELECT FROM source.market_sale',
  );
  return explained!['QUERY PLAN'][0].Plan['Plan Rows'];
}

function percentOf(rows: number): number {
  return Math.min(100, (100 * SAMPLED_ROWS) / rows);
}

/** Repeatable, so that an unchanged market gives the same results. */
const sampleOf = (rows: number): string => `source.market_sale TABLESAMPLE SYSTEM (${percentOf(rows)}) REPEATABLE (0)`;

/** Approximate; exact for small numbers. */
export async function estimateSales(session: WriteSession, scope: SaleScope): Promise<number> {
  const rows = await estimateRows(session);
  const [sampled] = await session.query<{ sales: number; all: number }>(
    `SELECT (count(*) FILTER (WHERE ${isInScope(scope)}))::integer AS sales, count(*)::integer AS all
     FROM ${sampleOf(rows)}`,
  );
  const { sales, all } = sampled!;
  // The share, not the size: samples vary by some percent of pages.
  return percentOf(rows) === 100 || all === 0 ? sales : Math.round((rows * sales) / all);
}

/** Last ids of all but the last part. Fewer if an item exceeds a part. */
export async function divideSales(session: WriteSession, scope: SaleScope, parts: number): Promise<readonly number[]> {
  const shares = Array.from({ length: parts - 1 }, (_, at) => (at + 1) / parts);
  const ends = await session.query<{ last: number }>(
    `SELECT DISTINCT unnest(percentile_disc($1::float8[]) WITHIN GROUP (ORDER BY item_id)) AS last
     FROM ${sampleOf(await estimateRows(session))} WHERE ${isInScope(scope)} ORDER BY last`,
    [shares],
  );
  return ends.map(({ last }) => last);
}
