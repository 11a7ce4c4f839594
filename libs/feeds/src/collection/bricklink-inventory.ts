import { type Layout, positionsOf } from '../reading/read-feed.ts';
import {
  bareEntry,
  type CollectionEntry,
  type CollectionOptions,
  conditionOrReject,
  titleOf,
} from './collection-entry.ts';
import { readCondition } from './mapped-collection.ts';

const SET_TYPES = ['S', 'SET', 'SETS'];

/** Rejects parts and minifigures. The price is the shop's, so costs come only from the cost column. */
export function brickLinkInventoryLayout(condition: CollectionOptions): Layout<CollectionEntry> {
  return {
    name: 'BrickLink inventory',
    isForeign: true,
    required: ['Item Type', 'Item No', 'Quantity'],
    optional: ['Condition', 'My Cost', 'Remarks', 'Item Name'],
    alsoCalled: {
      'Item No': ['Item Number', 'Item No.', 'Item ID'],
      Quantity: ['Qty'],
      Condition: ['Cond', 'New/Used'],
      'My Cost': ['Cost'],
      'Item Name': ['Name', 'Title'],
    },
    reader: (column) => {
      const [type, number, quantity] = positionsOf(column, 'Item Type', 'Item No', 'Quantity');
      const [state, cost, remarks] = positionsOf(column, 'Condition', 'My Cost', 'Remarks');
      const title = column('Item Name');
      return (row, entries) => {
        const kind = row.text(type);
        if (!SET_TYPES.includes(kind.toUpperCase()))
          row.reject(`Item Type is ${JSON.stringify(kind)}: only sets (S) are taken`);
        const entry = bareEntry(
          row.setNumber(number),
          row.wholeNumber(quantity, 1),
          readCondition(row, state, 'Condition') ?? conditionOrReject(row, condition),
        );
        const facts = { purchasePriceCents: row.usdOrNull(cost), notes: row.textOrNull(remarks) };
        entries.push({ ...entry, holding: { ...entry.holding, ...facts }, title: titleOf(row, title) });
      };
    },
  };
}
