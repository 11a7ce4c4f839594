import { formatIsoDay, usdFromCents, usdOrNull } from '@brickmarket/domain';
import type { RecordedSale } from '@brickmarket/persistence-ports';
import { saleResult } from '@brickmarket/portfolio';
import type { SaleResponse } from './sale.response.ts';

/** A line of the ledger with what it brought in. */
export function presentSale({ id, sale, title }: RecordedSale): SaleResponse {
  const result = saleResult(sale);
  return {
    id,
    set_number: sale.setNumber,
    title,
    platform: sale.platform,
    sale_date: formatIsoDay(sale.saleDay),
    quantity: sale.quantity,
    gross_proceeds_usd: usdFromCents(sale.grossCents),
    platform_fees_usd: usdFromCents(sale.platformFeesCents),
    payment_fees_usd: usdFromCents(sale.paymentFeesCents),
    shipping_cost_usd: usdFromCents(sale.shippingCents),
    net_proceeds_usd: usdFromCents(result.netCents),
    profit_loss_usd: usdOrNull(result.profitCents),
    roi_pct: result.roiPct,
  };
}
