import type { EpochDay } from '@brickmarket/domain';
import {
  type EarlierRuns,
  type FinishedRun,
  type ItemToValue,
  type PublishedShards,
  type RunRecord,
  type SaleScope,
  type SaleSeriesHandler,
  type ShardedRun,
  type ShardedRunRecord,
  type ValuationSession,
  type ValuationShard,
  ValuationStore,
  type ValuedItems,
  BacktestStore,
  type StoredBacktest,
} from '@brickmarket/persistence-ports';
import { type WriteSession, runComputation } from '../bulk/write-session.ts';
import type { Database } from '../database/database.ts';
import { readSales } from '../sales/read-sales.ts';
import { estimateSales } from '../sales/sample-sales.ts';
import { listChangedItems, listItems } from './list-items.ts';
import { publishRun, type RunToPublish, STAGED_HERE, STAGED_IN_SHARDS } from './publish-run.ts';
import { stageValues, TEMPORARY_STEPS } from './staged-values.ts';
import { undoRunsAfter } from './undo-runs.ts';
import {
  countShardsLeft,
  divideItems,
  EXPECT_MEMORY,
  forgetShards,
  sumUpShards,
  valueFreeShards,
} from './valuation-shards.ts';

/** Last run, model and data versions. Omits the large model if known by name `$1`. */
const FIND_EARLIER_RUNS = `
SELECT d.catalog AS "catalogVersion", d.retail AS "retailVersion",
  (d.catalog, d.retail) IS DISTINCT FROM (last.catalog_version, last.retail_version) AS "mayHaveNewFacts",
  last.as_of - date '1970-01-01' AS "asOf",
  CASE WHEN last.served_on IS NOT NULL THEN (SELECT max(served_on) FROM market.valuation_run) - date '1970-01-01' END
    AS "servedOn",
  full_run.name AS "modelName", CASE WHEN full_run.name IS DISTINCT FROM $1 THEN full_run.learned END AS model,
  full_run.as_of - date '1970-01-01' AS "modelAsOf", full_run.sales AS "modelSales"
FROM (
  SELECT max(version) FILTER (WHERE kind = 'catalog') AS catalog, max(version) FILTER (WHERE kind = 'retail') AS retail
  FROM ops.data_kind
) d
LEFT JOIN LATERAL (
  SELECT as_of, served_on, catalog_version, retail_version FROM market.valuation_run ORDER BY id DESC LIMIT 1
) last ON true
LEFT JOIN LATERAL (
  SELECT as_of, sales, learned, concat_ws(' ', id, xmin, calculated_at) AS name
  FROM market.valuation_run WHERE learned IS NOT NULL ORDER BY id DESC LIMIT 1
) full_run ON true`;

export class PostgresValuationStore extends ValuationStore {
  /** Cached, as workers value many times with one model. */
  #known: KnownModel = { modelName: null, model: null };

  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'values', async (session) => {
      const earlier = await findEarlierRuns(session, this.#known);
      this.#known = { modelName: earlier.modelName, model: earlier.model };
      return work(new PostgresValuation(session, earlier));
    });
  }

  valueShards(value: (shard: ValuationShard) => Promise<ValuedItems>): Promise<number> {
    return valueFreeShards(this.database, value);
  }
}

/** Named by the run that learned it. */
interface KnownModel {
  readonly modelName: string | null;
  readonly model: unknown;
}

/** Also before the first run. Versions are text, only compared. */
interface EarlierRunsRow extends KnownModel {
  readonly catalogVersion: string;
  readonly retailVersion: string;
  /** Catalog or retail version raised since the last run. */
  readonly mayHaveNewFacts: boolean;
  readonly asOf: EpochDay | null;
  /** Null also after a run by an earlier release. */
  readonly servedOn: EpochDay | null;
  readonly modelAsOf: EpochDay | null;
  readonly modelSales: number | null;
}

/** Versions first: later changes are left to the next run. */
async function findEarlierRuns(session: WriteSession, known: KnownModel): Promise<EarlierRunsRow> {
  await session.query(EXPECT_MEMORY);
  const [earlier] = await session.prepared<EarlierRunsRow & { [name: string]: unknown }>(
    'find_earlier_runs',
    FIND_EARLIER_RUNS,
    [known.modelName],
  );
  return earlier!.modelName === known.modelName ? { ...earlier!, model: known.model } : earlier!;
}

class PostgresValuation implements ValuationSession {
  constructor(
    private readonly session: WriteSession,
    private readonly earlier: EarlierRunsRow,
  ) {}

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
    const values = await stageValues(this.session, TEMPORARY_STEPS, run);
    const withSales = run.items.filter(({ salesRevision }) => salesRevision !== null);
    const staged = {
      ...values,
      itemIds: withSales.map(({ itemId }) => itemId),
      marks: withSales.map(({ salesRevision }) => salesRevision!),
      items: run.items.length,
      sales: run.salesRead,
    };
    return publishRun(this.session, STAGED_HERE, staged, this.#toPublish(run));
  }

  divide(run: ShardedRun, itemIds: 'all' | readonly number[], shards: number): Promise<void> {
    return divideItems(this.session, run, itemIds, shards);
  }

  countShardsLeft(): Promise<number> {
    return countShardsLeft(this.session);
  }

  async publishShards(run: ShardedRunRecord): Promise<PublishedShards> {
    const shards = await sumUpShards(this.session);
    const staged = { ...shards, sales: run.sales ?? shards.sales };
    const changed = await publishRun(this.session, STAGED_IN_SHARDS, staged, this.#toPublish(run));
    return { items: staged.items, sales: staged.sales, changed };
  }

  async forgetShards(): Promise<void> {
    // After a broken connection the next run deletes the rest.
    await forgetShards(this.session).catch(() => undefined);
  }

  undoRunsAfter(day: EpochDay): Promise<{ readonly runs: number; readonly items: number }> {
    return undoRunsAfter(this.session, day);
  }

  #toPublish({ asOf, calculatedAt, servedOn, model }: RunRecord): RunToPublish {
    const { asOf: lastAsOf, servedOn: lastServedOn, catalogVersion, retailVersion } = this.earlier;
    return { asOf, calculatedAt, servedOn, model, lastAsOf, lastServedOn, catalogVersion, retailVersion };
  }
}

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
