import { formatIsoDay, type SaleInFile, type EpochDay } from '@brickmarket/domain';
import { type DateFormat, dayFromMonthName, ISO_DAYS } from '../reading/cells.ts';
import { dateFormatOf } from '../reading/date-format.ts';
import type { FeedBatch } from '../reading/feed-text.ts';
import { type Layout, positionsOf } from '../reading/layout.ts';
import { readCells, readCsvFeedOfAny, type ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { type CsvFormat, usdCell } from '../writing/csv.ts';
import {
  brickEconomyLedgerLayout,
  brickLinkOrdersLayout,
  brickOwlOrdersLayout,
  UNKNOWN_COSTS,
} from './marketplace-ledgers.ts';
import { mappedLedgerLayout, saleReader, type SalesMapping } from './mapped-ledger.ts';
import { findSetNumberInLabel, setNumberLikes } from './set-numbers.ts';

/** Options for reading a sales ledger. */
export interface LedgerOptions extends ReadOptions {
  /** Finds set numbers from item titles; absent: titles are ignored. */
  readonly findSet?: FindSet | undefined;
  /** For unknown files; needs set, day and proceeds. */
  readonly columns?: SalesMapping | undefined;
  /** For mapped columns whose slashed days fit both formats. */
  readonly dateFormat?: DateFormat | undefined;
}

/** Recognizes known headers, also below a preamble, or uses the given columns. Throws FeedError. */
export async function* readSalesLedger(
  file: string,
  options: LedgerOptions = {},
): AsyncGenerator<FeedBatch<SaleInFile>> {
  const { columns, findSet = () => null } = options;
  const layoutsFor = (dateFormat: DateFormat): Layout<SaleInFile>[] =>
    columns === undefined ? ledgerLayouts(dateFormat, findSet) : [mappedLedgerLayout(columns, dateFormat)];
  const dateFormat = options.dateFormat ?? (await dateFormatOf(file, layoutsFor('DD/MM/YYYY'), options));
  yield* readCsvFeedOfAny(file, layoutsFor(dateFormat), options);
}

function ledgerLayouts(dateFormat: DateFormat, findSet: FindSet): Layout<SaleInFile>[] {
  return [
    ownLedgerLayout,
    ebayOrdersLayout(findSet),
    amazonTransactionsLayout,
    brickLinkOrdersLayout(dateFormat),
    brickOwlOrdersLayout,
    brickEconomyLedgerLayout,
  ];
}

/** What `readSalesLedger` knows by its header, in words for people: `eBay orders report`. */
export function salesLedgerSources(): readonly string[] {
  return ledgerLayouts('DD/MM/YYYY', () => null).map(({ name }) => name);
}

const REQUIRED = ['set_number', 'platform', 'sale_date', 'quantity', 'gross_proceeds_usd'];
const OPTIONAL = ['platform_fees_usd', 'payment_fees_usd', 'shipping_cost_usd', 'cost_basis_usd', 'notes'];
const PLATFORM = /^[a-z][a-z0-9_-]{0,29}$/;

/** In new rows an empty fee is 0 and an empty cost unknown. Negative fees are credits. */
const ownLedgerLayout: Layout<SaleInFile> = {
  name: 'Brickmarket sales',
  required: REQUIRED,
  optional: OPTIONAL,
  reader: (column) =>
    saleReader(column, {
      platform: readPlatform,
      quantity: (row, at) => row.wholeNumber(at, 1),
      days: ISO_DAYS,
    }),
};

/** Own format, which reads back unchanged. */
export const salesLedgerCsv: CsvFormat<SaleInFile> = {
  header: [...REQUIRED, ...OPTIONAL],
  cells: (sale) => [
    sale.setNumber,
    sale.platform,
    formatIsoDay(sale.saleDay),
    sale.quantity,
    usdCell(sale.grossCents),
    usdCell(sale.platformFeesCents),
    usdCell(sale.paymentFeesCents),
    usdCell(sale.shippingCents),
    usdCell(sale.costBasisCents),
    sale.notes,
  ],
};

/** Returns the fault as text if the cells are invalid. */
export function readSaleCells(cells: Readonly<Record<string, string>>): SaleInFile | string {
  return readCells(ownLedgerLayout, cells);
}

function readPlatform(row: Row, column: number): string {
  const text = row.text(column).toLowerCase();
  if (!PLATFORM.test(text))
    row.reject(`platform is ${JSON.stringify(text)}: write one word like ebay, bricklink, amazon or other`);
  return text;
}

type FindSet = (number: string) => string | null;

const EBAY_DAY = /^([A-Za-z]{3})-(\d{1,2})-(\d{2})$/;

/** Gross is items and shipping without tax; there are no fees. A single set in the title replaces a missing number. */
const ebayOrdersLayout = (findSet: FindSet): Layout<SaleInFile> => ({
  name: 'eBay orders report',
  isForeign: true,
  required: ['Order Number', 'Item Title', 'Custom Label', 'Quantity', 'Sold For', 'Sale Date'],
  optional: ['Shipping And Handling', 'Total Price'],
  skippedRows: /^\W*(\d+\W+record\(s\) downloaded|seller id\b)/i,
  reader: (column) => {
    const [order, title, label] = positionsOf(column, 'Order Number', 'Item Title', 'Custom Label');
    const [quantity, day] = positionsOf(column, 'Quantity', 'Sale Date');
    const [price, shipping, total] = positionsOf(column, 'Sold For', 'Shipping And Handling', 'Total Price');
    return (row, sales) => {
      if (row.text(title) === '' && row.text(label) === '') return;
      const setNumber =
        findSetNumberInLabel(row.text(label)) ?? setNamedBy(row, row.text(title), row.text(label), findSet);
      const units = row.wholeNumber(quantity, 1);
      sales.push({
        setNumber: setNumber ?? '',
        platform: 'ebay',
        saleDay: row.day(day, parseEbayDay, 'Sep-27-26'),
        quantity: units,
        grossCents: grossOf(row, { price, shipping, total }, units),
        ...UNKNOWN_COSTS,
        notes: `eBay order ${row.requiredText(order)}`,
      });
    };
  },
});

function setNamedBy(row: Row, title: string, label: string, findSet: FindSet): string | null {
  const named = [...new Set(setNumberLikes(title).flatMap((number) => findSet(number) ?? []))];
  const missing = `no set number in the custom label ${JSON.stringify(label)}`;
  if (named.length === 1) {
    row.warn(`${missing}: taken for set ${named[0]!}, which the title names`);
    return named[0]!;
  }
  row.reject(
    named.length === 0
      ? `${missing}: put one like 75192-1 there`
      : `${missing}, and the title names several sets (${named.join(', ')}): put the right one there`,
  );
  return null;
}

/** "Sold For" is per unit, or the total where the total price is too small for that. */
function grossOf(row: Row, at: { price: number; shipping: number; total: number }, units: number): number {
  const price = row.usd(at.price);
  const shipping = row.usdOrNull(at.shipping) ?? 0;
  const total = row.usdOrNull(at.total);
  const gross = price * units + shipping;
  return total !== null && gross > total ? price + shipping : gross;
}

function parseEbayDay(text: string): EpochDay | null {
  const match = EBAY_DAY.exec(text);
  return match && dayFromMonthName(`20${match[3]!}`, match[1]!, match[2]!);
}

const AMAZON_DAY = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})\b/;
const CREDITS = ['product sales', 'shipping credits', 'gift wrap credits', 'promotional rebates'];
const FEES = ['selling fees', 'fba fees', 'other transaction fees'];

