import { parseIsoDay } from '@brickmarket/domain';
import { type RecordedSale, type SalePage, SalesLedger } from '@brickmarket/persistence-ports';
import { readAsAccount } from '../database/account-reads.ts';
import type { Database } from '../database/database.ts';

interface SaleRow {
  id: number;
  set_number: string;
  title: string;
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

const COUNT_SALES = 'SELECT count(*)::integer AS total FROM portfolio.sale WHERE account_id = $1';

const LIST_SALES = `
SELECT page.id, s.set_number, s.title, page.platform, page.sale_date::text, page.quantity, page.gross_cents, page.platform_fees_cents,
       page.payment_fees_cents, page.shipping_cents, page.cost_basis_cents, page.notes
FROM (SELECT id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents, shipping_cents, cost_basis_cents, notes
      FROM portfolio.sale WHERE account_id = $1 ORDER BY sale_date DESC, id DESC LIMIT $2 OFFSET $3) page
JOIN catalog.lego_set s ON s.id = page.set_id
ORDER BY page.sale_date DESC, page.id DESC`;

/** The sales ledger in PostgreSQL. */
export class TypeormSalesLedger extends SalesLedger {
  constructor(private readonly database: Database) {
    super();
  }

  async listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage> {
    return readAsAccount(this.database, accountId, async (statement) => {
      const [count] = await statement<{ total: number }>('count_sales', COUNT_SALES, [accountId]);
      const rows = await statement<SaleRow>('list_sales', LIST_SALES, [accountId, page.limit, page.offset]);
      return { total: count!.total, sales: rows.map(recordedSale) };
    });
  }
}

function recordedSale(row: SaleRow): RecordedSale {
  return {
    id: row.id,
    title: row.title,
    sale: {
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
    },
  };
}
