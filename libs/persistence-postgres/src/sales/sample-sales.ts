import type { SaleScope } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { isInScope } from './read-sales.ts';

/** About this many rows are looked at, in whole pages from everywhere in the table. */
const SAMPLED_ROWS = 100_000;

/** By the planner, from the pages of the table and how full they were when it was last analyzed; reads nothing. */
async function estimateRows(session: WriteSession): Promise<number> {
  const [explained] = await session.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    'EXPLAIN (FORMAT JSON) SELECT FROM source.market_sale',
  );
  return explained!['QUERY PLAN'][0].Plan['Plan Rows'];
}

function percentOf(rows: number): number {
  return Math.min(100, (100 * SAMPLED_ROWS) / rows);
}

/** The same rows each time, so that a market that has not changed is estimated, learned and divided the same again. */
const sampleOf = (rows: number): string => `source.market_sale TABLESAMPLE SYSTEM (${percentOf(rows)}) REPEATABLE (0)`;

/** About how many sales there are; exact when they are few. */
export async function estimateSales(session: WriteSession, scope: SaleScope): Promise<number> {
  const rows = await estimateRows(session);
  const [sampled] = await session.query<{ sales: number; all: number }>(
    `SELECT (count(*) FILTER (WHERE ${isInScope(scope)}))::integer AS sales, count(*)::integer AS all
     FROM ${sampleOf(rows)}`,
  );
  const { sales, all } = sampled!;
  // The share of the sample, not its size: by chance it has some percent more or fewer pages than it was told to have.
  return percentOf(rows) === 100 || all === 0 ? sales : Math.round((rows * sales) / all);
}

/**
 * Item ids at which sales fall into so many parts of about the same size: the last id of each part but the last. Fewer
 * when an item has more sales than a part should.
 */
export async function divideSales(session: WriteSession, scope: SaleScope, parts: number): Promise<readonly number[]> {
  const shares = Array.from({ length: parts - 1 }, (_, at) => (at + 1) / parts);
  const ends = await session.query<{ last: number }>(
    `SELECT DISTINCT unnest(percentile_disc($1::float8[]) WITHIN GROUP (ORDER BY item_id)) AS last
     FROM ${sampleOf(await estimateRows(session))} WHERE ${isInScope(scope)} ORDER BY last`,
    [shares],
  );
  return ends.map(({ last }) => last);
}
