import { parseIsoMonth, type Condition, type EpochDay, firstDayOfMonth, formatIsoDay } from '@brickmarket/domain';
import {
  type PublishedMonth,
  type MonthRecheck,
  type MonthSeries,
  type MonthSession,
  MonthStore,
  type Restatement,
  type RestatementTrace,
  type SaleScope,
  type SaleSeriesHandler,
  MonthHistory,
  type SetMonths,
} from '@brickmarket/persistence-ports';
import { type WriteSession, runComputation } from '../bulk/write-session.ts';
import { findWithOldNumbers } from '../changes/old-numbers.ts';
import type { Database } from '../database/database.ts';
import { RECORD_PUBLISHED_MONTH } from '../events/record-events.ts';
import { readSales } from '../sales/read-sales.ts';

// Temporary tables that months are staged in.
const MONTH_COLUMNS = `
  item_id integer, condition text, month date,
  value_cents integer, low_cents integer, high_cents integer, sales_count integer, event text`;
const STAGED_MONTHS = [
  'staged_series (item_id integer, condition text, first_month date, through_month date)',
  `staged_month (${MONTH_COLUMNS})`,
] as const;
const STAGED_BACKFILL = `staged_backfill (${MONTH_COLUMNS})`;
const STAGED_SERIES_COLUMNS = ['item_id', 'condition', 'first_month', 'through_month'] as const;
const STAGED_MONTH_COLUMNS = [
  'item_id',
  'condition',
  'month',
  'value_cents',
  'low_cents',
  'high_cents',
  'sales_count',
  'event',
] as const;

const MONTH = STAGED_MONTH_COLUMNS.join(', ');

const LIST_SERIES = `
SELECT s.id AS "itemId", c.condition,
       s.release_date - date '1970-01-01' AS "releaseDay", s.exit_date - date '1970-01-01' AS "exitDay",
       to_char(p.first_month, 'YYYY-MM') AS first, to_char(p.through_month, 'YYYY-MM') AS through
FROM catalog.lego_set s
CROSS JOIN (VALUES ('sealed'), ('used')) AS c (condition)
LEFT JOIN market.month_series p ON p.item_id = s.id AND p.condition = c.condition
WHERE $1::text IS NULL OR s.set_number = $1
ORDER BY s.id, c.condition`;

const WRITE_MONTHS = `
WITH written AS (
  INSERT INTO market.month_value (${MONTH}) SELECT ${MONTH} FROM staged_month
  ON CONFLICT DO NOTHING
  RETURNING item_id
)
SELECT DISTINCT item_id AS "itemId" FROM written`;

const WRITE_SERIES = `
INSERT INTO market.month_series (item_id, condition, first_month, through_month)
SELECT item_id, condition, first_month, through_month FROM staged_series
ON CONFLICT (item_id, condition) DO UPDATE SET
  through_month = excluded.through_month
WHERE month_series.through_month < excluded.through_month
RETURNING item_id AS "itemId"`;

/**
 * Items whose sales have changed, whether a valuation has read the change (`month_recheck`) or not (`changed_item`).
 */
const LIST_RECHECKED = `
SELECT item_id AS "itemId", r.mark::text AS revision,
  greatest(least(r.sold_since, c.sold_since) - date '1970-01-01', 0) AS "soldSince"
FROM market.month_recheck r FULL JOIN source.changed_item c USING (item_id)
WHERE r.item_id IS NOT NULL OR EXISTS (
  SELECT FROM market.month_series p
  WHERE p.item_id = c.item_id AND p.through_month >= date_trunc('month', c.sold_since)
)`;

// A valuation renews these rows in any order: locking the whole table first rules out a deadlock with it.
const LOCK_RECHECKS = 'LOCK TABLE market.month_recheck IN EXCLUSIVE MODE';
/** A mark that a valuation has renewed meanwhile stays: its sales were not read. */
const CLEAR_RECHECKED = `
DELETE FROM market.month_recheck r USING unnest($1::integer[], $2::bigint[]) AS seen (item_id, mark)
WHERE r.item_id = seen.item_id AND r.mark = seen.mark`;

/**
 * Replaces published months without sales by the staged ones, by `$1`, for the reason `$2`; returns one row.
 */
