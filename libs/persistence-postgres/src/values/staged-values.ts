import type { Condition } from '@brickmarket/domain';
import type { ComputedValue, PastValue, ValuedItems } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/binary-copy.ts';
import type { WriteSession } from '../bulk/write-session.ts';

/**
 * Temporary tables that a run is staged in; days count from 1970. Texts have a length limit: for unbounded columns
 * PostgreSQL would create a TOAST table beside each.
 */
export const STAGED_VALUE = `staged_value (
  item_id integer, condition varchar(6), value_cents integer, low_cents integer, high_cents integer,
  data_tier varchar(8), facts_key bigint, has_past boolean, past_cents integer
)`;
export const STAGED_STEP = 'staged_step (item_id integer, condition varchar(6), day integer, value_cents integer)';

/**
 * The staged values beside those in force. A value is a step where it differs from the stored one, or from the last one
 * of a past that this run fills in.
 */
export const COMPARED_VALUES = `
SELECT n.item_id, n.condition, n.value_cents, n.low_cents, n.high_cents, n.data_tier, n.facts_key, n.has_past,
  v.value_cents AS before_cents, v.item_id IS NULL AS is_new,
  n.value_cents IS DISTINCT FROM CASE WHEN n.has_past THEN n.past_cents ELSE v.value_cents END AS is_step
FROM staged_value n LEFT JOIN market.item_value v ON v.item_id = n.item_id AND v.condition = n.condition`;

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

/** Copies values into `staged_value` and past steps into a table. Returns the number of steps. */
export async function stageValues(
  session: WriteSession,
  steps: string,
  { items, values, pastValues }: ValuedItems,
): Promise<number> {
  const factsKeys = new Map(items.map((item) => [item.itemId, item.factsKey]));
  const lastOfPast = new Map<number, number | null>();
  const pastSteps = await stage(session, steps, STEP_COLUMNS, pastValues, (step) => {
    lastOfPast.set(seriesKey(step), step.valueCents);
    return stepColumns(step);
  });
  await stage(session, 'staged_value', VALUE_COLUMNS, values, (value) => [
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
