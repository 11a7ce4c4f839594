import { randomUUID } from 'node:crypto';
import {
  type FinishedLease,
  type Lease,
  type LeaseLimits,
  type MarketItemFacts,
  type SourceItem,
  SourceQueue,
} from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { finishLease } from './finish-lease.ts';

const MARKET_FACTS = `
WITH sold AS (
  SELECT item_id, condition::text AS condition, count(*)::integer AS sales FROM source.market_sale
  WHERE sold_day > (access.clock() AT TIME ZONE 'UTC')::date - 180 GROUP BY item_id, condition
), held AS (
  SELECT set_id FROM portfolio.holding WHERE status <> 'sold' UNION SELECT set_id FROM events.rule_set
), item AS (
  SELECT id, 'set' AS kind, set_number AS number, year, exit_date, coalesce(ean, upc) AS barcode FROM catalog.lego_set
  UNION ALL
  SELECT id, 'minifig', marketplace_number, year_released, NULL, NULL FROM catalog.minifig
  WHERE marketplace_number IS NOT NULL
)
SELECT i.kind, i.number, c.condition, coalesce(s.sales, 0) AS sales,
  (v.high_cents - v.low_cents)::double precision / nullif(v.value_cents, 0) AS width,
  h.set_id IS NOT NULL AS "isHeld", i.barcode, i.year, i.exit_date - date '1970-01-01' AS "exitDay"
FROM item i CROSS JOIN (VALUES ('sealed'), ('used')) c (condition)
LEFT JOIN sold s ON s.item_id = i.id AND s.condition = c.condition
LEFT JOIN market.item_value v ON v.item_id = i.id AND v.condition = c.condition
LEFT JOIN held h ON h.set_id = i.id`;

const ITEM = 'item, asked_at AS "askedAt", found_at AS "foundAt", misses, due_at AS "dueAt"';

const PLAN = `
WITH planned AS (SELECT * FROM unnest($2::text[], $3::double precision[]) AS p (item, rank)), gone AS (
  DELETE FROM ops.source_item i WHERE source = $1 AND NOT EXISTS (SELECT FROM planned p WHERE p.item = i.item)
), noted AS (
  UPDATE ops.source SET planned_at = access.clock() WHERE name = $1
)
INSERT INTO ops.source_item AS i (source, item, rank, due_at)
SELECT $1, item, rank, access.clock() FROM planned
ON CONFLICT (source, item) DO UPDATE SET rank = excluded.rank WHERE i.rank <> excluded.rank`;

/** Leases of all processes are counted: without the lock two of them would count the same. */
const LOCK = 'SELECT FROM ops.source WHERE name = $1 FOR UPDATE';
const IS_FREE = '(leased_until IS NULL OR leased_until <= clock_timestamp())';
/** A subquery instead of the CTE may run for each row, and would lease more than the batch. */
const LEASE = `
WITH first AS MATERIALIZED (
  SELECT item FROM ops.source_item WHERE source = $1 AND due_at <= access.clock() AND ${IS_FREE}
  ORDER BY rank DESC, item LIMIT $5 FOR UPDATE SKIP LOCKED
)
UPDATE ops.source_item i SET lease = $3, leased_until = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
FROM first WHERE i.source = $1 AND i.item = first.item AND $2 > (
  SELECT count(DISTINCT lease) FROM ops.source_item WHERE source = $1 AND lease IS NOT NULL AND NOT ${IS_FREE}
)
RETURNING i.item, ${ITEM.replace('item, ', '')}`;

const RELEASE = 'UPDATE ops.source_item SET lease = NULL, leased_until = NULL WHERE source = $1 AND lease = $2';

export class PostgresSourceQueue extends SourceQueue {
  constructor(private readonly database: Database) {
    super();
  }

  async listMarketFacts(): Promise<readonly MarketItemFacts[]> {
    return (await this.database.pool.query<MarketItemFacts>(MARKET_FACTS)).rows;
  }

  async listItems(source: string): Promise<readonly SourceItem[]> {
    const { rows } = await this.database.pool.query<SourceItem>(
      `SELECT ${ITEM} FROM ops.source_item WHERE source = $1 ORDER BY rank DESC, item`,
      [source],
    );
    return rows;
  }

  async plan(source: string, ranks: readonly { readonly item: string; readonly rank: number }[]): Promise<void> {
    await this.database.pool.query(PLAN, [source, ranks.map(({ item }) => item), ranks.map(({ rank }) => rank)]);
  }

  lease(source: string, { atOnce, batch, leaseMs }: LeaseLimits): Promise<Lease | null> {
    const lease = randomUUID();
    return WriteSession.open(this.database, (session) =>
      session.inTransaction(async () => {
        await session.query(LOCK, [source]);
        const items = await session.query<SourceItem>(LEASE, [source, atOnce, lease, leaseMs, batch]);
        return items.length === 0 ? null : { source, lease, items };
      }),
    );
  }

  async finish(finished: FinishedLease): Promise<void> {
    await finishLease((text, values) => this.database.pool.query(text, values as unknown[]), finished);
  }

  async release({ source, lease }: Lease): Promise<void> {
    await this.database.pool.query(RELEASE, [source, lease]);
  }
}
