import type { Client } from 'pg';
import { AS_OF } from './sold-market.ts';

/**
 * Milliseconds that PostgreSQL itself takes for weighted quantiles of 180 days and monthly quantiles: no outliers,
 * drift, priors or ranges. With the index that incremental runs have, the rows come in order and need no sorting;
 * without it they do.
 */
export async function timeInSql(client: Client, hasIndex: boolean): Promise<number> {
  const start = performance.now();
  await client.query(
    `SET work_mem = '256MB'; SET enable_indexonlyscan = ${hasIndex};
     SET enable_indexscan = ${hasIndex}; SET enable_bitmapscan = ${hasIndex}`,
  );
  await client.query(`
CREATE TEMPORARY TABLE sql_value AS
SELECT item_id, condition, min(price_cents) FILTER (WHERE weight_below >= 0.1 * total) AS low,
  min(price_cents) FILTER (WHERE weight_below >= 0.5 * total) AS value,
       min(price_cents) FILTER (WHERE weight_below >= 0.9 * total) AS high
FROM (
  SELECT item_id, condition, price_cents, sum(weight) OVER (PARTITION BY item_id, condition
    ORDER BY price_cents) AS weight_below, sum(weight) OVER (PARTITION BY item_id, condition) AS total
  FROM (SELECT item_id, condition, price_cents, power(2, (sold_day - date '${AS_OF}') / 30.0::float8) * least(quantity,
    2) AS weight FROM source.market_sale WHERE sold_day > date '${AS_OF}' - 180) weighted
) summed
GROUP BY item_id, condition`);
  await client.query(`
CREATE TEMPORARY TABLE sql_month AS
SELECT item_id, condition, date_trunc('month', sold_day) AS month, percentile_cont(ARRAY[0.1, 0.5,
  0.9]) WITHIN GROUP (ORDER BY price_cents) AS prices, count(*) AS sales
FROM source.market_sale GROUP BY item_id, condition, date_trunc('month', sold_day)`);
  const ms = performance.now() - start;
  await client.query('DROP TABLE sql_value, sql_month');
  return ms;
}
