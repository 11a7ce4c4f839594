import { randomUUID } from 'node:crypto';
import {
  type FinishedItem,
  type LeasedItem,
  type MarketItemFacts,
  type SourceItem,
  SourceQueue,
} from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { finishItem } from './finish-item.ts';

const MARKET_FACTS = `
WITH sold AS (
  SELECT item_id, condition::text AS condition, count(*)::integer AS sales FROM source.market_sale
  WHERE sold_day > (access.clock() AT TIME ZONE 'UTC')::date - 180 GROUP BY item_id, condition
), held AS (
  SELECT set_id FROM portfolio.holding WHERE status <> 'sold' UNION SELECT set_id FROM events.rule_set
), item AS (
  SELECT id, 'set' AS kind, set_number AS number, year, exit_date FROM catalog.lego_set
  UNION ALL
  SELECT id, 'minifig', marketplace_number, year_released, NULL FROM catalog.minifig
  WHERE marketplace_number IS NOT NULL
)
SELECT i.kind, i.number, c.condition, coalesce(s.sales, 0) AS sales,
  (v.high_cents - v.low_cents)::double precision / nullif(v.value_cents, 0) AS width,
  h.set_id IS NOT NULL AS "isHeld", i.year, i.exit_date - date '1970-01-01' AS "exitDay"
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
const LEASE = `
UPDATE ops.source_item SET lease = $3, leased_until = clock_timestamp() + make_interval(secs => $4::float8 / 1000)
WHERE source = $1 AND item = (
  SELECT item FROM ops.source_item WHERE source = $1 AND due_at <= access.clock() AND ${IS_FREE}
  ORDER BY rank DESC, item LIMIT 1 FOR UPDATE SKIP LOCKED
) AND $2 > (SELECT count(*) FROM ops.source_item WHERE source = $1 AND lease IS NOT NULL AND NOT ${IS_FREE})
RETURNING source, lease, ${ITEM}`;

const RELEASE = `
UPDATE ops.source_item SET due_at = $4, lease = NULL, leased_until = NULL
WHERE source = $1 AND item = $2 AND lease = $3`;

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

  lease(source: string, atOnce: number, leaseMs: number): Promise<LeasedItem | null> {
    return WriteSession.open(this.database, (session) =>
      session.inTransaction(async () => {
        await session.query(LOCK, [source]);
        return (await session.query<LeasedItem>(LEASE, [source, atOnce, randomUUID(), leaseMs]))[0] ?? null;
      }),
    );
  }

  async finish(item: FinishedItem): Promise<void> {
    await finishItem((text, values) => this.database.pool.query(text, values as unknown[]), item);
  }

  async release({ source, item, lease }: LeasedItem, dueAt: Date): Promise<void> {
    await this.database.pool.query(RELEASE, [source, item, lease, dueAt]);
  }
}
