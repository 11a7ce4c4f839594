import { formatIsoDay, type Sale } from '@brickmarket/domain';
import { type MergeCounts, SaleStore, type SaleToStore } from '@brickmarket/persistence-ports';
import type { Database } from '../database/database.ts';
import type { CopyValue } from '../import/copy-text.ts';
import { ImportSession } from '../import/import-session.ts';
import { INSERT_SALES, STAGED_SALE } from './merge-sales.sql.ts';
import { saleOf, type SaleRow } from './sale-row.ts';

const STAGED_COLUMNS = [
  'set_id',
  'platform',
  'sale_date',
  'quantity',
  'gross_cents',
  'platform_fees_cents',
  'payment_fees_cents',
  'shipping_cents',
  'cost_basis_cents',
  'notes',
];

const LIST_SALES = `
SELECT s.set_number, l.platform, l.sale_date::text, l.quantity, l.gross_cents, l.platform_fees_cents, l.payment_fees_cents, l.shipping_cents,
       l.cost_basis_cents, l.notes
FROM portfolio.sale l JOIN catalog.lego_set s ON s.id = l.set_id
WHERE l.account_id = $1 ORDER BY l.sale_date, l.id`;

/** Sales by COPY into a temporary table and a set-wise merge. */
export class PostgresSaleStore extends SaleStore {
  constructor(private readonly database: Database) {
    super();
  }

  async merge(
    accountId: number,
    batches: AsyncIterable<readonly SaleToStore[]>,
    options: { readonly isDryRun: boolean },
  ): Promise<MergeCounts> {
    return ImportSession.run(this.database, `sales ledger of account ${accountId}`, async (session) => {
      await session.stage(STAGED_SALE);
      const copy = session.copyInto('staged_sale', STAGED_COLUMNS);
      for await (const batch of batches) await copy.write(batch.map(stagedValues));
      const staged = await copy.end();
      await session.analyzeStaged('staged_sale');
      return session.mergePrivate(options, async () => {
        const inserted = await session.write(INSERT_SALES, [accountId]);
        return { inserted, changed: 0, unchanged: staged - inserted };
      });
    });
  }

  async listAll(accountId: number): Promise<readonly Sale[]> {
    return (await this.database.prepared<SaleRow>('list_all_sales', LIST_SALES, [accountId])).map(saleOf);
  }
}

function stagedValues({ setId, sale }: SaleToStore): readonly CopyValue[] {
  const {
    platform,
    saleDay,
    quantity,
    grossCents,
    platformFeesCents,
    paymentFeesCents,
    shippingCents,
    costBasisCents,
    notes,
  } = sale;
  return [
    setId,
    platform,
    formatIsoDay(saleDay),
    quantity,
    grossCents,
    platformFeesCents,
    paymentFeesCents,
    shippingCents,
    costBasisCents,
    notes,
  ];
}
