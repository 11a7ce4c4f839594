import { type Condition, type EpochDay, formatIsoDay } from '@brickmarket/domain';
import {
  type ComputedValue,
  type EarlierRuns,
  type FinishedRun,
  type ItemToValue,
  type PastValue,
  type SaleScope,
  type SaleSeriesHandler,
  type ValuationSession,
  ValuationStore,
  BacktestStore,
  type StoredBacktest,
} from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/binary-copy.ts';
import { type WriteSession, runComputation } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { RECORD_MOVED_VALUES } from '../events/record-events.ts';
import { readSales } from '../sales/read-sales.ts';

/**
 * Temporary tables that a run is staged in; days count from 1970. Texts have a length limit: for unbounded columns
 * PostgreSQL would create a TOAST table beside each.
 */
const STAGED_RUN = [
  `staged_value (
    item_id integer, condition varchar(6), value_cents integer, low_cents integer, high_cents integer,
    data_tier varchar(8), facts_key bigint, has_past boolean, past_cents integer
  )`,
  'staged_step (item_id integer, condition varchar(6), day integer, value_cents integer)',
] as const;
const STAGED_VALUE_COLUMNS = [
  'item_id',
  'condition',
  'value_cents',
  'low_cents',
  'high_cents',
  'data_tier',
  'facts_key',
  'has_past',
  'past_cents',
] as const;
const STAGED_STEP_COLUMNS = ['item_id', 'condition', 'day', 'value_cents'] as const;

/** Facts of all items; a retail price counts when it was observed since `$1`. */
const FACTS = 'market.item_facts_since($1::timestamptz)';

// Values are looked up by EXISTS: a generic plan does not know how few items there are, and would join by reading all
// values.
const ITEM = `
SELECT f.item_id AS "itemId", f.is_minifig AS "isMinifig", f.theme, f.year,
  f.release_date - date '1970-01-01' AS "releaseDay", f.exit_date - date '1970-01-01' AS "exitDay",
  f.list_price_cents AS "listPriceCents", f.retail_price_cents AS "retailPriceCents",
  f.facts_key::text AS "factsKey", c.mark::text AS "salesRevision",
  EXISTS (SELECT FROM market.item_value v WHERE v.item_id = f.item_id AND v.condition = 'used') AS "isValued",
  EXISTS (
    SELECT FROM market.item_value v WHERE v.item_id = f.item_id AND v.data_tier NOT IN ('modelled', 'none')
  ) AS "isBacked"
FROM ${FACTS} f
LEFT JOIN source.changed_item c USING (item_id)`;

/**
 * Items with new or due sales, and items that time alone has changed between the last run, as of `$2`, and this one, as
 * of `$3`: sets whose last day on sale is over, and sets with a retail price that has become stale.
 */
const MARKED_OR_AGED = `
SELECT item_id FROM source.changed_item WHERE seen_mark IS DISTINCT FROM mark OR due_on <= $3::date
UNION
SELECT id FROM catalog.lego_set WHERE $2::date < $3::date AND exit_date >= $2 AND exit_date < $3
UNION
SELECT set_id FROM retail.price_state
WHERE $2::date < $3::date AND last_checked_at < $1
  AND last_checked_at >= $1 - ($3::date - $2::date) * interval '24 hours'`;

/** Items whose facts differ from those of their last valuation. Reads every item. */
const WITH_NEW_FACTS = `
SELECT f.item_id FROM ${FACTS} f
LEFT JOIN market.item_value v ON v.item_id = f.item_id AND v.condition = 'used'
WHERE v.facts_key IS DISTINCT FROM f.facts_key`;

const LIST_ITEMS = `${ITEM} ORDER BY f.item_id`;
const LIST_CHANGED_ITEMS = itemsAmong(MARKED_OR_AGED);
const LIST_CHANGED_ITEMS_AND_FACTS = itemsAmong(`${MARKED_OR_AGED} UNION ${WITH_NEW_FACTS}`);

