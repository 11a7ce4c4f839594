import type { Cents, EpochDay } from '@brickmarket/domain';
import { type RecordedSale, type SalePage, SalesLedger } from '@brickmarket/persistence-ports';
import { readAsAccount, type Database } from '../database/database.ts';

// Total and page in one snapshot.
const LIST_SALES = `
SELECT (SELECT count(*)::integer FROM portfolio.sale WHERE account_id = $1) AS total,
       (SELECT coalesce(json_agg(json_build_array(
          page.id, page.set_id, page.platform, page.sale_date - date '1970-01-01', page.quantity, page.gross_cents,
          page.platform_fees_cents, page.payment_fees_cents, page.shipping_cents, page.cost_basis_cents
        ) ORDER BY page.sale_date DESC, page.id DESC), '[]') FROM (
         SELECT id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents,
                shipping_cents, cost_basis_cents
         FROM portfolio.sale WHERE account_id = $1
         ORDER BY sale_date DESC, id DESC LIMIT $2 OFFSET $3
       ) page) AS sales`;

type ListedSale = readonly [
  id: number,
  setId: number,
  platform: string,
  saleDay: EpochDay,
  quantity: number,
  grossCents: Cents,
  platformFeesCents: Cents,
  paymentFeesCents: Cents,
  shippingCents: Cents,
  costBasisCents: Cents | null,
];

export class PostgresSalesLedger extends SalesLedger {
  constructor(private readonly database: Database) {
    super();
  }

  async listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage> {
    const [found] = await readAsAccount<{ total: number; sales: readonly ListedSale[] }>(
      this.database,
      accountId,
      'list_sales',
      LIST_SALES,
      [page.limit, page.offset],
    );
    const { total, sales } = found!;
    return { total, sales: sales.map(recordedSale) };
  }
}

function recordedSale(row: ListedSale): RecordedSale {
  const [id, setId, platform, saleDay, quantity, grossCents, platformFeesCents, paymentFeesCents, shippingCents] = row;
  const fees = { platformFeesCents, paymentFeesCents, shippingCents };
  return { id, setId, platform, saleDay, quantity, grossCents, ...fees, costBasisCents: row[9] };
}
