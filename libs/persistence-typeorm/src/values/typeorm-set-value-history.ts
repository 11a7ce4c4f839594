import { type Condition, type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { SetValueHistory, type SetStepTable, type StepStretch } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { INTEGER_COLUMNS } from '../database/integer-columns.ts';

interface SetRow {
  id: number;
  set_number: string;
  title: string;
}

interface StretchRow {
  item_id: number;
  condition: Condition;
  steps: Int32Array;
}

const FIND_SET_NAMES = 'SELECT id, set_number, title FROM catalog.lego_set WHERE id = ANY($1)';

const READ_STEPS = `
SELECT v.item_id, v.condition, array_agg(number ORDER BY v.day, place) AS steps
FROM unnest($1::integer[]) AS asked (item_id)
CROSS JOIN (VALUES ('sealed'), ('used')) AS market (condition)
LEFT JOIN LATERAL (
  SELECT p.day FROM market.value_step p
  WHERE p.item_id = asked.item_id AND p.condition = market.condition AND p.day <= $2::date ORDER BY p.day DESC LIMIT 1
) before ON true
JOIN market.value_step v ON v.item_id = asked.item_id AND v.condition = market.condition
  AND v.day >= coalesce(before.day, $2::date) AND v.day <= $3::date
CROSS JOIN LATERAL (VALUES (1, v.day - date '1970-01-01'), (2, v.value_cents)) AS pair (place, number)
GROUP BY v.item_id, v.condition`;

/** Value steps of sets in PostgreSQL. */
export class TypeormSetValueHistory extends SetValueHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async read(setIds: readonly number[], days: { readonly from: EpochDay; readonly until: EpochDay }): Promise<SetStepTable> {
    const names = await this.database.prepared<SetRow>('find_set_names', FIND_SET_NAMES, [setIds]);
    const rows = await this.database.prepared<StretchRow>('read_steps', READ_STEPS, [setIds, formatIsoDay(days.from), formatIsoDay(days.until)], INTEGER_COLUMNS);
    const table = new Int32Array(rows.reduce((length, row) => length + row.steps.length, 0));
    const stretches = new Map<number, Partial<Record<Condition, StepStretch>>>();
    let start = 0;
    for (const { item_id, condition, steps } of rows) {
      table.set(steps, start);
      stretches.set(item_id, { ...stretches.get(item_id), [condition]: { start, end: start + steps.length } });
      start += steps.length;
    }
    const sets = new Map(names.map((set) => [set.id, set]));
    return {
      table,
      sets: setIds.map((id) => ({ setNumber: sets.get(id)!.set_number, title: sets.get(id)!.title, stretches: stretches.get(id) ?? {} })),
    };
  }
}
