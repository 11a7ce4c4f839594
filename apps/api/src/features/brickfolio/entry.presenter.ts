import { formatIsoDay, usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { BrickfolioEntry } from '@brickmarket/persistence-ports';
import { valueHolding } from '@brickmarket/portfolio';
import type { EntryResponse } from './entry.response.ts';

/** A holding next to the market. */
export function presentEntry({ brickfolioId, holding, title, theme, unitValueCents }: BrickfolioEntry): EntryResponse {
  const valuation = valueHolding(holding, unitValueCents);
  return {
    brickfolio_id: brickfolioId,
    set_number: holding.setNumber,
    title,
    theme,
    quantity: holding.quantity,
    condition: holding.condition,
    purchase_price_usd: usdOrNull(valuation.unitCostCents),
    purchase_date: holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay),
    status: holding.status,
    current_value_usd: usdOrNull(valuation.unitValueCents),
    total_current_value_usd: usdFromCents(valuation.valueCents),
    unrealized_gain_loss_usd: usdFromCents(valuation.gainCents),
    unrealized_gain_loss_pct: valuation.gainPct,
  };
}
