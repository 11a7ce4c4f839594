import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import {
  type EarlierRuns,
  type FinishedRun,
  type ItemToValue,
  type PublishedShards,
  type RunRecord,
  type SaleScope,
  type SaleSeriesHandler,
  type ShardedRun,
  type ValuationSession,
  type ValuationShard,
  ValuationStore,
  type ValuedItems,
  BacktestStore,
  type StoredBacktest,
} from '@brickmarket/persistence-ports';
import { type WriteSession, runComputation } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { RECORD_MOVED_VALUES } from '../events/record-events.ts';
import { readSales } from '../sales/read-sales.ts';
import { estimateSales } from '../sales/sample-sales.ts';
import { listChangedItems, listItems } from './list-items.ts';
import { STAGED_RUN, stageValues } from './staged-values.ts';
import {
  countShardsLeft,
  divideItems,
  EXPECT_MEMORY,
  forgetShards,
  type StagedRun,
  stageShards,
  valueFreeShards,
} from './valuation-shards.ts';

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

/** Values in PostgreSQL: sales out by COPY, values in by COPY and one short transaction. */
export class PostgresValuationStore extends ValuationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'values', async (session) => work(await PostgresValuation.begin(session)));
  }

  valueShards(value: (shard: ValuationShard) => Promise<ValuedItems>): Promise<number> {
    return valueFreeShards(this.database, value);
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

  listItems(retailSince: Date, stride = 1): Promise<readonly ItemToValue[]> {
    return listItems(this.session, retailSince, { stride });
  }

  listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]> {
    const { asOf: lastAsOf, mayHaveNewFacts } = this.earlier;
    return listChangedItems(this.session, retailSince, lastAsOf, asOf, mayHaveNewFacts);
  }

  readSales(scope: SaleScope, take: SaleSeriesHandler): Promise<void> {
    return readSales(this.session, scope, take);
  }

  estimateSales(scope: SaleScope): Promise<number> {
    return estimateSales(this.session, scope);
  }

  async publish(run: FinishedRun): Promise<number> {
    await this.session.stage(...STAGED_RUN);
    const pastSteps = await stageValues(this.session, { values: 'staged_value', steps: 'staged_step' }, run);
    const withSales = run.items.filter(({ salesRevision }) => salesRevision !== null);
    return this.#merge(run, {
      hasPast: pastSteps > 0,
      itemIds: withSales.map(({ itemId }) => itemId),
      marks: withSales.map(({ salesRevision }) => salesRevision!),
      items: run.items.length,
      sales: run.salesRead,
    });
  }

  divide(run: ShardedRun, itemIds: 'all' | readonly number[], shards: number): Promise<void> {
    return divideItems(this.session, run, itemIds, shards);
  }

  countShardsLeft(): Promise<number> {
    return countShardsLeft(this.session);
  }

  async publishShards(run: RunRecord): Promise<PublishedShards> {
    const staged = await stageShards(this.session);
    return { items: staged.items, sales: staged.sales, changed: await this.#merge(run, staged) };
  }

  async forgetShards(): Promise<void> {
    // What stays when the connection is broken is forgotten by the next run.
    await forgetShards(this.session).catch(() => undefined);
  }

  #merge({ asOf, calculatedAt, model }: RunRecord, staged: StagedRun): Promise<number> {
    const { catalogVersion, retailVersion } = this.earlier;
    const values = [
      formatIsoDay(asOf),
      calculatedAt,
      staged.itemIds,
      staged.marks,
      staged.items,
      staged.sales,
      model === null ? null : JSON.stringify(model),
      catalogVersion,
      retailVersion,
    ];
    return this.session.merge('market', async () => {
      if (staged.hasPast) await this.#writePastSteps(formatIsoDay(asOf));
      await this.session.query(LOCK_CHANGED_ITEMS);
      const [merged] = await this.session.query<{ steps: number }>(MERGE_RUN, values);
      // Months that were published without sales may have got their first ones.
      if (staged.itemIds.length > 0) await this.session.enqueueMonths();
      return { result: merged!.steps, hasChanged: true };
    });
  }

  async #writePastSteps(asOf: string): Promise<void> {
    const [known] = await this.session.query<{ hasSteps: boolean }>(HAS_STEPS);
    // In an empty table there is nothing to delete, and searching it costs as much as writing the steps.
    if (known!.hasSteps) await this.session.query(CLEAR_UNBACKED_STEPS, [asOf]);
    await this.session.write(WRITE_FIRST_STEPS);
  }
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
