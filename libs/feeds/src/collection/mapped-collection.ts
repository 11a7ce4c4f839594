import type { Condition } from '@brickmarket/domain';
import { type DateFormat, slashedDays } from '../reading/cells.ts';
import { nameKey, type NamesOf, suggestedBy } from '../reading/column-names.ts';
import { columnKey, type Layout } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';
import {
  type CollectionEntry,
  type CollectionOptions,
  type ColumnMapping,
  conditionOrReject,
  costOf,
  entryReader,
  type ReadColumn,
} from './collection-entry.ts';

const USUAL_NAMES: NamesOf<ReadColumn> = {
  set_number: [
    ...['setnumber', 'setno', 'setnum', 'setid', 'itemnumber', 'itemno', 'itemid', 'number', 'setnr', 'legoset'],
    ...['legonumber', 'productnumber', 'set', 'item', 'no', 'nr'],
  ],
  quantity: ['quantity', 'qty', 'qtyowned', 'owned', 'copies', 'count', 'amount', 'units', 'howmany'],
  condition: ['condition', 'cond', 'newused', 'neworused', 'state', 'sealed'],
  purchase_price_usd: [
    ...['purchasepriceusd', 'purchaseprice', 'pricepaid', 'paidprice', 'paid', 'boughtfor', 'mycost', 'unitcost'],
    ...['cost', 'buyprice', 'priceusd', 'price'],
  ],
  purchase_date: [
    ...['purchasedate', 'datepurchased', 'datebought', 'boughton', 'dateacquired', 'acquireddate', 'acquired'],
    ...['purchased', 'bought', 'buydate', 'dateadded', 'date', 'when'],
  ],
  status: ['status'],
  brickfolio: ['brickfolio', 'collection', 'portfolio', 'folder', 'list', 'location', 'storage'],
  notes: ['notes', 'note', 'remarks', 'remark', 'comments', 'comment', 'description'],
  shipping_paid_usd: ['shippingpaidusd', 'shippingpaid', 'shipping', 'shippingcost', 'postage', 'delivery'],
  tax_paid_usd: ['taxpaidusd', 'taxpaid', 'tax', 'salestax', 'vat'],
  bought_from: [
    'boughtfrom',
    'boughtat',
    'purchasedfrom',
    'purchasedat',
    'seller',
    'shop',
    'store',
    'source',
    'vendor',
  ],
  stored_at: ['storedat', 'storedin', 'shelf', 'box', 'bin', 'warehouse'],
  title: ['title', 'setname', 'name', 'settitle', 'legoname', 'itemname', 'productname'],
};

/** Which columns of a file are probably what, by their names. */
export function suggestColumns(found: readonly string[]): ColumnMapping {
  return suggestedBy(USUAL_NAMES, found);
}

const CONDITION_WORDS: ReadonlyMap<string, Condition> = new Map([
  ...['sealed', 'new', 'n', 'newsealed', 'misb', 'nib', 'bnib', 'unopened'].map((word) => [word, 'sealed'] as const),
  ...['used', 'u', 'opened', 'open', 'built', 'complete', 'incomplete'].map((word) => [word, 'used'] as const),
  ...['usedasnew', 'usedcomplete', 'usedincomplete', 'usedlikenew'].map((word) => [word, 'used'] as const),
]);

/** Null: empty. Rejects the row for unknown words. */
export function readCondition(row: Row, column: number, name: string): Condition | null {
  const text = row.textOrNull(column);
  if (text === null) return null;
  const condition = CONDITION_WORDS.get(nameKey(text));
  if (condition === undefined) row.reject(`${name} is ${JSON.stringify(text)}: write new or used`);
  return condition ?? null;
}

/** Reads user-mapped columns. Without a quantity column each row is one copy. */
export function mappedCollectionLayout(
  columns: ColumnMapping,
  dateFormat: DateFormat,
  options: CollectionOptions,
): Layout<CollectionEntry> {
  return {
    name: 'Your columns',
    required: Object.values(columns),
    optional: [],
    extraCells: 1,
    slashedDays: columns.purchase_date,
    reader: (column) =>
      entryReader((name) => (columns[name] === undefined ? -1 : column(columns[name])), {
        cost: costOf,
        quantity: (row, at) => row.wholeNumberOrNull(at) ?? 1,
        condition: (row, at) => readCondition(row, at, columns.condition ?? '') ?? conditionOrReject(row, options),
        days: slashedDays(dateFormat),
      }),
  };
}

/** Equal for files with the same columns in the same order. */
export function headerKey(found: readonly string[]): string {
  return found.map(columnKey).join('\n');
}
