import type { Condition } from '@brickmarket/domain';
import type { Layout } from '../reading/layout.ts';
import { bareEntry, conditionOrReject } from './bare-entry.ts';
import type { CollectionEntry } from './collection-entry.ts';

/** A Rebrickable set list: numbers and counts, no condition. */
export function rebrickableSetListLayout(condition: Condition | undefined): Layout<CollectionEntry> {
  return {
    name: 'Rebrickable set list',
    required: ['Set Number', 'Quantity', 'Includes Spares'],
    optional: [],
    reader: (column) => {
      const [number, quantity] = [column('Set Number'), column('Quantity')];
      return (row, entries) => {
        entries.push(bareEntry(row.setNumber(number), row.wholeNumber(quantity, 1), conditionOrReject(row, condition)));
      };
    },
  };
}
