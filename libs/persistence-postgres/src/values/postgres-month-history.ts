import { type Condition, parseIsoMonth } from '@brickmarket/domain';
import { MonthHistory, type SetMonths } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import { type MonthRow, publishedMonth } from './month-row.ts';

interface SetMonthsRow {
  set_number: string;
  first_month: string | null;
  through_month: string | null;
  months: MonthRow[] | null;
}

const FIND_MONTHS = `
SELECT s.set_number, to_char(p.first_month, 'YYYY-MM') AS first_month, to_char(p.through_month, 'YYYY-MM') AS through_month,
       (SELECT json_agg(one ORDER BY one.month) FROM (
          SELECT to_char(m.month, 'YYYY-MM') AS month, m.value_cents, m.low_cents, m.high_cents, m.sales_count, m.event
          FROM market.month_value m WHERE m.item_id = s.id AND m.condition = $2) one) AS months
FROM catalog.lego_set s
LEFT JOIN market.month_series p ON p.item_id = s.id AND p.condition = $2
WHERE s.set_number = ANY($1)`;

/** Published months in PostgreSQL. */
export class PostgresMonthHistory extends MonthHistory {
  constructor(private readonly database: Database) {
    super();
  }

  async findByNumbers(setNumbers: readonly string[], condition: Condition): Promise<ReadonlyMap<string, SetMonths>> {
    const rows = await this.database.prepared<SetMonthsRow>('find_months', FIND_MONTHS, [setNumbers, condition]);
    return new Map(rows.map((row) => [row.set_number, setMonths(row)]));
  }
}

function setMonths(row: SetMonthsRow): SetMonths {
  return {
    setNumber: row.set_number,
    published:
      row.first_month === null
        ? null
        : { first: parseIsoMonth(row.first_month)!, through: parseIsoMonth(row.through_month!)! },
    months: (row.months ?? []).map(publishedMonth),
  };
}
