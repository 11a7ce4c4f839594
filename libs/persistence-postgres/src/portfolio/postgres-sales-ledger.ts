import { type SalePage, SalesLedger } from '@brickmarket/persistence-ports';
import { readAsAccount } from '../database/account-reads.ts';
import type { Database } from '../database/database.ts';
import { saleOf, type SaleRow } from './sale-row.ts';

const COUNT_SALES = 'SELECT count(*)::integer AS total FROM portfolio.sale WHERE account_id = $1';

const LIST_SALES = `
SELECT page.id, s.set_number, s.title, page.platform, page.sale_date::text, page.quantity, page.gross_cents, page.platform_fees_cents,
       page.payment_fees_cents, page.shipping_cents, page.cost_basis_cents, page.notes
FROM (SELECT id, set_id, platform, sale_date, quantity, gross_cents, platform_fees_cents, payment_fees_cents, shipping_cents, cost_basis_cents, notes
      FROM portfolio.sale WHERE account_id = $1 ORDER BY sale_date DESC, id DESC LIMIT $2 OFFSET $3) page
JOIN catalog.lego_set s ON s.id = page.set_id
ORDER BY page.sale_date DESC, page.id DESC`;

/** The sales ledger in PostgreSQL. */
export class PostgresSalesLedger extends SalesLedger {
  constructor(private readonly database: Database) {
    super();
  }

  async listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage> {
    return readAsAccount(this.database, accountId, async (statement) => {
      const [[count], rows] = await Promise.all([
        statement<{ total: number }>('count_sales', COUNT_SALES, [accountId]),
        statement<SaleRow & { id: number; title: string }>('list_sales', LIST_SALES, [
          accountId,
          page.limit,
          page.offset,
        ]),
      ]);
      return { total: count!.total, sales: rows.map((row) => ({ id: row.id, title: row.title, sale: saleOf(row) })) };
    });
  }
}
