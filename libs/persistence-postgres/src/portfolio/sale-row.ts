import { parseIsoDay, type Sale } from '@brickmarket/domain';

/** A sale as statements select it. */
export interface SaleRow {
  set_number: string;
  platform: string;
  sale_date: string;
  quantity: number;
  gross_cents: number;
  platform_fees_cents: number;
  payment_fees_cents: number;
  shipping_cents: number;
  cost_basis_cents: number | null;
  notes: string | null;
}

export function saleOf(row: SaleRow): Sale {
  return {
    setNumber: row.set_number,
    platform: row.platform,
    saleDay: parseIsoDay(row.sale_date)!,
    quantity: row.quantity,
    grossCents: row.gross_cents,
    platformFeesCents: row.platform_fees_cents,
    paymentFeesCents: row.payment_fees_cents,
    shippingCents: row.shipping_cents,
    costBasisCents: row.cost_basis_cents,
    notes: row.notes,
  };
}
