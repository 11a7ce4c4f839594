import { formatIsoDay, parseIsoDay, type Sale } from '@brickmarket/domain';
import {
  type MergeCounts,
  type SalePage,
  SalesLedger,
  SaleStore,
  type SaleToStore,
} from '@brickmarket/persistence-ports';
import { readAsAccount, type Database } from '../database/database.ts';
import type { CopyValue } from '../bulk/binary-copy.ts';
import { WriteSession } from '../bulk/write-session.ts';
import type { SaleEntity } from './portfolio-entities.ts';

const CONTENT_COLUMNS = [
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
const CONTENT = CONTENT_COLUMNS.join(', ');

const STAGED_SALE = `staged_sale (
  set_id integer, platform text, sale_date date, quantity integer, gross_cents integer, platform_fees_cents integer,
  payment_fees_cents integer, shipping_cents integer, cost_basis_cents integer, notes text
)`;

// Rows of equal content are numbered on both sides: the second of two in a file is the second of two stored.
const INSERT_SALES = `
WITH coming AS (
  SELECT ${CONTENT}, ROW(${CONTENT})::text AS content,
         row_number() OVER (PARTITION BY ROW(${CONTENT})::text) AS copy
  FROM staged_sale
), present AS (
  SELECT ROW(${CONTENT})::text AS content, row_number() OVER (PARTITION BY ROW(${CONTENT})::text) AS copy
  FROM portfolio.sale WHERE account_id = $1
)
INSERT INTO portfolio.sale (account_id, ${CONTENT})
SELECT $1, ${CONTENT} FROM coming c
WHERE NOT EXISTS (SELECT FROM present p WHERE p.content = c.content AND p.copy = c.copy)
ORDER BY sale_date, copy`;

/** An account's own sales: files are merged by COPY and plain SQL; the export goes through TypeORM. */
export class PostgresSaleStore extends SaleStore {
  constructor(private readonly database: Database) {
    super();
  }

  async merge(
    accountId: number,
    batches: AsyncIterable<readonly SaleToStore[]>,
    options: { readonly isDryRun: boolean },
  ): Promise<MergeCounts> {
    return WriteSession.run(this.database, `sales ledger of account ${accountId}`, async (session) => {
      await session.stage(STAGED_SALE);
      const copy = session.copyInto('staged_sale', CONTENT_COLUMNS);
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
    const stored = await (
      await this.database.repositories()
    ).asAccount(accountId, ({ sales }) =>
      sales.find({ where: { accountId }, relations: { set: true }, order: { saleDate: 'ASC', id: 'ASC' } }),
    );
    return stored.map((entity) => saleOf(entity, entity.set.setNumber));
  }
}

// The total and the page in one statement, so in one snapshot.
const LIST_SALES = `
SELECT (SELECT count(*)::integer FROM portfolio.sale WHERE account_id = $1) AS total,
       coalesce((SELECT json_agg(listed ORDER BY listed."saleDate" DESC, listed.id DESC) FROM (
         SELECT page.id, s.set_number AS "setNumber", s.title, page.platform, page.sale_date::text AS "saleDate",
                page.quantity, page.gross_cents AS "grossCents", page.platform_fees_cents AS "platformFeesCents",
                page.payment_fees_cents AS "paymentFeesCents", page.shipping_cents AS "shippingCents",
                page.cost_basis_cents AS "costBasisCents", page.notes
         FROM (
           SELECT id, ${CONTENT} FROM portfolio.sale WHERE account_id = $1
           ORDER BY sale_date DESC, id DESC LIMIT $2 OFFSET $3
         ) page
         JOIN catalog.lego_set s ON s.id = page.set_id
       ) listed), '[]') AS sales`;

interface SalePageRow {
  total: number;
  sales: readonly (SaleRow & { id: number; setNumber: string; title: string })[];
}

/** The sales ledger that the API lists, by one prepared statement. */
export class PostgresSalesLedger extends SalesLedger {
  constructor(private readonly database: Database) {
    super();
  }

  async listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage> {
    const values = [page.limit, page.offset];
    const [found] = await readAsAccount<SalePageRow>(this.database, accountId, 'list_sales', LIST_SALES, values);
    const { total, sales } = found!;
    return { total, sales: sales.map((row) => ({ id: row.id, title: row.title, sale: saleOf(row, row.setNumber) })) };
  }
}

type SaleRow = Omit<SaleEntity, 'id' | 'accountId' | 'account' | 'setId' | 'set' | 'version'>;

function saleOf(row: SaleRow, setNumber: string): Sale {
  return {
    setNumber,
    platform: row.platform,
    saleDay: parseIsoDay(row.saleDate)!,
    quantity: row.quantity,
    grossCents: row.grossCents,
    platformFeesCents: row.platformFeesCents,
    paymentFeesCents: row.paymentFeesCents,
    shippingCents: row.shippingCents,
    costBasisCents: row.costBasisCents,
    notes: row.notes,
  };
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
