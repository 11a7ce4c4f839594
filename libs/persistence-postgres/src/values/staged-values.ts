import type { Condition } from '@brickmarket/domain';
import type { BaselineValues, ComputedValue, PastValue, ValuedItems } from '@brickmarket/persistence-ports';
import type { CopyValue } from '../bulk/copy-in.ts';
import type { WriteSession } from '../bulk/write-session.ts';

export const BASELINE_COLUMNS = {
  average6m_cents: 'average6m',
  quantity_average6m_cents: 'quantityAverage6m',
  last_sale_cents: 'lastSale',
  median30d_cents: 'median30d',
} as const satisfies Record<string, keyof BaselineValues>;

const VALUE_COLUMNS = {
  item_id: 'integer',
  condition: 'text',
  value_cents: 'integer',
  low_cents: 'integer',
  high_cents: 'integer',
  data_tier: 'text',
  ...Object.fromEntries(Object.keys(BASELINE_COLUMNS).map((column) => [column, 'integer'])),
  facts_key: 'bigint',
  has_past: 'boolean',
  past_cents: 'integer',
};

/** New and current values, with `StagedValues.columns` from parameter `first` on. */
export function comparedValues(first: number): string {
  const columns = Object.values(VALUE_COLUMNS).map((type, at) => `$${first + at}::${type}[]`);
  return `
SELECT n.item_id, n.condition, n.value_cents, n.low_cents, n.high_cents, n.data_tier,
  ${Object.keys(BASELINE_COLUMNS).join(', ')}, n.facts_key, n.has_past,
  v.value_cents AS before_cents, v.calculated_at AS before_calculated_at, v.item_id IS NULL AS is_new,
  (v.value_cents, v.low_cents, v.high_cents, v.data_tier)
    IS DISTINCT FROM (n.value_cents, n.low_cents, n.high_cents, n.data_tier) AS is_changed,
  n.value_cents IS DISTINCT FROM CASE WHEN n.has_past THEN n.past_cents ELSE v.value_cents END AS is_step
FROM unnest(${columns.join(', ')}) AS n (${Object.keys(VALUE_COLUMNS).join(', ')})
LEFT JOIN market.item_value v ON v.item_id = n.item_id AND v.condition = n.condition`;
}

/** Permanent or temporary table of past steps. Days since 1970. */
export interface StepTable {
  readonly name: string;
  readonly temporary?: string;
}

const STEP_COLUMNS = ['item_id', 'condition', 'day', 'value_cents'] as const;
export const TEMPORARY_STEPS: StepTable = {
  name: 'staged_step',
  // The length limit avoids a TOAST table.
  temporary: 'staged_step (item_id integer, condition varchar(6), day integer, value_cents integer)',
};

export interface StagedValues {
  /** Column arrays: cheaper than a temporary table for a few hundred. */
  readonly columns: readonly string[];
  readonly hasPast: boolean;
}

/** Copies past steps, if any, and builds the arrays. */
export async function stageValues(
  session: WriteSession,
  table: StepTable,
  { items, values, pastValues }: ValuedItems,
): Promise<StagedValues> {
  const lastOfPast = await copySteps(session, table, pastValues);
  const factsKeys = new Map(items.map((item) => [item.itemId, item.factsKey]));
  const columns = Object.keys(VALUE_COLUMNS).map(() => [] as unknown[]);
  for (const value of values) {
    let column = 0;
    for (const cell of valueColumns(value, factsKeys.get(value.itemId), lastOfPast.get(seriesKey(value))))
      columns[column++]!.push(cell ?? 'NULL');
  }
  return { columns: columns.map((column) => `{${column.join(',')}}`), hasPast: lastOfPast.size > 0 };
}

async function copySteps(
  session: WriteSession,
  { name, temporary }: StepTable,
  pastValues: Iterable<PastValue>,
): Promise<ReadonlyMap<number, number | null>> {
  const lastOfPast = new Map<number, number | null>();
  const steps = pastValues[Symbol.iterator]();
  const first = steps.next();
  if (first.done === true) return lastOfPast;
  if (temporary !== undefined) await session.stage(temporary);
  const copy = session.copyInto(name, STEP_COLUMNS);
  await copy.write(stepRows(first.value, steps, lastOfPast));
  await copy.end();
  return lastOfPast;
}

function* stepRows(
  first: PastValue,
  rest: Iterator<PastValue>,
  lastOfPast: Map<number, number | null>,
): Generator<readonly CopyValue[]> {
  for (let step: IteratorResult<PastValue> = { value: first }; step.done !== true; step = rest.next()) {
    const { itemId, condition, day, valueCents } = step.value;
    lastOfPast.set(seriesKey(step.value), valueCents);
    yield [itemId, condition, day, valueCents];
  }
}

function seriesKey({ itemId, condition }: { readonly itemId: number; readonly condition: Condition }): number {
  return 2 * itemId + (condition === 'used' ? 1 : 0);
}

function valueColumns(
  { itemId, condition, price, tier, baselines }: ComputedValue,
  factsKey: string | undefined,
  past: number | null | undefined,
): readonly unknown[] {
  const { average6m, quantityAverage6m, lastSale, median30d } = baselines;
  return [
    itemId,
    condition,
    price?.valueCents,
    price?.lowCents,
    price?.highCents,
    tier,
    average6m,
    quantityAverage6m,
    lastSale,
    median30d,
    factsKey,
    past !== undefined,
    past,
  ];
}
