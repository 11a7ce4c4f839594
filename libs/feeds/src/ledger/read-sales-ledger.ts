import { formatIsoDay, type SaleInFile, type EpochDay } from '@brickmarket/domain';
import { type DateFormat, dayFromMonthName, ISO_DAYS } from '../reading/cells.ts';
import { dateFormatOf } from '../reading/date-format.ts';
import type { FeedBatch } from '../reading/feed-text.ts';
import { type Layout, positionsOf, readCells, readCsvFeedOfAny, type ReadOptions } from '../reading/read-feed.ts';
import type { Row } from '../reading/row.ts';
import { type CsvFormat, usdCell } from '../writing/csv.ts';
import { mappedLedgerLayout, saleReader, type SalesMapping } from './mapped-ledger.ts';

/** Options for reading a sales ledger. */
export interface LedgerOptions extends ReadOptions {
  /** Looks numbers in item titles up in the catalogue; without it, titles are not used. */
  readonly findSet?: FindSet | undefined;
  /** Which column is what, for a file of no known kind; set, day and proceeds have to be among them. */
  readonly columns?: SalesMapping | undefined;
  /** How days with slashes are written where columns are named, when the file allows both. */
  readonly dateFormat?: DateFormat | undefined;
}

/**
 * Reads a person's sales; the header, which may stand below a preamble, tells which known source, or the caller tells
 * which column is what. Throws FeedError.
 */
export async function* readSalesLedger(
  file: string,
  options: LedgerOptions = {},
): AsyncGenerator<FeedBatch<SaleInFile>> {
  const { columns, findSet = () => null } = options;
  const layoutsFor = (dateFormat: DateFormat): Layout<SaleInFile>[] =>
    columns === undefined ? ledgerLayouts(findSet) : [mappedLedgerLayout(columns, dateFormat)];
  const dateFormat = options.dateFormat ?? (await dateFormatOf(file, layoutsFor('DD/MM/YYYY'), options));
  yield* readCsvFeedOfAny(file, layoutsFor(dateFormat), options);
}

function ledgerLayouts(findSet: FindSet): Layout<SaleInFile>[] {
  return [ownLedgerLayout, ebayOrdersLayout(findSet), amazonTransactionsLayout];
}

/** What `readSalesLedger` knows by its header, in words for people: `eBay orders report`. */
export function salesLedgerSources(): readonly string[] {
  return ledgerLayouts(() => null).map(({ name }) => name);
}

const REQUIRED = ['set_number', 'platform', 'sale_date', 'quantity', 'gross_proceeds_usd'];
const OPTIONAL = ['platform_fees_usd', 'payment_fees_usd', 'shipping_cost_usd', 'cost_basis_usd', 'notes'];
const PLATFORM = /^[a-z][a-z0-9_-]{0,29}$/;

/** Sales in the project's own format. An empty fee of a new line is 0, one below 0 a credit, an empty cost unknown. */
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

/** Sales in the project's own format; what is written here reads back the same. */
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

/** A sale from cells in the project's own format, or why they are none. */
export function readSaleCells(cells: Readonly<Record<string, string>>): SaleInFile | string {
  return readCells(ownLedgerLayout, cells);
}

function readPlatform(row: Row, column: number): string {
  const text = row.text(column).toLowerCase();
  if (!PLATFORM.test(text))
    row.reject(`platform is ${JSON.stringify(text)}: write one word like ebay, bricklink, amazon or other`);
  return text;
}

/** The catalogue number of the set that a written number stands for; null when there is no such set. */
type FindSet = (number: string) => string | null;

/** Reports of marketplaces do not say what a sale has cost, or only a part of it. */
const UNKNOWN_COSTS = { platformFeesCents: null, paymentFeesCents: null, shippingCents: null, costBasisCents: null };
const EBAY_DAY = /^([A-Za-z]{3})-(\d{1,2})-(\d{2})$/;

/**
 * An eBay orders report. Gross is what the buyer paid without tax: the price of the items and shipping. The report has
 * no fees. The total row of an order with several items and the lines below the table are skipped. An
 * item whose label has no set number is taken for the one catalogue set that its title names, with a warning.
 */
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

/** "Sold For" is the price of one; where the total price is too small for that, it is the price of all. */
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

/**
 * An Amazon date-range transactions report. Rows of type Order are sales: gross is product sales, shipping and gift
 * wrap credits less rebates, fees are selling, FBA and other transaction fees; tax is ignored. A refund gives a
 * warning, other types are skipped. The day is that of the report's own time zone.
 */
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

const SET_NUMBERS = /(?<![0-9A-Za-z])\d{4,7}(?:-\d{1,2})?(?![0-9A-Za-z])/g;

/**
 * The set number in a seller's own label (eBay custom label, Amazon SKU): the first run of 4 to 7 digits, with a
 * variant of one or two digits after a hyphen if there is one, that letters and digits do not touch. `NEW_75192-1_A3`
 * gives `75192-1`. Null when there is none.
 */
export function findSetNumberInLabel(label: string): string | null {
  return setNumberLikes(label)[0] ?? null;
}

/** Every run of digits shaped like a set number; piece counts and years match too. */
function setNumberLikes(text: string): readonly string[] {
  return text.match(SET_NUMBERS) ?? [];
}