/**
 * One row with one JSON array, `items`: the driver parses it faster than rows of twelve columns. Only for a part of the
 * items: for all of them, building the array takes the server longer than that saves.
 */
function itemsAmong(ids: string): string {
  return `
SELECT coalesce(json_agg(i), '[]') AS items
FROM (${ITEM} WHERE f.item_id = ANY (ARRAY(${ids})) ORDER BY f.item_id) i`;
}

/** The last run, the last model that was learned, and the data versions of catalogue and retail prices now. */
const FIND_EARLIER_RUNS = `
SELECT d.catalog AS "catalogVersion", d.retail AS "retailVersion",
  (d.catalog, d.retail) IS DISTINCT FROM (last.catalog_version, last.retail_version) AS "mayHaveNewFacts",
  last.as_of - date '1970-01-01' AS "asOf", full_run.learned AS model,
  full_run.as_of - date '1970-01-01' AS "modelAsOf", full_run.sales AS "modelSales"
FROM (
  SELECT max(version) FILTER (WHERE kind = 'catalog') AS catalog, max(version) FILTER (WHERE kind = 'retail') AS retail
  FROM ops.data_kind
) d
LEFT JOIN LATERAL (
  SELECT as_of, catalog_version, retail_version FROM market.valuation_run ORDER BY id DESC LIMIT 1
) last ON true
LEFT JOIN LATERAL (
  SELECT as_of, sales, learned FROM market.valuation_run WHERE learned IS NOT NULL ORDER BY id DESC LIMIT 1
) full_run ON true`;

// Imports write these rows in any order: locking the whole table first rules out a deadlock with them.
const LOCK_CHANGED_ITEMS = 'LOCK TABLE source.changed_item IN EXCLUSIVE MODE';

const HAS_STEPS = 'SELECT EXISTS (SELECT FROM market.value_step) AS "hasSteps"';
/** Up to millions of rows, staged in the order of the index: nothing is sorted. */
const WRITE_FIRST_STEPS = `
INSERT INTO market.value_step (item_id, condition, day, value_cents)
SELECT item_id, condition, date '1970-01-01' + day, value_cents FROM staged_step`;
/**
 * For items whose first sales arrived late: deletes the steps without sales, from the first staged day to the run of
 * `$1`.
 */
const CLEAR_UNBACKED_STEPS = `
DELETE FROM market.value_step v
USING (SELECT item_id, condition, min(day) AS since FROM staged_step GROUP BY item_id, condition) s
WHERE v.item_id = s.item_id AND v.condition = s.condition
  AND v.day >= date '1970-01-01' + s.since AND v.day < $1::date`;

/**
 * Publishes a run; returns one row, `steps`. All parts of the statement see the values before it: a step is written
 * where the new value differs from the stored one, or from the last one of a past that this run filled in. An item
 * stays in `changed_item` when an import changed it after this run read it, or when it has sales after the day of the
 * run.
 */
