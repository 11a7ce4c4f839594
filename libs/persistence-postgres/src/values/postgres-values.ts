import { type Condition, type DataTier, type EpochDay, formatIsoDay, type SetInCondition } from '@brickmarket/domain';
import {
  type CurrentValue,
  SetValueHistory,
  type SetValueSteps,
  type ValueStepRange,
} from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { inPortions } from '../database/in-portions.ts';
import { INTEGER_COLUMNS } from '../database/large-results.ts';

export interface CurrentValueRow {
  value_cents: number | null;
  low_cents: number | null;
  high_cents: number | null;
  data_tier: DataTier;
  calculated_at: string;
}

const VALUE_JSON = `json_build_object(
    'value_cents', v.value_cents, 'low_cents', v.low_cents, 'high_cents', v.high_cents,
    'data_tier', v.data_tier, 'calculated_at', v.calculated_at
  )`;

export function currentValueJson(itemId: string, condition: string): string {
  return `(
  SELECT ${VALUE_JSON}
  FROM market.item_value v WHERE v.item_id = ${itemId} AND v.condition = '${condition}'
)`;
}

/** Value of used figures, or of new ones where only those are sold. */
export function figureValueJson(itemId: string): string {
  return `(
  SELECT ${VALUE_JSON}
  FROM market.item_value v WHERE v.item_id = ${itemId}
  ORDER BY v.data_tier IN ('modelled', 'none'), v.condition = 'sealed' LIMIT 1
)`;
}

/** Null: never valued, or no value could be computed. */
export function currentValue(row: CurrentValueRow | null): CurrentValue | null {
  if (row === null || row.value_cents === null) return null;
  return {
    valueCents: row.value_cents,
    lowCents: row.low_cents!,
    highCents: row.high_cents!,
    tier: row.data_tier,
    calculatedAt: new Date(row.calculated_at),
  };
}

interface SetRow {
  id: number;
  set_number: string;
  title: string;
  theme: string;
  estimated: Condition[];
}

/** Steps within the days, and the last one before. */
interface StepsRow {
  place: number;
  days: Int32Array;
  cents: Int32Array;
}

const FIND_SETS = `
SELECT s.id, s.set_number, s.title, s.theme,
  ARRAY(SELECT condition FROM market.item_value v WHERE v.item_id = s.id AND v.data_tier = 'modelled') AS estimated
FROM catalog.lego_set s WHERE s.id = ANY($1)`;

// The primary key is ordered by day: nothing is sorted.
const READ_STEPS = `
SELECT requested.place::integer, steps.days, steps.cents
FROM unnest($1::integer[], $4::text[]) WITH ORDINALITY AS requested (item_id, condition, place)
CROSS JOIN LATERAL (
  SELECT array_agg(step.day - date '1970-01-01') AS days, array_agg(step.value_cents) AS cents
  FROM (
    SELECT v.day, v.value_cents FROM market.value_step v
    WHERE v.item_id = requested.item_id AND v.condition = requested.condition
      AND v.day <= $3::date AND v.day >= coalesce((
        SELECT max(p.day) FROM market.value_step p
        WHERE p.item_id = requested.item_id AND p.condition = requested.condition AND p.day <= $2::date
      ), $2::date)
    ORDER BY v.day
  ) step
) steps
WHERE steps.days IS NOT NULL`;

/** Decoding thousands of sets at once would block other requests. */
const SETS_PER_READ = 200;
/** Reads one portion while decoding another; few, to leave connections to others. */
const CONCURRENT_READS = 3;

export class PostgresSetValueHistory extends SetValueHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async read(
    wanted: readonly SetInCondition[],
    span: { readonly from: EpochDay; readonly until: EpochDay },
  ): Promise<readonly SetValueSteps[]> {
    const [from, until] = [formatIsoDay(span.from), formatIsoDay(span.until)];
    const portions = { size: SETS_PER_READ, concurrent: CONCURRENT_READS };
    return inPortions(wanted, portions, (portion) => this.readPortion(portion, from, until));
  }

  private async readPortion(
    wanted: readonly SetInCondition[],
    from: string,
    until: string,
  ): Promise<readonly SetValueSteps[]> {
    const setIds = wanted.map(({ setId }) => setId);
    const conditions = wanted.map(({ condition }) => condition);
    const [found, rows] = await Promise.all([
      this.database.read<SetRow>({ name: 'find_valued_sets', text: FIND_SETS, values: [setIds] }),
      this.database.read<StepsRow>({
        name: 'read_steps',
        text: READ_STEPS,
        values: [setIds, from, until, conditions],
        ...INTEGER_COLUMNS,
      }),
    ]);
    const table = new Int32Array(rows.reduce((length, row) => length + row.days.length * 2, 0));
    const ranges = Array.from(wanted, (): ValueStepRange | null => null);
    let end = 0;
    for (const { place, days, cents } of rows) {
      const start = end;
      for (let step = 0; step < days.length; step++) {
        table[end++] = days[step]!;
        table[end++] = cents[step]!;
      }
      ranges[place - 1] = { table, start, end };
    }
    const sets = new Map(found.map((set) => [set.id, set]));
    return setIds.map((id, index) => {
      const { set_number: setNumber, title, theme, estimated } = sets.get(id)!;
      return { setNumber, title, theme, isEstimated: estimated.includes(conditions[index]!), steps: ranges[index]! };
    });
  }
}
