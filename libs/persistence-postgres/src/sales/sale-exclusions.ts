import {
  type DecidedSale,
  type MonthOfSet,
  type SaleDecision,
  type SaleExclusion,
  SaleExclusions,
  type SaleFacts,
  type SaleKey,
  type StoredSale,
} from '@brickmarket/persistence-ports';
import { WriteSession } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { MARK_CHANGED, SALES_LOCK } from './changed-sales.ts';

const COLUMNS = 'source_id, source_ref, item_id, condition, sold_day, price_cents, quantity, import_id';

/** Moves selected sales out of counted ones. A duplicate comes from an earlier release and is newer. */
export const setAside = (keys: string): string => `
WITH moved AS (
  DELETE FROM source.market_sale s USING (${keys}) k
  WHERE s.source_id = k.source_id AND s.source_ref = k.source_ref RETURNING s.*
), aside AS (
  INSERT INTO source.excluded_sale (${COLUMNS}) SELECT ${COLUMNS} FROM moved
  ON CONFLICT (source_id, source_ref) DO UPDATE SET
    item_id = excluded.item_id, condition = excluded.condition, sold_day = excluded.sold_day,
    price_cents = excluded.price_cents, quantity = excluded.quantity, import_id = excluded.import_id
), touched AS (SELECT item_id, sold_day FROM moved), marked AS (${MARK_CHANGED})
SELECT FROM moved`;

export const SET_EXCLUDED_ASIDE = setAside(
  'SELECT source_id, source_ref FROM source.sale_exclusion WHERE included_at IS NULL',
);

/** Moves back sales without decision and incompleteness. */
export const MOVE_BACK = `
WITH moved AS (
  DELETE FROM source.excluded_sale s
  WHERE NOT s.is_incomplete AND NOT EXISTS (
    SELECT FROM source.sale_exclusion e
    WHERE e.included_at IS NULL AND e.source_id = s.source_id AND e.source_ref = s.source_ref
  ) RETURNING s.*
), touched AS (
  INSERT INTO source.market_sale (${COLUMNS}) SELECT ${COLUMNS} FROM moved ON CONFLICT DO NOTHING
  RETURNING item_id, sold_day
), marked AS (${MARK_CHANGED})
SELECT FROM touched`;

/** Excludes sale `$1`, `$2` by `$3` because of `$4`; one row if it counted. */
const DECIDE_TO_EXCLUDE = `
INSERT INTO source.sale_exclusion (source_id, source_ref, excluded_by, reason)
SELECT m.source_id, m.source_ref, $3, $4
FROM source.market_sale m JOIN source.sale_source o ON o.id = m.source_id
WHERE o.name = $1 AND m.source_ref = $2
ON CONFLICT (source_id, source_ref) WHERE included_at IS NULL DO NOTHING
RETURNING id`;

const DECIDE_TO_INCLUDE = `
UPDATE source.sale_exclusion e
SET included_at = clock_timestamp(), included_by = $3, inclusion_reason = $4
FROM source.sale_source o
WHERE o.id = e.source_id AND o.name = $1 AND e.source_ref = $2 AND e.included_at IS NULL AND NOT EXISTS (
  SELECT FROM source.excluded_sale s
  WHERE s.source_id = e.source_id AND s.source_ref = e.source_ref AND s.is_incomplete
)
RETURNING e.id`;

const storedSales = (table: string): string => `
SELECT o.name AS source, m.source_ref AS "sourceRef", m.item_id AS "itemId", m.condition::text AS condition,
  m.sold_day - date '1970-01-01' AS day, m.price_cents AS "priceCents", m.quantity,
  CASE WHEN s.id IS NULL THEN 'minifig' ELSE 'set' END AS "itemKind",
  coalesce(s.set_number, f.marketplace_number, f.minifig_number) AS "itemNumber"
FROM ${table} m
JOIN source.sale_source o ON o.id = m.source_id
LEFT JOIN catalog.lego_set s ON s.id = m.item_id
LEFT JOIN catalog.minifig f ON f.id = m.item_id`;

