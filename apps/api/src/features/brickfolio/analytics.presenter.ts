import { formatIsoDay, usdFromCents } from '@brickmarket/domain';
import {
  type HistoryPeriod,
  type Mover,
  type PortfolioHistoryPoint,
  portfolioTotals,
  topMovers,
  valueHistory,
} from '@brickmarket/portfolio';
import type { AnalyticsResponse, ValuePoint } from './analytics.response.ts';
import { type Portfolio, unitValueOf } from './portfolio-reader.ts';

/** What an account's whole portfolio amounts to, and how it came there. */
export function presentAnalytics({ holdings, today }: Portfolio, period: HistoryPeriod): AnalyticsResponse {
  const totals = portfolioTotals(holdings, unitValueOf);
  const { gainer, loser } = topMovers(holdings, unitValueOf);
  const titleOf = (mover: Mover) => holdings.find((holding) => holding.setNumber === mover.setNumber)!.title;
  return {
    period,
    summary: {
      total_sets: totals.setCount,
      total_items: totals.itemCount,
      total_cost_basis_usd: usdFromCents(totals.costCents),
      total_current_value_usd: usdFromCents(totals.valueCents),
      unrealized_gain_loss_usd: usdFromCents(totals.gainCents),
      unrealized_gain_loss_pct: totals.gainPct,
      top_gainer: gainer && { set_number: gainer.setNumber, title: titleOf(gainer), gain_pct: gainer.gainPct },
      top_loser: loser && { set_number: loser.setNumber, title: titleOf(loser), loss_pct: loser.gainPct },
    },
    value_history: valueHistory(holdings, (holding) => holding.worth.steps, { period, today }).map(presentPoint),
  };
}

function presentPoint(point: PortfolioHistoryPoint): ValuePoint {
  return {
    date: formatIsoDay(point.day),
    total_value_usd: usdFromCents(point.valueCents),
    cost_basis_usd: usdFromCents(point.costCents),
    gain_loss_usd: usdFromCents(point.gainCents),
    gain_loss_pct: point.gainPct,
  };
}
