import { parseIsoMonth } from '@brickmarket/domain';
import type { PublishedMonth } from '@brickmarket/persistence-ports';

/** A row of `market.month_value` as JSON; the month is `YYYY-MM`, with or without a day. */
export interface MonthRow {
  month: string;
  value_cents: number | null;
  low_cents: number | null;
  high_cents: number | null;
  sales_count: number;
  event: string | null;
}

export function publishedMonth(row: MonthRow): PublishedMonth {
  return {
    month: parseIsoMonth(row.month.slice(0, 7))!,
    valueCents: row.value_cents,
    lowCents: row.low_cents,
    highCents: row.high_cents,
    salesCount: row.sales_count,
    event: row.event,
  };
}
