import type { Condition } from '@brickmarket/domain';
import { type DateFormat, parseSlashedDay } from '../reading/calendar-day.ts';
import type { Layout } from '../reading/layout.ts';
import type { CollectionEntry } from './collection-entry.ts';
import { bareEntry, conditionOrReject } from './bare-entry.ts';

const CONDITION_NAMES = ['new', 'usedasnew', 'usedcomplete', 'usedincomplete'] as const;

const HEADER = { name: 'BrickEconomy collection', required: ['Number', 'SetName', 'Paid', 'Condition', 'Date'] };

/** Nothing but the days of a BrickEconomy collection, to find out their format. */
export const brickEconomyDaysLayout: Layout<string> = {
  ...HEADER,
  optional: [],
  reader: (column) => {
    const day = column('Date');
    return (row, days) => days.push(row.text(day));
  },
};

/** A BrickEconomy collection: one row for each copy, days in the format of the owner's locale. */
export function brickEconomyLayout(dateFormat: DateFormat): Layout<CollectionEntry> {
  return {
    ...HEADER,
    optional: ['Notes'],
    reader: (column) => {
      const [number, paid, condition, day, notes] = [
        column('Number'),
        column('Paid'),
        column('Condition'),
        column('Date'),
        column('Notes'),
      ];
      const parseDay = (text: string) => parseSlashedDay(text, dateFormat);
      return (row, entries) => {
        const holding = {
          setNumber: row.setNumber(number),
          quantity: 1,
          condition: row.oneOf(condition, CONDITION_NAMES) === 'new' ? ('sealed' as const) : ('used' as const),
          purchasePriceCents: row.usdOrNull(paid),
          purchaseDay: row.dayOrNull(day, parseDay, dateFormat === 'DD/MM/YYYY' ? '31/12/2026' : '12/31/2026'),
          status: 'owned' as const,
          notes: row.textOrNull(notes),
        };
        entries.push({ holding, brickfolio: null });
      };
    },
  };
}

/** A BrickEconomy collection as exported formerly: a count of copies, no condition, no price. */
export function oldBrickEconomyLayout(condition: Condition | undefined): Layout<CollectionEntry> {
  return {
    name: 'BrickEconomy collection (old)',
    required: ['Number', 'Name', 'Owned', 'Wanted'],
    optional: [],
    reader: (column) => {
      const [number, owned] = [column('Number'), column('Owned')];
      return (row, entries) => {
        const setNumber = row.setNumber(number);
        const quantity = row.wholeNumberOrNull(owned) ?? 0;
        if (quantity > 0) entries.push(bareEntry(setNumber, quantity, conditionOrReject(row, condition)));
      };
    },
  };
}
