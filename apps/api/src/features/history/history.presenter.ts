import { type Condition, type EpochMonth, formatIsoMonth, usdOrNull } from '@brickmarket/domain';
import type { PublishedMonth, SetMonths } from '@brickmarket/persistence-ports';
import type { HistoryPoint, HistoryResponse } from './history.response.ts';

/** The published months of a set as the contract shows them: every one, also those in which nothing happened. */
export function presentHistory({ setNumber, published, months }: SetMonths, condition: Condition): HistoryResponse {
  const known = new Map(months.map((month) => [month.month, month]));
  const history: HistoryPoint[] = [];
  if (published !== null) {
    for (let month = published.first; month <= published.through; month++)
      history.push(presentMonth(month, known.get(month)));
  }
  return { set_number: setNumber, condition, history };
}

function presentMonth(month: EpochMonth, published: PublishedMonth | undefined): HistoryPoint {
  return {
    month: formatIsoMonth(month),
    value_usd: usdOrNull(published?.valueCents ?? null),
    range_low: usdOrNull(published?.lowCents ?? null),
    range_high: usdOrNull(published?.highCents ?? null),
    sales_count: published?.salesCount ?? 0,
    event: published?.event ?? null,
  };
}