const IDENTIFY = `
${storedSales('source.market_sale')}
JOIN unnest($1::integer[], $2::text[], $3::integer[], $4::integer[]) AS wanted (item_id, condition, day, price_cents)
  ON wanted.item_id = m.item_id AND m.sold_day = date '1970-01-01' + wanted.day
  AND m.condition::text = wanted.condition AND m.price_cents = wanted.price_cents`;

const findSale = (table: string): string => `${storedSales(table)} WHERE o.name = $1 AND m.source_ref = $2`;

const PUBLISHED_MONTH = `
SELECT s.set_number AS "setNumber", to_char(date '1970-01-01' + $3::integer, 'YYYY-MM') AS month
FROM catalog.lego_set s JOIN market.month_series p ON p.item_id = s.id
WHERE s.id = $1 AND p.condition = $2
  AND date_trunc('month', date '1970-01-01' + $3::integer)::date BETWEEN p.first_month AND p.through_month`;

const EXCLUSIONS = `
SELECT o.name AS source, e.source_ref AS "sourceRef", e.excluded_by AS by, e.reason, e.excluded_at AS "excludedAt",
  to_json(sale) AS sale
FROM source.sale_exclusion e
JOIN source.sale_source o ON o.id = e.source_id
LEFT JOIN LATERAL (
  ${storedSales('source.excluded_sale')} WHERE m.source_id = e.source_id AND m.source_ref = e.source_ref
) sale ON true
WHERE e.included_at IS NULL`;

type StoredSaleRow = StoredSale & { [name: string]: unknown };

/** Excluded sales are stored apart from counted ones. */
export class PostgresSaleExclusions extends SaleExclusions {
  constructor(private readonly database: Database) {
    super();
  }

  async identify(sales: readonly SaleFacts[]): Promise<readonly StoredSale[]> {
    const { rows } = await this.database.pool.query<StoredSaleRow>(IDENTIFY, [
      sales.map(({ itemId }) => itemId),
      sales.map(({ condition }) => condition),
      sales.map(({ day }) => day),
      sales.map(({ priceCents }) => priceCents),
    ]);
    return rows;
  }

  exclude(decision: SaleDecision): Promise<DecidedSale | null> {
    return this.#decide(decision, DECIDE_TO_EXCLUDE, async (session) => {
      await session.query(SET_EXCLUDED_ASIDE);
      return 'source.excluded_sale';
    });
  }

  include(decision: SaleDecision): Promise<DecidedSale | null> {
    return this.#decide(decision, DECIDE_TO_INCLUDE, async (session) => {
      await session.query(MOVE_BACK);
      return 'source.market_sale';
    });
  }

  async find({ source, sourceRef }: SaleKey): Promise<SaleExclusion | null> {
    const { rows } = await this.database.pool.query<SaleExclusion>(
      `${EXCLUSIONS} AND o.name = $1 AND e.source_ref = $2`,
      [source, sourceRef],
    );
    return rows[0] ?? null;
  }

  async list(limit: number): Promise<readonly SaleExclusion[]> {
    const { rows } = await this.database.pool.query<SaleExclusion>(`${EXCLUSIONS} ORDER BY e.id DESC LIMIT $1`, [
      limit,
    ]);
    return rows;
  }

  /** One transaction; `move` returns the resulting table. */
  #decide(
    { source, sourceRef, by, reason }: SaleDecision,
    decide: string,
    move: (session: WriteSession) => Promise<string>,
  ): Promise<DecidedSale | null> {
    return WriteSession.run(this.database, SALES_LOCK, (session) =>
      // No new data version: responses change with the next valuation.
      session.inTransaction(async () => {
        if ((await session.query(decide, [source, sourceRef, by, reason])).length === 0) return null;
        const table = await move(session);
        await session.enqueueValuation();
        const [sale] = await session.query<StoredSaleRow>(findSale(table), [source, sourceRef]);
        if (sale === undefined) return { sale: null, publishedMonth: null };
        const [publishedMonth] = await session.query<MonthOfSet & { [name: string]: unknown }>(PUBLISHED_MONTH, [
          sale.itemId,
          sale.condition,
          sale.day,
        ]);
        return { sale, publishedMonth: publishedMonth ?? null };
      }),
    );
  }
}
