import type { Condition } from '@brickmarket/domain';
import type { ComputedValue, PastValue, ValuedItems } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/binary-copy.ts';
import type { WriteSession } from '../bulk/write-session.ts';

/**
 * Temporary tables that a run is staged in; days count from 1970. Texts have a length limit: for unbounded columns
 * PostgreSQL would create a TOAST table beside each.
 */
export const STAGED_RUN = [
  `staged_value (
    item_id integer, condition varchar(6), value_cents integer, low_cents integer, high_cents integer,
    data_tier varchar(8), facts_key bigint, has_past boolean, past_cents integer
  )`,
  'staged_step (item_id integer, condition varchar(6), day integer, value_cents integer)',
] as const;
const VALUE_COLUMNS = [
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
const STEP_COLUMNS = ['item_id', 'condition', 'day', 'value_cents'] as const;

/** Copies values and past steps into two tables with these columns. Returns the number of steps. */
export async function stageValues(
  session: WriteSession,
  tables: { readonly values: string; readonly steps: string },
  { items, values, pastValues }: ValuedItems,
): Promise<number> {
  const factsKeys = new Map(items.map((item) => [item.itemId, item.factsKey]));
  const lastOfPast = new Map<number, number | null>();
  const pastSteps = await stage(session, tables.steps, STEP_COLUMNS, pastValues, (step) => {
    lastOfPast.set(seriesKey(step), step.valueCents);
    return stepColumns(step);
  });
  await stage(session, tables.values, VALUE_COLUMNS, values, (value) => [
    ...valueColumns(value, factsKeys),
    lastOfPast.has(seriesKey(value)),
    lastOfPast.get(seriesKey(value)) ?? null,
  ]);
  return pastSteps;
}

async function stage<Row>(
  session: WriteSession,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  values: (row: Row) => readonly CopyValue[],
): Promise<number> {
  const copy = session.copyInto(table, columns);
  await copy.write(mapped(rows, values));
  return copy.end();
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
