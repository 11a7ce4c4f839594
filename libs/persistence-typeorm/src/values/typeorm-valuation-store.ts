import { type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { type ComputedValue, type EarlierRuns, type FinishedRun, type ItemToValue, type PastValue, type SaleBlock, type SaleScope, type ValuationSession, ValuationStore } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyValue } from '../import/copy-text.ts';
import type { ImportSession } from '../import/import-session.ts';
import { readSales } from '../sales/read-sales.ts';
import { runComputation } from './computation.ts';
import * as sql from './merge-values.sql.ts';

/** Values in PostgreSQL: sales out by COPY, values in by COPY and one short transaction. */
export class TypeormValuationStore extends ValuationStore {
  constructor(private readonly database: Database) {
    super();
  }

  async run<Result>(work: (session: ValuationSession) => Promise<Result>): Promise<Result> {
    return runComputation(this.database, 'values', (session) => work(new PostgresValuation(session)));
  }
}

class PostgresValuation implements ValuationSession {
  constructor(private readonly session: ImportSession) {}

  async findEarlierRuns(): Promise<EarlierRuns | null> {
    const [runs] = await this.session.query<EarlierRuns & { [name: string]: unknown }>(sql.FIND_EARLIER_RUNS);
    return runs ?? null;
  }

  listItems(): Promise<readonly ItemToValue[]> {
    return this.session.query<ItemToValue & { [name: string]: unknown }>(sql.LIST_ITEMS);
  }

  listChangedItems(asOf: EpochDay): Promise<readonly ItemToValue[]> {
    return this.session.query<ItemToValue & { [name: string]: unknown }>(sql.LIST_CHANGED_ITEMS, [formatIsoDay(asOf)]);
  }

  readSales(scope: SaleScope, take: (block: SaleBlock) => void): Promise<void> {
    return readSales(this.session, scope, take);
  }

  async publish(run: FinishedRun): Promise<number> {
    await this.session.stage(...sql.STAGED_RUN);
    const factsKeys = new Map(run.items.map((item) => [item.itemId, item.factsKey]));
    await this.#stage('staged_value', sql.STAGED_VALUE_COLUMNS, run.values, (value) => valueColumns(value, factsKeys));
    await this.#stage('staged_step', sql.STAGED_STEP_COLUMNS, run.pastValues, stepColumns);
    await this.#stage('seen_mark', sql.SEEN_MARK_COLUMNS, run.items.filter(({ mark }) => mark !== null), (item) => [item.itemId, item.mark]);
    await this.session.analyzeStaged('staged_value', 'seen_mark');
    const day = formatIsoDay(run.asOf);
    return this.session.merge('market', async () => {
      await this.session.query(sql.HOLD_MARKS);
      await this.session.write(sql.WRITE_PAST_STEPS);
      const steps = await this.session.write(sql.WRITE_STEPS, [day]);
      await this.session.write(sql.WRITE_VALUES, [day, run.calculatedAt]);
      await this.session.write(sql.REMOVE_SEEN_MARKS);
      await this.session.write(sql.WRITE_RUN, [day, run.calculatedAt, run.items.length, run.salesRead, run.model === null ? null : JSON.stringify(run.model)]);
      return { result: steps, hasChanged: true };
    });
  }

  async #stage<Row>(table: string, columns: readonly string[], rows: Iterable<Row>, values: (row: Row) => readonly CopyValue[]): Promise<void> {
    const copy = this.session.copyInto(table, columns);
    await copy.write(mapped(rows, values));
    await copy.end();
  }
}

function* mapped<Row>(rows: Iterable<Row>, values: (row: Row) => readonly CopyValue[]): Generator<readonly CopyValue[]> {
  for (const row of rows) yield values(row);
}

function valueColumns({ itemId, condition, price, tier }: ComputedValue, factsKeys: ReadonlyMap<number, string>): readonly CopyValue[] {
  return [itemId, condition, price && price.valueCents, price && price.lowCents, price && price.highCents, tier, factsKeys.get(itemId)!];
}

function stepColumns({ itemId, condition, day, valueCents }: PastValue): readonly CopyValue[] {
  return [itemId, condition, formatIsoDay(day), valueCents];
}
