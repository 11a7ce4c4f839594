import { formatIsoMonth, usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { BrickfolioRecord } from '@brickmarket/persistence-ports';
import { type MonthlyPurchases, monthlyPurchases, type PortfolioTotals, portfolioTotals } from '@brickmarket/portfolio';
import type { BrickfoliosResponse, BrickfolioSummary, MonthlyPeriod } from './brickfolio.response.ts';
import { type Portfolio, unitValueOf, type ValuedHolding } from './portfolio-reader.ts';

/** All collections of an account with their totals, and when it bought. */
export function presentBrickfolios({ brickfolios, holdings }: Portfolio): BrickfoliosResponse {
  const contents = new Map(brickfolios.map(({ id }): [number, ValuedHolding[]] => [id, []]));
  for (const holding of holdings) contents.get(holding.brickfolioId)!.push(holding);
  return {
    brickfolios: brickfolios.map((brickfolio) =>
      presentSummary(brickfolio, portfolioTotals(contents.get(brickfolio.id)!, unitValueOf)),
    ),
    monthly_periods: monthlyPurchases(holdings).map(presentMonth),
  };
}

function presentSummary(brickfolio: BrickfolioRecord, totals: PortfolioTotals): BrickfolioSummary {
  return {
    id: brickfolio.id,
    name: brickfolio.name,
    description: brickfolio.description,
    is_default: brickfolio.isDefault,
    owned_set_count: totals.setCount,
    owned_item_count: totals.itemCount,
    total_cost_basis_usd: usdFromCents(totals.costCents),
    total_current_value_usd: usdFromCents(totals.valueCents),
    unrealized_gain_loss_usd: usdFromCents(totals.gainCents),
    created_at: brickfolio.createdAt.toISOString(),
  };
}

function presentMonth({ month, entryCount, itemCount, costCents }: MonthlyPurchases): MonthlyPeriod {
  return {
    month: formatIsoMonth(month),
    entry_count: entryCount,
    items: itemCount,
    cost_basis_usd: usdOrNull(costCents),
  };
}
