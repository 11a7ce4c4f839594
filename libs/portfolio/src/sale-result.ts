import { type Cents, type Sale, percentOf } from '@brickmarket/domain';

/** What a line of the sales ledger brought in. */
export interface SaleResult {
  /** Gross less platform fees, payment fees and shipping; below 0 when they exceed it. */
  readonly netCents: Cents;
  /** Net less the cost basis of the units sold; null when that is unknown. */
  readonly profitCents: Cents | null;
  /** The profit in percent of the cost basis, two decimals; 0 when the cost basis is 0, null when it is unknown. */
  readonly roiPct: number | null;
}

/** The result of one line; its amounts are totals of the line, so the quantity plays no part. */
export function saleResult(
  sale: Pick<Sale, 'grossCents' | 'platformFeesCents' | 'paymentFeesCents' | 'shippingCents' | 'costBasisCents'>,
): SaleResult {
  const netCents = sale.grossCents - sale.platformFeesCents - sale.paymentFeesCents - sale.shippingCents;
  if (sale.costBasisCents === null) return { netCents, profitCents: null, roiPct: null };
  const profitCents = netCents - sale.costBasisCents;
  return { netCents, profitCents, roiPct: percentOf(profitCents, sale.costBasisCents) };
}