const BACKFILL_MONTHS = `
WITH before AS (
  SELECT n.*, to_jsonb(m) - 'item_id' - 'condition' AS was
  FROM staged_backfill n LEFT JOIN market.month_value m USING (item_id, condition, month)
  WHERE coalesce(m.sales_count, 0) = 0
), backfilled AS (
  INSERT INTO market.month_value AS m (${MONTH})
  SELECT ${MONTH} FROM before
  ON CONFLICT (item_id, condition, month) DO UPDATE SET
    value_cents = excluded.value_cents, low_cents = excluded.low_cents, high_cents = excluded.high_cents,
    sales_count = excluded.sales_count, event = excluded.event
  RETURNING m.item_id, m.condition, m.month, to_jsonb(m) - 'item_id' - 'condition' AS is_now
), widened AS (
  UPDATE market.month_series p SET first_month = least(p.first_month, b.first)
  FROM (SELECT item_id, condition, min(month) AS first FROM before GROUP BY item_id, condition) b
  WHERE p.item_id = b.item_id AND p.condition = b.condition
), traced AS (
  INSERT INTO market.month_restatement (item_id, condition, month, restated_by, reason, before, after)
  SELECT item_id, condition, month, $1, $2, b.was, n.is_now
  FROM before b JOIN backfilled n USING (item_id, condition, month)
  RETURNING item_id
)
SELECT count(*)::integer AS months, coalesce(array_agg(DISTINCT item_id), '{}') AS "itemIds" FROM traced`;

/** Lets this transaction, and no other, change published months. */
const BEGIN_RESTATING = `SET LOCAL brickmarket.restating = 'on'`;

const RESTATE = `
WITH before AS (
  SELECT to_jsonb(m) - 'item_id' - 'condition' AS month FROM market.month_value m
  WHERE m.item_id = $1 AND m.condition = $2 AND m.month = $3::date
), restated AS (
  INSERT INTO market.month_value AS m (${MONTH})
  VALUES ($1, $2, $3::date, $4, $5, $6, $7, $8)
  ON CONFLICT (item_id, condition, month) DO UPDATE SET
    value_cents = $4, low_cents = $5, high_cents = $6, sales_count = $7, event = $8
  RETURNING to_jsonb(m) - 'item_id' - 'condition' AS month
), widened AS (
  UPDATE market.month_series SET first_month = least(first_month, $3::date) WHERE item_id = $1 AND condition = $2
)
INSERT INTO market.month_restatement (item_id, condition, month, restated_by, reason, before, after)
SELECT $1, $2, $3::date, $9, $10, (SELECT month FROM before), (SELECT month FROM restated)
RETURNING before`;

/** A row of `market.month_value` as JSON; the month is `YYYY-MM`, with or without a day. */
interface MonthRow {
  month: string;
  value_cents: number | null;
  low_cents: number | null;
  high_cents: number | null;
  sales_count: number;
  event: string | null;
}

function publishedMonth(row: MonthRow): PublishedMonth {
  return {
    month: parseIsoMonth(row.month.slice(0, 7))!,
    valueCents: row.value_cents,
    lowCents: row.low_cents,
    highCents: row.high_cents,
    salesCount: row.sales_count,
    event: row.event,
  };
}

interface Backfilled {
  [name: string]: unknown;
  months: number;
  itemIds: number[];
}

interface SeriesRow {
  [name: string]: unknown;
  itemId: number;
  condition: Condition;
  releaseDay: EpochDay | null;
  exitDay: EpochDay | null;
  first: string | null;
  through: string | null;
}

/** Publishes months and restates them. */
export class PostgresMonthStore extends MonthStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: MonthSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'months', (session) => work(new PostgresMonths(session)));
  }
}

class PostgresMonths implements MonthSession {
  constructor(private readonly session: WriteSession) {}

  async listSeries(setNumber?: string): Promise<readonly MonthSeries[]> {
    return (await this.session.query<SeriesRow>(LIST_SERIES, [setNumber ?? null])).map(monthSeries);
  }

  readSales(scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
    return readSales(this.session, scope, take);
  }

  async publish(months: Parameters<MonthSession['publish']>[0]): Promise<void> {
    await this.session.stage(...STAGED_MONTHS);
    const series = this.session.copyInto('staged_series', STAGED_SERIES_COLUMNS);
    const values = this.session.copyInto('staged_month', STAGED_MONTH_COLUMNS);
    for await (const { series: published, first, through, months: points } of months) {
      const { itemId, condition } = published;
      await series.write([[itemId, condition, monthText(first), monthText(through)]]);
      await values.write(points.map((month) => [itemId, condition, ...monthColumns(month)]));
    }
    await values.end();
    if ((await series.end()) === 0) return;
    await this.session.merge('market', async () => {
      const added = await this.session.query<{ itemId: number }>(WRITE_MONTHS);
      await this.session.write(RECORD_PUBLISHED_MONTH);
      const extended = await this.session.query<{ itemId: number }>(WRITE_SERIES);
      const history = [...added, ...extended].map(({ itemId }) => itemId);
      return { result: undefined, changed: history.length > 0 ? { history } : null };
    });
  }

  listRechecked(): Promise<readonly MonthRecheck[]> {
    return this.session.query<MonthRecheck & { [name: string]: unknown }>(LIST_RECHECKED);
  }

