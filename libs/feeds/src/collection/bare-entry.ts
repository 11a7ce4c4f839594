import type { Condition } from '@brickmarket/domain';
import type { Row } from '../reading/row.ts';
import type { CollectionEntry } from './collection-entry.ts';

/** Copies of which only number, count and condition are known. */
export function bareEntry(setNumber: string, quantity: number, condition: Condition): CollectionEntry {
  return {
    holding: {
      setNumber,
      quantity,
      condition,
      purchasePriceCents: null,
      purchaseDay: null,
      status: 'owned',
      notes: null,
    },
    brickfolio: null,
  };
}

/** The condition the person gave for copies without one. A value is never guessed: new and used differ too much. */
export function conditionOrReject(row: Row, condition: Condition | undefined): Condition {
  if (condition === undefined)
    row.reject('the file does not say in which condition: give --condition sealed or --condition used');
  return condition ?? 'used';
}
