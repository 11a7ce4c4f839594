import type { Condition } from '@brickmarket/domain';
import { type Layout, positionsOf } from '../reading/layout.ts';
import type { Row } from '../reading/row.ts';
import {
  bareEntry,
  type CollectionEntry,
  type CollectionOptions,
  conditionOrReject,
  costOf,
  titleOf,
} from './collection-entry.ts';
import { readCondition } from './mapped-collection.ts';

const SET_TYPES = ['S', 'SET', 'SETS'];
const NAMES: ReadonlyMap<string, string> = new Map([
  ['P', 'part'],
  ['M', 'minifigure'],
  ['G', 'piece of gear'],
  ['B', 'book'],
  ['I', 'set of instructions'],
  ['O', 'box'],
  ['C', 'catalog'],
]);

/** Rejects what is no set. BrickLink files parts, minifigures, and gear under types of their own. */
export function requireSet(row: Row, type: number): void {
  const kind = row.text(type);
  if (SET_TYPES.includes(kind.toUpperCase())) return;
  const name = NAMES.get(kind.toUpperCase());
  const what = name === undefined ? '' : `, a ${name}`;
  row.reject(`Item Type is ${JSON.stringify(kind)}${what}: only sets (S) are taken`);
}

const ITEM_NAMES = {
  'Item Type': ['Item Type ID'],
  'Item No': ['Item Number', 'Item No.', 'Item ID'],
  Quantity: ['Qty'],
  Condition: ['Cond', 'New/Used'],
  'My Cost': ['Cost'],
  'Item Name': ['Name', 'Title'],
  Currency: ['Base Currency Code'],
};
const REQUIRED = ['Item Type', 'Item No', 'Quantity'];
const OPTIONAL = ['Condition', 'My Cost', 'Remarks', 'Item Name', 'Currency', 'Status'];

/** The price is the shop's, so costs come only from the cost column. */
export function brickLinkInventoryLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'BrickLink inventory',
    isForeign: true,
    documents: ['inventory'],
    required: REQUIRED,
    optional: OPTIONAL,
    alsoCalled: ITEM_NAMES,
    reader: (column) => {
      const [type, number, quantity] = positionsOf(column, 'Item Type', 'Item No', 'Quantity');
      const [state, cost, remarks] = positionsOf(column, 'Condition', 'My Cost', 'Remarks');
      const [title, currency, status] = positionsOf(column, 'Item Name', 'Currency', 'Status');
      return (row, entries) => {
        requireSet(row, type);
        if (row.text(status) === 'X') row.reject('the item is excluded in BrickStore: include it there');
        const entry = bareEntry(
          row.setNumber(number),
          row.wholeNumber(quantity, 1),
          readCondition(row, state, 'Condition') ?? conditionOrReject(row, condition),
        );
        const paid = costOf(row, cost, remarks, currency);
        entries.push({ ...entry, holding: { ...entry.holding, ...paid }, title: titleOf(row, title) });
      };
    },
  };
}

export function brickStoreLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    ...brickLinkInventoryLayout(condition),
    name: 'BrickStore file',
    documents: ['brickstorexml', 'brickstockxml'],
  };
}

const WANTED = 'Wanted';

/** Wanted sets go into a brickfolio of that name, apart from what is owned. */
export function brickLinkWantedListLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'BrickLink wanted list',
    isForeign: true,
    isTable: false,
    documents: ['inventory'],
    required: ['Item Type', 'Item No'],
    optional: ['Min Qty', 'Condition', 'Max Price', 'Remarks'],
    alsoCalled: ITEM_NAMES,
    reader: (column) => {
      const [type, number, quantity] = positionsOf(column, 'Item Type', 'Item No', 'Min Qty');
      const [state, most, remarks] = positionsOf(column, 'Condition', 'Max Price', 'Remarks');
      return (row, entries) => {
        requireSet(row, type);
        const wanted: Condition | null = row.text(state) === 'X' ? null : readCondition(row, state, 'Condition');
        const price = row.text(most);
        const notes = [row.textOrNull(remarks), Number(price) > 0 ? `Maximum price ${price}` : null];
        const entry = bareEntry(
          row.setNumber(number),
          row.wholeNumberOrNull(quantity) || 1,
          wanted ?? conditionOrReject(row, condition),
          notes.filter(Boolean).join('; ') || null,
        );
        entries.push({ ...entry, brickfolio: WANTED });
      };
    },
  };
}
