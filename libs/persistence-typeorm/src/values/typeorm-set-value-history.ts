import { type Condition, type EpochDay, formatIsoDay } from '@brickmarket/domain';
import { SetValueHistory, type SetValues } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { INTEGER_COLUMNS } from '../database/integer-columns.ts';

interface SetRow {
  id: number;
  set_number: string;
  title: string;
}

interface SeriesRow {
  item_id: number;
  condition: Condition;
  days: Int32Array;
  cents: Int32Array;
}

const FIND_SET_NAMES = 'SELECT id, set_number, title FROM catalog.lego_set WHERE id = ANY($1)';

const READ_SERIES = `
SELECT v.item_id, v.condition, array_agg(v.day - date '1970-01-01' ORDER BY v.day) AS days, array_agg(v.value_cents ORDER BY v.day) AS cents
FROM unnest($1::integer[]) AS asked (item_id)
CROSS JOIN (VALUES ('sealed'), ('used')) AS market (condition)
LEFT JOIN LATERAL (
  SELECT p.day FROM market.value_step p
  WHERE p.item_id = asked.item_id AND p.condition = market.condition AND p.day <= $2::date ORDER BY p.day DESC LIMIT 1
) before ON true
JOIN market.value_step v ON v.item_id = asked.item_id AND v.condition = market.condition
  AND v.day >= coalesce(before.day, $2::date) AND v.day <= $3::date
GROUP BY v.item_id, v.condition`;

/** Value steps of sets in PostgreSQL. */
export class TypeormSetValueHistory extends SetValueHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async read(setIds: readonly number[], days: { readonly from: EpochDay; readonly until: EpochDay }): Promise<readonly SetValues[]> {
    const names = await this.database.prepared<SetRow>('find_set_names', FIND_SET_NAMES, [setIds]);
    const series = await this.database.prepared<SeriesRow>('read_series', READ_SERIES, [setIds, formatIsoDay(days.from), formatIsoDay(days.until)], INTEGER_COLUMNS);
    const steps = new Map<number, Partial<Record<Condition, SeriesRow>>>();
    for (const row of series) steps.set(row.item_id, { ...steps.get(row.item_id), [row.condition]: row });
    const sets = new Map(names.map((set) => [set.id, set]));
    return setIds.map((id) => {
      const { set_number, title } = sets.get(id)!;
      return { setNumber: set_number, title, steps: steps.get(id) ?? {} };
    });
  }
}
