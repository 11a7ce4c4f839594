import { type Cents, type EpochDay, formatIsoDay, parseIsoDay, type Sale } from '@brickmarket/domain';
import {
  type MergeCounts,
  type RecordedSale,
  type SalePage,
  SalesLedger,
  SaleStore,
  type SaleToStore,
} from '@brickmarket/persistence-ports';
import { compactRows, dayOf, numberOf, textOf } from '../database/compact-rows.ts';
import { readAsAccount, type Database } from '../database/database.ts';
import { streamAsAccount } from '../database/stream-rows.ts';
import type { CopyValue } from '../bulk/binary-copy.ts';
import { WriteSession } from '../bulk/write-session.ts';

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

/** An account's own sales, in plain SQL; files are merged by COPY. */
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

  async *streamAll(accountId: number): AsyncGenerator<readonly Sale[]> {
    for await (const rows of streamAsAccount<SaleRow>(this.database, accountId, selectSales)) yield rows.map(saleOf);
  }
}

const selectSales = (accountId: number): string => `
SELECT c.set_number, s.platform, s.sale_date::text AS sale_date, s.quantity, s.gross_cents, s.platform_fees_cents,
       s.payment_fees_cents, s.shipping_cents, s.cost_basis_cents, s.notes
FROM portfolio.sale s JOIN catalog.lego_set c ON c.id = s.set_id
WHERE s.account_id = ${accountId}
ORDER BY s.sale_date, s.id`;

interface SaleRow {
  readonly set_number: string;
  readonly platform: string;
  readonly sale_date: string;
  readonly quantity: number;
  readonly gross_cents: Cents;
  readonly platform_fees_cents: Cents;
  readonly payment_fees_cents: Cents;
  readonly shipping_cents: Cents;
  readonly cost_basis_cents: Cents | null;
  readonly notes: string | null;
}

function saleOf(row: SaleRow): Sale {
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

// The total and the page in one statement, so in one snapshot.
const LIST_SALES = `
SELECT (SELECT count(*)::integer FROM portfolio.sale WHERE account_id = $1) AS total,
       (SELECT ${compactRows(
         [
           'page.id',
           'page.set_id',
           textOf('page.platform'),
           dayOf('page.sale_date'),
           'page.quantity',
           'page.gross_cents',
           'page.platform_fees_cents',
           'page.payment_fees_cents',
           'page.shipping_cents',
           numberOf('page.cost_basis_cents'),
         ],
         'page.sale_date DESC, page.id DESC',
       )} FROM (
         SELECT id, ${CONTENT} FROM portfolio.sale WHERE account_id = $1
         ORDER BY sale_date DESC, id DESC LIMIT $2 OFFSET $3
       ) page) AS sales`;

/** The columns of the statement's rows, in their order. */
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

/** The sales ledger that the API lists, by one prepared statement. */
export class PostgresSalesLedger extends SalesLedger {
  constructor(private readonly database: Database) {
    super();
  }

  async listPage(accountId: number, page: { readonly limit: number; readonly offset: number }): Promise<SalePage> {
    const [found] = await readAsAccount<{ total: number; sales: string }>(
      this.database,
      accountId,
      'list_sales',
      LIST_SALES,
      [page.limit, page.offset],
    );
    const { total, sales } = found!;
    return { total, sales: (JSON.parse(sales) as ListedSale[]).map(recordedSale) };
  }
}

function recordedSale(row: ListedSale): RecordedSale {
  const [id, setId, platform, saleDay, quantity, grossCents, platformFeesCents, paymentFeesCents, shippingCents] = row;
  const fees = { platformFeesCents, paymentFeesCents, shippingCents };
  return { id, setId, platform, saleDay, quantity, grossCents, ...fees, costBasisCents: row[9] };
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
