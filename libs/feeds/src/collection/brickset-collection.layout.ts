import type { Condition } from '@brickmarket/domain';
import type { Layout } from '../reading/layout.ts';
import { bareEntry, conditionOrReject } from './bare-entry.ts';
import type { CollectionEntry } from './collection-entry.ts';

/** The owned sets of a Brickset export. Copies counted neither as new nor as used have no condition. */
export function bricksetCollectionLayout(condition: Condition | undefined): Layout<CollectionEntry> {
  return {
    name: 'Brickset export',
    required: ['Number', 'Set name', 'Qty owned'],
    optional: ['Qty owned new', 'Qty owned used'],
    // Exports of 2017 end every row, but not the header, with a comma.
    extraCells: 1,
    reader: (column) => {
      const [number, owned, ownedNew, ownedUsed] = [
        column('Number'),
        column('Qty owned'),
        column('Qty owned new'),
        column('Qty owned used'),
      ];
      return (row, entries) => {
        const setNumber = row.setNumber(number);
        const [sealed, used] = [row.wholeNumberOrNull(ownedNew) ?? 0, row.wholeNumberOrNull(ownedUsed) ?? 0];
        const others = (row.wholeNumberOrNull(owned) ?? 0) - sealed - used;
        if (sealed > 0) entries.push(bareEntry(setNumber, sealed, 'sealed'));
        if (used > 0) entries.push(bareEntry(setNumber, used, 'used'));
        if (others > 0) entries.push(bareEntry(setNumber, others, conditionOrReject(row, condition)));
      };
    },
  };
}
