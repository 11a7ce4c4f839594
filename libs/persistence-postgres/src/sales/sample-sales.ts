import type { SaleScope } from '@brickmarket/persistence-ports';
import type { WriteSession } from '../bulk/write-session.ts';
import { isInScope } from './read-sales.ts';

/** About this many rows are looked at, in whole pages from everywhere in the table. */
const SAMPLED_ROWS = 100_000;

/** The planner's estimate: exact enough, and it reads nothing. */
async function samplePercent(session: WriteSession): Promise<number> {
  const [explained] = await session.query<{ 'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }] }>(
    'EXPLAIN (FORMAT JSON) SELECT FROM source.market_sale',
  );
  return Math.min(100, (100 * SAMPLED_ROWS) / explained!['QUERY PLAN'][0].Plan['Plan Rows']);
}

/** The same rows each time, so that a market that has not changed is estimated, learned and divided the same again. */
const sampleOf = (percent: number, scope: SaleScope): string =>
  `source.market_sale TABLESAMPLE SYSTEM (${percent}) REPEATABLE (0) WHERE ${isInScope(scope)}`;

/** About how many sales there are. */
export async function estimateSales(session: WriteSession, scope: SaleScope): Promise<number> {
  const percent = await samplePercent(session);
  const [sampled] = await session.query<{ sales: number }>(
    `SELECT count(*)::integer AS sales FROM ${sampleOf(percent, scope)}`,
  );
  return Math.round((100 * sampled!.sales) / percent);
}

/**
 * Item ids at which sales fall into so many parts of about the same size: the last id of each part but the last. Fewer
 * when an item has more sales than a part should.
 */
export async function divideSales(session: WriteSession, scope: SaleScope, parts: number): Promise<readonly number[]> {
  const shares = Array.from({ length: parts - 1 }, (_, at) => (at + 1) / parts);
  const ends = await session.query<{ last: number }>(
    `SELECT DISTINCT unnest(percentile_disc($1::float8[]) WITHIN GROUP (ORDER BY item_id)) AS last
     FROM ${sampleOf(await samplePercent(session), scope)} ORDER BY last`,
    [shares],
  );
  return ends.map(({ last }) => last);
}