const MERGE_RUN = `
WITH valued AS (
  INSERT INTO market.item_value (
    item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, valued_on, calculated_at
  )
  SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier, facts_key, $1::date, $2::timestamptz
  FROM staged_value
  ON CONFLICT (item_id, condition) DO UPDATE SET
    value_cents = excluded.value_cents, low_cents = excluded.low_cents, high_cents = excluded.high_cents,
    data_tier = excluded.data_tier, facts_key = excluded.facts_key,
    valued_on = excluded.valued_on, calculated_at = excluded.calculated_at
), step AS (
  INSERT INTO market.value_step (item_id, condition, day, value_cents)
  SELECT n.item_id, n.condition, $1::date, n.value_cents
  FROM staged_value n LEFT JOIN market.item_value v USING (item_id, condition)
  WHERE n.value_cents IS DISTINCT FROM CASE WHEN n.has_past THEN n.past_cents ELSE v.value_cents END
  ON CONFLICT (item_id, condition, day) DO UPDATE SET value_cents = excluded.value_cents
  RETURNING item_id, condition, value_cents
), moved AS (${RECORD_MOVED_VALUES}
), seen AS (
  SELECT item_id, mark,
    (SELECT min(sold_day) FROM source.market_sale m WHERE m.item_id = s.item_id AND m.sold_day > $1::date) AS due_on
  FROM unnest($3::integer[], $4::bigint[]) AS s (item_id, mark)
), recheck AS (
  INSERT INTO market.month_recheck (item_id) SELECT item_id FROM seen ON CONFLICT DO NOTHING
), unmarked AS (
  DELETE FROM source.changed_item c USING seen s WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NULL
), waiting AS (
  UPDATE source.changed_item c SET seen_mark = s.mark, due_on = s.due_on FROM seen s
  WHERE c.item_id = s.item_id AND c.mark = s.mark AND s.due_on IS NOT NULL
), run AS (
  INSERT INTO market.valuation_run (as_of, calculated_at, items, sales, learned, catalog_version, retail_version)
  VALUES ($1::date, $2::timestamptz, $5, $6, $7, $8, $9)
)
SELECT count(*)::integer AS steps FROM step`;

/** The values are in memory; with the default cost the planner would assume a disk and avoid index lookups. */
const EXPECT_MEMORY = 'SET random_page_cost = 1.1';

/** Values in PostgreSQL: sales out by COPY, values in by COPY and one short transaction. */
export class PostgresValuationStore extends ValuationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'values', async (session) => work(await PostgresValuation.begin(session)));
  }
}

/** One row, also before the first run. Versions are texts: they are only compared. */
interface EarlierRunsRow {
  readonly catalogVersion: string;
  readonly retailVersion: string;
  /** Whether either has been raised since the last run. */
  readonly mayHaveNewFacts: boolean;
  readonly asOf: EpochDay | null;
  readonly model: unknown;
  readonly modelAsOf: EpochDay | null;
  readonly modelSales: number | null;
}

class PostgresValuation implements ValuationSession {
  private constructor(
    private readonly session: WriteSession,
    private readonly earlier: EarlierRunsRow,
  ) {}

  /** Reads the versions before anything else: what changes after that is found by the next run. */
  static async begin(session: WriteSession): Promise<PostgresValuation> {
    await session.query(EXPECT_MEMORY);
    const [earlier] = await session.query<EarlierRunsRow & { [name: string]: unknown }>(FIND_EARLIER_RUNS);
    return new PostgresValuation(session, earlier!);
  }

  findEarlierRuns(): EarlierRuns | null {
    const { asOf, model, modelAsOf, modelSales } = this.earlier;
    return asOf === null || modelAsOf === null || modelSales === null ? null : { asOf, model, modelAsOf, modelSales };
  }

  listItems(retailSince: Date): Promise<readonly ItemToValue[]> {
    return this.session.query<ItemToValue & { [name: string]: unknown }>(LIST_ITEMS, [retailSince]);
  }

