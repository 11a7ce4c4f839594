import type { Cents, EpochDay } from '@brickmarket/domain';
import type { HeldItem } from './held-copies.ts';
import { ItemMap } from './item-map.ts';
import type { ValueSteps } from './value-steps.ts';

/** What one unit of an item was worth over time; unknown before the first step. */
export interface ValueSeries extends HeldItem {
  readonly steps: ValueSteps;
}

/** Finds what one unit of an item is worth; null when unknown. */
export type UnitValueLookup = (item: HeldItem) => Cents | null;

/** The values in force on a day: of each item its latest step up to and including that day. One series per item. */
export function unitValuesOn(series: Iterable<ValueSeries>, day: EpochDay): UnitValueLookup {
  const inForce = new ItemMap<Cents | null>();
  for (const item of series) {
    inForce.set(item, item.steps.inForceOn(day));
  }
  return (item) => inForce.get(item) ?? null;
}