  async backfillMonths(
    months: Parameters<MonthSession['backfillMonths']>[0],
    rechecked: readonly MonthRecheck[],
    { by, reason }: RestatementTrace,
  ): Promise<number> {
    await this.session.stage(STAGED_BACKFILL);
    const values = this.session.copyInto('staged_backfill', STAGED_MONTH_COLUMNS);
    for await (const { itemId, condition, month } of months)
      await values.write([[itemId, condition, ...monthColumns(month)]]);
    const staged = await values.end();
    return this.session.merge('market', async () => {
      await this.session.query(LOCK_RECHECKS);
      await this.session.query(CLEAR_RECHECKED, [
        rechecked.map(({ itemId }) => itemId),
        rechecked.map(({ revision }) => revision),
      ]);
      if (staged === 0) return { result: 0, changed: null };
      await this.session.query(BEGIN_RESTATING);
      const [backfilled] = await this.session.query<Backfilled>(BACKFILL_MONTHS, [by, reason]);
      const { months: count, itemIds } = backfilled!;
      return { result: count, changed: count > 0 ? { history: itemIds } : null };
    });
  }

  restate(restatements: readonly Restatement[]): Promise<readonly (PublishedMonth | null)[]> {
    return this.session.merge('market', async () => {
      await this.session.query(BEGIN_RESTATING);
      const before: (PublishedMonth | null)[] = [];
      for (const { series, after, by, reason } of restatements) {
        const [row] = await this.session.query<{ before: MonthRow | null }>(RESTATE, [
          series.itemId,
          series.condition,
          ...monthColumns(after),
          by,
          reason,
        ]);
        before.push(row!.before && publishedMonth(row!.before));
      }
      return { result: before, changed: { history: restatements.map(({ series }) => series.itemId) } };
    });
  }
}

function monthSeries({ itemId, condition, releaseDay, exitDay, first, through }: SeriesRow): MonthSeries {
  return {
    itemId,
    condition,
    releaseDay,
    exitDay,
    published: first === null ? null : { first: parseIsoMonth(first)!, through: parseIsoMonth(through!)! },
  };
}

function monthColumns({ month, valueCents, lowCents, highCents, salesCount, event }: PublishedMonth) {
  return [monthText(month), valueCents, lowCents, highCents, salesCount, event] as const;
}

function monthText(month: number): string {
  return formatIsoDay(firstDayOfMonth(month));
}

interface SetMonthsRow {
  set_number: string;
  first_month: string | null;
  through_month: string | null;
  months: MonthRow[] | null;
}

const FIND_MONTHS = `
SELECT s.set_number,
       to_char(p.first_month, 'YYYY-MM') AS first_month, to_char(p.through_month, 'YYYY-MM') AS through_month,
       (SELECT json_agg(one ORDER BY one.month) FROM (
          SELECT to_char(m.month, 'YYYY-MM') AS month, m.value_cents, m.low_cents, m.high_cents, m.sales_count, m.event
          FROM market.month_value m WHERE m.item_id = s.id AND m.condition = $2) one) AS months
FROM catalog.lego_set s
LEFT JOIN market.month_series p ON p.item_id = s.id AND p.condition = $2
WHERE s.set_number = ANY($1)`;

const COUNT_INCOMPLETE = `
SELECT c.condition, c.sales FROM market.incomplete_sales c JOIN catalog.lego_set s ON s.id = c.item_id
WHERE s.set_number = $1`;

/** Reads published months for the API. */
export class PostgresMonthHistory extends MonthHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[], condition: Condition): Promise<ReadonlyMap<string, SetMonths>> {
    return findWithOldNumbers(this.database, setNumbers, async (numbers) => {
      const rows = await this.database.read<SetMonthsRow>({
        name: 'find_months',
        text: FIND_MONTHS,
        values: [numbers, condition],
      });
      return new Map(rows.map((row) => [row.set_number, setMonths(row)]));
    });
  }

  async countIncomplete(setNumber: string): Promise<Readonly<Record<Condition, number>>> {
    const rows = await this.database.read<{ condition: Condition; sales: number }>({
      name: 'count_incomplete_sales',
      text: COUNT_INCOMPLETE,
      values: [setNumber],
    });
    return { sealed: 0, used: 0, ...Object.fromEntries(rows.map(({ condition, sales }) => [condition, sales])) };
  }
}

function setMonths(row: SetMonthsRow): SetMonths {
  return {
    setNumber: row.set_number,
    published:
      row.first_month === null
        ? null
        : { first: parseIsoMonth(row.first_month)!, through: parseIsoMonth(row.through_month!)! },
    months: (row.months ?? []).map(publishedMonth),
  };
}
