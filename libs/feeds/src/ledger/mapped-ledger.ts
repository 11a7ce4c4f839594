import type { SaleInFile } from '@brickmarket/domain';
import { type DateFormat, slashedDays, type WrittenDays } from '../reading/cells.ts';
import { type NamesOf, suggestedBy } from '../reading/column-names.ts';
import type { Layout, RowReader } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';

/** What a column of a list of sales can be, by the names of the project's own format. */
export type SalesColumn =
  | 'set_number'
  | 'platform'
  | 'sale_date'
  | 'quantity'
  | 'gross_proceeds_usd'
  | 'platform_fees_usd'
  | 'payment_fees_usd'
  | 'shipping_cost_usd'
  | 'cost_basis_usd'
  | 'notes';

/** The file's name for each column. */
export type SalesMapping = Readonly<Partial<Record<SalesColumn, string>>>;

const NEEDED = ['set_number', 'sale_date', 'gross_proceeds_usd'] as const satisfies readonly SalesColumn[];

/** Whether columns are named of which a sale is made: set, day and proceeds. */
export function isSalesMapping(columns: Readonly<Record<string, string>>): boolean {
  return NEEDED.every((column) => columns[column] !== undefined);
}

const USUAL_NAMES: NamesOf<SalesColumn> = {
  set_number: [
    ...['setnumber', 'setno', 'setnum', 'setid', 'itemnumber', 'itemno', 'itemid', 'number', 'setnr', 'legoset'],
    ...['legonumber', 'productnumber', 'set', 'item', 'sku', 'no', 'nr'],
  ],
  platform: ['platform', 'marketplace', 'soldon', 'soldvia', 'channel', 'site', 'where', 'store', 'shop'],
  sale_date: [
    ...['saledate', 'datesold', 'solddate', 'dateofsale', 'soldat', 'orderdate', 'transactiondate', 'sold', 'date'],
    'when',
  ],
  quantity: ['quantity', 'qty', 'copies', 'count', 'units', 'howmany'],
  gross_proceeds_usd: [
    ...['grossproceedsusd', 'grossproceeds', 'proceeds', 'saleprice', 'soldfor', 'soldprice', 'sellingprice', 'gross'],
    ...['saletotal', 'ordertotal', 'total', 'revenue', 'amount', 'priceusd', 'price'],
  ],
  platform_fees_usd: ['platformfeesusd', 'platformfees', 'platformfee', 'sellingfees', 'sellerfees', 'fees', 'fee'],
  payment_fees_usd: ['paymentfeesusd', 'paymentfees', 'paymentfee', 'processingfees', 'processingfee', 'paypalfee'],
  shipping_cost_usd: ['shippingcostusd', 'shippingcost', 'shippingpaid', 'shipping', 'postage'],
  cost_basis_usd: ['costbasisusd', 'costbasis', 'purchaseprice', 'pricepaid', 'boughtfor', 'mycost', 'cost', 'paid'],
  notes: ['notes', 'note', 'remarks', 'remark', 'comments', 'comment', 'description'],
};

/** Which columns of a file of sales are probably what, by their names. */
export function suggestSalesColumns(found: readonly string[]): SalesMapping {
  return suggestedBy(USUAL_NAMES, found);
}

/** Platform of sales whose file names none. */
const UNKNOWN_PLATFORM = 'other';

/** Turns "Facebook Marketplace" into `facebook_marketplace`. */
function readPlatform(row: Row, column: number): string {
  const word = (row.textOrNull(column) ?? '').toLowerCase().replaceAll(/[^a-z0-9-]+/g, '_');
  const platform = word.replaceAll(/^[^a-z]+|_+$/g, '').slice(0, 30);
  return platform === '' ? UNKNOWN_PLATFORM : platform;
}

interface SaleCells {
  readonly platform: (row: Row, column: number) => string;
  readonly quantity: (row: Row, column: number) => number;
  readonly days: WrittenDays;
}

export function saleReader(
  at: (name: SalesColumn) => number,
  { platform: platformOf, quantity: quantityOf, days }: SaleCells,
): RowReader<SaleInFile> {
  const [number, platform, day, quantity] = [at('set_number'), at('platform'), at('sale_date'), at('quantity')];
  const [gross, cost, notes] = [at('gross_proceeds_usd'), at('cost_basis_usd'), at('notes')];
  const [platformFees, paymentFees] = [at('platform_fees_usd'), at('payment_fees_usd')];
  const shipping = at('shipping_cost_usd');
  return (row, sales) => {
    sales.push({
      setNumber: row.setNumber(number),
      platform: platformOf(row, platform),
      saleDay: row.day(day, ...days),
      quantity: quantityOf(row, quantity),
      grossCents: row.usd(gross),
      platformFeesCents: row.signedUsdOrNull(platformFees),
      paymentFeesCents: row.signedUsdOrNull(paymentFees),
      shippingCents: row.signedUsdOrNull(shipping),
      costBasisCents: row.usdOrNull(cost),
      notes: row.textOrNull(notes),
    });
  };
}

/** Reads user-mapped columns. Without a quantity column each row sells one copy. */
export function mappedLedgerLayout(columns: SalesMapping, dateFormat: DateFormat): Layout<SaleInFile> {
  return {
    name: 'Your columns',
    required: Object.values(columns),
    optional: [],
    extraCells: 1,
    slashedDays: columns.sale_date,
    reader: (column) =>
      saleReader((name) => (columns[name] === undefined ? -1 : column(columns[name])), {
        platform: readPlatform,
        quantity: (row, at) => row.wholeNumberOrNull(at, 1) ?? 1,
        days: slashedDays(dateFormat),
      }),
  };
}
