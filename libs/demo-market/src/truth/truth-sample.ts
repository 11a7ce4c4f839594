import {
  type Cents,
  type Condition,
  type EpochDay,
  epochDayOf,
  type ItemKind,
  roundHalfAwayFromZero,
} from '@brickmarket/domain';
import type { Interval } from '../market-options.ts';
import type { ValuePath } from './value-path.ts';

/** What an item in a condition was truly worth on a day. */
export interface TruthSample {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly day: EpochDay;
  readonly valueCents: Cents;
}

interface ValuedItem {
  readonly itemKind: ItemKind;
  readonly itemNumber: string;
  readonly condition: Condition;
  readonly firstDay: EpochDay;
  readonly path: ValuePath;
}

/** Samples on the days whose number is a multiple of `everyDays`, so that overlapping intervals agree. */
export function* sampleTruth(
  items: Iterable<ValuedItem>,
  everyDays: number,
  interval: Interval,
): Generator<TruthSample> {
  const lastDay = epochDayOf(interval.until);
  for (const { itemKind, itemNumber, condition, firstDay, path } of items) {
    const start = Math.ceil(Math.max(firstDay, epochDayOf(interval.after) + 1) / everyDays) * everyDays;
    for (let day = start; day <= lastDay; day += everyDays) {
      yield {
        itemKind,
        itemNumber,
        condition,
        day,
        valueCents: roundHalfAwayFromZero(Math.exp(path.logCents(condition, day))),
      };
    }
  }
}
