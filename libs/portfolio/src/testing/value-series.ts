import type { Condition, EpochDay } from '@brickmarket/domain';
import type { UnitValueLookup } from '../held-copies.ts';
import { ValueSteps } from '../value-steps.ts';

/** What decides the market value of a copy: the set and its condition. */
export interface HeldItem {
  readonly setNumber: string;
  readonly condition: Condition;
}

/** What one unit of an item was worth over time. */
export interface ValueSeries extends HeldItem {
  readonly steps: ValueSteps;
}

/** Finds an item's steps among series, at most one per item. */
export function stepsIn(series: readonly ValueSeries[]): (item: HeldItem) => ValueSteps {
  return ({ setNumber, condition }) =>
    series.find((item) => item.setNumber === setNumber && item.condition === condition)?.steps ?? ValueSteps.none;
}

/** Finds the values in force on a day. */
export function unitValuesOn(series: readonly ValueSeries[], day: EpochDay): UnitValueLookup<HeldItem> {
  const stepsOf = stepsIn(series);
  return (item) => stepsOf(item).inForceOn(day);
}