  async listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]> {
    const { asOf: lastAsOf, mayHaveNewFacts } = this.earlier;
    const list = mayHaveNewFacts ? LIST_CHANGED_ITEMS_AND_FACTS : LIST_CHANGED_ITEMS;
    const [changed] = await this.session.query<{ items: readonly ItemToValue[] }>(list, [
      retailSince,
      lastAsOf === null ? null : formatIsoDay(lastAsOf),
      formatIsoDay(asOf),
    ]);
    return changed!.items;
  }

  readSales(scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
    return readSales(this.session, scope, take);
  }

  async publish(run: FinishedRun): Promise<number> {
    await this.session.stage(...STAGED_RUN);
    const factsKeys = new Map(run.items.map((item) => [item.itemId, item.factsKey]));
    const lastOfPast = new Map<number, number | null>();
    const pastSteps = await this.#stage('staged_step', STAGED_STEP_COLUMNS, run.pastValues, (step) => {
      lastOfPast.set(seriesKey(step), step.valueCents);
      return stepColumns(step);
    });
    await this.#stage('staged_value', STAGED_VALUE_COLUMNS, run.values, (value) => [
      ...valueColumns(value, factsKeys),
      lastOfPast.has(seriesKey(value)),
      lastOfPast.get(seriesKey(value)) ?? null,
    ]);
    const withSales = run.items.filter(({ salesRevision }) => salesRevision !== null);
    const { catalogVersion, retailVersion } = this.earlier;
    const values = [
      formatIsoDay(run.asOf),
      run.calculatedAt,
      withSales.map(({ itemId }) => itemId),
      withSales.map(({ salesRevision }) => salesRevision),
      run.items.length,
      run.salesRead,
      run.model === null ? null : JSON.stringify(run.model),
      catalogVersion,
      retailVersion,
    ];
    return this.session.merge('market', async () => {
      if (pastSteps > 0) await this.#writePastSteps(formatIsoDay(run.asOf));
      await this.session.query(LOCK_CHANGED_ITEMS);
      const [merged] = await this.session.query<{ steps: number }>(MERGE_RUN, values);
      // Months that were published without sales may have got their first ones.
      if (withSales.length > 0) await this.session.enqueueMonths();
      return { result: merged!.steps, hasChanged: true };
    });
  }

  async #writePastSteps(asOf: string): Promise<void> {
    const [known] = await this.session.query<{ hasSteps: boolean }>(HAS_STEPS);
    // In an empty table there is nothing to delete, and searching it costs as much as writing the steps.
    if (known!.hasSteps) await this.session.query(CLEAR_UNBACKED_STEPS, [asOf]);
    await this.session.write(WRITE_FIRST_STEPS);
  }

  async #stage<Row>(
    table: string,
    columns: readonly string[],
    rows: Iterable<Row>,
    values: (row: Row) => readonly CopyValue[],
  ): Promise<number> {
    const copy = this.session.copyInto(table, columns);
    await copy.write(mapped(rows, values));
    return copy.end();
  }
}

function* mapped<Row>(
  rows: Iterable<Row>,
  values: (row: Row) => readonly CopyValue[],
): Generator<readonly CopyValue[]> {
  for (const row of rows) yield values(row);
}

function seriesKey({ itemId, condition }: { readonly itemId: number; readonly condition: Condition }): number {
  return 2 * itemId + (condition === 'used' ? 1 : 0);
}

function valueColumns(
  { itemId, condition, price, tier }: ComputedValue,
  factsKeys: ReadonlyMap<number, string>,
): readonly CopyValue[] {
  return [
    itemId,
    condition,
    price && price.valueCents,
    price && price.lowCents,
    price && price.highCents,
    tier,
    factsKeys.get(itemId)!,
  ];
}

function stepColumns({ itemId, condition, day, valueCents }: PastValue): readonly CopyValue[] {
  return [itemId, condition, day, valueCents];
}

/** Backtest reports in PostgreSQL. */
export class PostgresBacktestStore extends BacktestStore {
  constructor(private readonly database: Database) {
    super();
  }

  async save(report: unknown, ranAt: Date): Promise<void> {
    await this.database.prepared('save_backtest', 'INSERT INTO market.backtest (ran_at, report) VALUES ($1, $2)', [
      ranAt,
      JSON.stringify(report),
    ]);
  }

  async findLatest(): Promise<StoredBacktest | null> {
    const [latest] = await this.database.prepared<{ ranAt: Date; report: unknown }>(
      'latest_backtest',
      'SELECT ran_at AS "ranAt", report FROM market.backtest ORDER BY id DESC LIMIT 1',
      [],
    );
    return latest ?? null;
  }
}
