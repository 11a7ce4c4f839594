import { formatIsoDay, formatUsd, type Sale } from '@brickmarket/domain';
import type { CsvFormat } from '@brickmarket/feeds';
import type { DemoHolding } from '../accounts/account-books.ts';

/** A collection in the project's own format. */
export const demoHoldingsCsv: CsvFormat<DemoHolding> = {
  header: ['set_number', 'quantity', 'condition', 'purchase_price_usd', 'purchase_date', 'status', 'brickfolio', 'notes'],
  cells: (holding) => [
    holding.setNumber, holding.quantity, holding.condition, holding.purchasePriceCents === null ? null : formatUsd(holding.purchasePriceCents),
    holding.purchaseDay === null ? null : formatIsoDay(holding.purchaseDay), holding.status, holding.brickfolio, holding.notes,
  ],
};

/** A sales ledger in the project's own format. */
export const demoSalesCsv: CsvFormat<Sale> = {
  header: ['set_number', 'platform', 'sale_date', 'quantity', 'gross_proceeds_usd', 'platform_fees_usd', 'payment_fees_usd', 'shipping_cost_usd', 'cost_basis_usd', 'notes'],
  cells: (sale) => [
    sale.setNumber, sale.platform, formatIsoDay(sale.saleDay), sale.quantity, formatUsd(sale.grossCents), formatUsd(sale.platformFeesCents),
    formatUsd(sale.paymentFeesCents), formatUsd(sale.shippingCents), sale.costBasisCents === null ? null : formatUsd(sale.costBasisCents), sale.notes,
  ],
};
