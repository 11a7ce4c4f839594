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
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyValue } from '../bulk/copy-in.ts';
import type { WriteSession } from '../bulk/write-session.ts';
import { readSales } from '../sales/read-sales.ts';
import { runComputation } from './computation.ts';
import * as sql from './merge-values.sql.ts';

/** Values in PostgreSQL: sales out by COPY, values in by COPY and one short transaction. */
export class PostgresValuationStore extends ValuationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'values', async (session) => work(await PostgresValuation.begin(session)));
  }
}

/** One row, whether or not there were runs; versions as texts, since they are only compared. */
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

  /** Looks at the versions before anything else: what changes from here on is looked at again in the next run. */
  static async begin(session: WriteSession): Promise<PostgresValuation> {
    await session.query(sql.EXPECT_MEMORY);
    const [earlier] = await session.query<EarlierRunsRow & { [name: string]: unknown }>(sql.FIND_EARLIER_RUNS);
    return new PostgresValuation(session, earlier!);
  }

  findEarlierRuns(): EarlierRuns | null {
    const { asOf, model, modelAsOf, modelSales } = this.earlier;
    return asOf === null || modelAsOf === null || modelSales === null ? null : { asOf, model, modelAsOf, modelSales };
  }

  listItems(retailSince: Date): Promise<readonly ItemToValue[]> {
    return this.session.query<ItemToValue & { [name: string]: unknown }>(sql.LIST_ITEMS, [retailSince]);
  }

  async listChangedItems(asOf: EpochDay, retailSince: Date): Promise<readonly ItemToValue[]> {
    const { asOf: lastAsOf, mayHaveNewFacts } = this.earlier;
    const list = mayHaveNewFacts ? sql.LIST_CHANGED_ITEMS_AND_FACTS : sql.LIST_CHANGED_ITEMS;
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
    await this.session.stage(...sql.STAGED_RUN);
    const factsKeys = new Map(run.items.map((item) => [item.itemId, item.factsKey]));
    const lastOfPast = new Map<number, number | null>();
    const pastSteps = await this.#stage('staged_step', sql.STAGED_STEP_COLUMNS, run.pastValues, (step) => {
      lastOfPast.set(seriesKey(step), step.valueCents);
      return stepColumns(step);
    });
    await this.#stage('staged_value', sql.STAGED_VALUE_COLUMNS, run.values, (value) => [
      ...valueColumns(value, factsKeys),
      lastOfPast.has(seriesKey(value)),
      lastOfPast.get(seriesKey(value)) ?? null,
    ]);
    const marked = run.items.filter(({ salesRevision }) => salesRevision !== null);
    const { catalogVersion, retailVersion } = this.earlier;
    const values = [
      formatIsoDay(run.asOf),
      run.calculatedAt,
      marked.map(({ itemId }) => itemId),
      marked.map(({ salesRevision }) => salesRevision),
      run.items.length,
      run.salesRead,
      run.model === null ? null : JSON.stringify(run.model),
      catalogVersion,
      retailVersion,
    ];
    return this.session.merge('market', async () => {
      if (pastSteps > 0) await this.#writePastSteps(formatIsoDay(run.asOf));
      await this.session.query(sql.HOLD_MARKS);
      const [merged] = await this.session.query<{ steps: number }>(sql.MERGE_RUN, values);
      return { result: merged!.steps, hasChanged: true };
    });
  }

  async #writePastSteps(asOf: string): Promise<void> {
    const [known] = await this.session.query<{ hasSteps: boolean }>(sql.HAS_STEPS);
    // Looking for steps where there are none costs as much as writing them.
    if (known!.hasSteps) await this.session.query(sql.CLEAR_UNBACKED_STEPS, [asOf]);
    await this.session.write(sql.WRITE_FIRST_STEPS);
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
