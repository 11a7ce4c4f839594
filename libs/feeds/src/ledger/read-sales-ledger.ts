import { formatIsoDay, formatUsd, parseIsoDay, type Sale } from '@brickmarket/domain';
import type { FeedBatch } from '../reading/feed-batch.ts';
import { type Layout, readCsvFeedOfAny, type ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import type { CsvFormat } from '../writing/csv.ts';
import { amazonTransactionsLayout, ebayOrdersLayout, type FindSet } from './marketplace-reports.ts';

/** Options for reading a sales ledger. */
export interface LedgerOptions extends ReadOptions {
  /** Looks numbers in item titles up in the catalogue; without it, titles are not used. */
  readonly findSet?: FindSet | undefined;
}

/** Reads a person's sales; the header, which may stand below a preamble, tells which known source. Throws FeedError. */
export function readSalesLedger(file: string, options: LedgerOptions = {}): AsyncGenerator<FeedBatch<Sale>> {
  const ebay = ebayOrdersLayout(options.findSet ?? (() => null));
  return readCsvFeedOfAny(file, [ownLedgerLayout, ebay, amazonTransactionsLayout], options);
}

const REQUIRED = ['set_number', 'platform', 'sale_date', 'quantity', 'gross_proceeds_usd'];
const OPTIONAL = ['platform_fees_usd', 'payment_fees_usd', 'shipping_cost_usd', 'cost_basis_usd', 'notes'];
const PLATFORM = /^[a-z][a-z0-9_-]{0,29}$/;

/** Sales in the project's own format. An empty fee is 0, an empty cost is unknown. */
const ownLedgerLayout: Layout<Sale> = {
  name: 'Brickmarket sales',
  required: REQUIRED,
  optional: OPTIONAL,
  reader: (column) => {
    const [number, platform, day, quantity, gross] = [
      column('set_number'),
      column('platform'),
      column('sale_date'),
      column('quantity'),
      column('gross_proceeds_usd'),
    ];
    const [platformFees, paymentFees, shipping] = [
      column('platform_fees_usd'),
      column('payment_fees_usd'),
      column('shipping_cost_usd'),
    ];
    const [cost, notes] = [column('cost_basis_usd'), column('notes')];
    return (row, sales) => {
      sales.push({
        setNumber: row.setNumber(number),
        platform: readPlatform(row, platform),
        saleDay: row.day(day, parseIsoDay, '2026-12-31'),
        quantity: row.wholeNumber(quantity, 1),
        grossCents: row.usd(gross),
        platformFeesCents: row.usdOrNull(platformFees) ?? 0,
        paymentFeesCents: row.usdOrNull(paymentFees) ?? 0,
        shippingCents: row.usdOrNull(shipping) ?? 0,
        costBasisCents: row.usdOrNull(cost),
        notes: row.textOrNull(notes),
      });
    };
  },
};

/** Sales in the project's own format; what is written here reads back the same. */
export const salesLedgerCsv: CsvFormat<Sale> = {
  header: [...REQUIRED, ...OPTIONAL],
  cells: (sale) => [
    sale.setNumber,
    sale.platform,
    formatIsoDay(sale.saleDay),
    sale.quantity,
    formatUsd(sale.grossCents),
    formatUsd(sale.platformFeesCents),
    formatUsd(sale.paymentFeesCents),
    formatUsd(sale.shippingCents),
    sale.costBasisCents === null ? null : formatUsd(sale.costBasisCents),
    sale.notes,
  ],
};

function readPlatform(row: Row, column: number): string {
  const text = row.text(column).toLowerCase();
  if (!PLATFORM.test(text))
    row.reject(`platform is ${JSON.stringify(text)}: write one word like ebay, bricklink, amazon or other`);
  return text;
}
