import type { Cents, EpochDay } from '@brickmarket/domain';
import type { HeldItem } from './held-copies.ts';

/** From this day until the next step of the item, one unit is worth this much; null: not known any more. */
export interface ValueStep extends HeldItem {
  readonly day: EpochDay;
  readonly unitValueCents: Cents | null;
}

/** Finds what one unit of an item is worth; null when unknown. */
export type UnitValueLookup = (item: HeldItem) => Cents | null;

/** One text per item, to group by. */
export function itemKey(item: HeldItem): string {
  return `${item.condition} ${item.setNumber}`;
}

/**
 * The values in force on a day: of each item its latest step up to and including that day, unknown before its first.
 * Steps may come in any order; an item has at most one per day.
 */
export function unitValuesOn(steps: Iterable<ValueStep>, day: EpochDay): UnitValueLookup {
  const inForce = new Map<string, ValueStep>();
  for (const step of steps) {
    if (step.day > day) continue;
    const key = itemKey(step);
    const known = inForce.get(key);
    if (known === undefined || step.day > known.day) inForce.set(key, step);
  }
  return (item) => inForce.get(itemKey(item))?.unitValueCents ?? null;
}