/** Gross is sales and credits less rebates, without tax. Refunds warn, other types are skipped. */
const amazonTransactionsLayout: Layout<SaleInFile> = {
  name: 'Amazon date-range transactions',
  isForeign: true,
  required: ['date/time', 'type', 'order id', 'sku', 'quantity', 'product sales', 'selling fees', 'total'],
  optional: [...CREDITS, ...FEES],
  reader: (column) => {
    const [day, type, order] = positionsOf(column, 'date/time', 'type', 'order id');
    const [sku, quantity] = positionsOf(column, 'sku', 'quantity');
    const [credits, fees] = [CREDITS.map(column), FEES.map(column)];
    return (row, sales) => {
      const kind = row.text(type).toLowerCase();
      if (kind === 'refund')
        row.warn(`the refund of order ${row.text(order)} is not taken over: correct the sale by hand`);
      if (kind !== 'order') return;
      const setNumber = findSetNumberInLabel(row.text(sku));
      if (setNumber === null)
        row.reject(`no set number in the sku ${JSON.stringify(row.text(sku))}: put one like 75192-1 there`);
      const gross = sumOf(row, credits);
      if (gross < 0) row.reject('the credits of the order add up to less than 0');
      sales.push({
        setNumber: setNumber ?? '',
        platform: 'amazon',
        saleDay: row.day(day, parseAmazonDay, 'Sep 27, 2026 1:05:09 PM PDT'),
        quantity: row.wholeNumber(quantity, 1),
        grossCents: gross,
        ...UNKNOWN_COSTS,
        platformFeesCents: 0 - sumOf(row, fees),
        notes: `Amazon order ${row.requiredText(order)}`,
      });
    };
  },
};

function sumOf(row: Row, columns: readonly number[]): number {
  return columns.reduce((sum, column) => sum + row.signedUsd(column), 0);
}

function parseAmazonDay(text: string): EpochDay | null {
  const match = AMAZON_DAY.exec(text);
  return match && dayFromMonthName(match[3]!, match[1]!, match[2]!);
}
