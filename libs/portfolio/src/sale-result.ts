import { type Cents, type Sale, percentOf } from '@brickmarket/domain';

/** What one line of the sales ledger earned. */
export interface SaleResult {
  /** Gross minus platform fees, payment fees and shipping; negative when they exceed it. */
  readonly netCents: Cents;
  /** Net minus the cost basis of the units sold; null when the cost basis is unknown. */
  readonly profitCents: Cents | null;
  /** The profit in percent of the cost basis, two decimals; 0 when that is 0, null when it is unknown. */
  readonly roiPct: number | null;
}

/** The result of one line. Its amounts are totals over all units, so the quantity must not be multiplied in. */
export function saleResult(
  sale: Pick<Sale, 'grossCents' | 'platformFeesCents' | 'paymentFeesCents' | 'shippingCents' | 'costBasisCents'>,
): SaleResult {
  const netCents = sale.grossCents - sale.platformFeesCents - sale.paymentFeesCents - sale.shippingCents;
  if (sale.costBasisCents === null) return { netCents, profitCents: null, roiPct: null };
  const profitCents = netCents - sale.costBasisCents;
  return { netCents, profitCents, roiPct: percentOf(profitCents, sale.costBasisCents) };
}
