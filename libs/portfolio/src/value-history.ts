import type { Cents, EpochDay } from '@brickmarket/domain';
import { type BookValue, bookValue, gainPct } from './book-value.ts';
import { exactCents } from './exact-cents.ts';
import type { HeldCopies } from './held-copies.ts';
import { type ValueStep, itemKey } from './value-steps.ts';

/** How many daily points a period has, today included. A year is 365 days, leap or not. */
export const HISTORY_DAYS = { '30d': 30, '90d': 90, '1y': 365 } as const;
export type HistoryPeriod = keyof typeof HISTORY_DAYS;

/** What the copies held on a day amounted to at that day's values. */
export interface HistoryPoint extends BookValue {
  readonly day: EpochDay;
  /** Percent of that day's cost, two decimals; 0 when the cost is 0. */
  readonly gainPct: number;
}

/** All copies of one item held so far, and its value in force. */
interface Position {
  quantity: number;
  costCents: Cents;
  unitValueCents: Cents | null;
  valuedOn: EpochDay;
}

/**
 * One point per UTC day of the period, oldest first, the last one today.
 * - Copies count from the day they were bought; of unknown date, always; dated after today, from today: they are
 *   on record, so the last point equals `portfolioTotals` at `unitValuesOn(steps, today)`.
 * - A day before an item's first step has no known value: its copies are carried at cost (`bookValue`). A later
 *   value is not projected back, so a first valuation shows as a step on its own day.
 * - Steps after today are ignored; those older than the period matter only as the value in force when it begins.
 *
 * Every holding and every step is touched once, then every day: O(holdings + steps + days). Steps may come in any order.
 */
export function valueHistory(
  copies: Iterable<HeldCopies>,
  steps: Iterable<ValueStep>,
  { period, today }: { readonly period: HistoryPeriod; readonly today: EpochDay },
): readonly HistoryPoint[] {
  const dayCount = HISTORY_DAYS[period];
  const firstDay = today - dayCount + 1;
  const stepsByDay = byDayOfPeriod(steps, (step) => step.day, firstDay, dayCount);
  const copiesByDay = byDayOfPeriod(copies, (some) => Math.min(some.heldFrom ?? firstDay, today), firstDay, dayCount);

  const positions = new Map<string, Position>();
  let costCents = 0;
  let valueCents = 0;
  return stepsByDay.map((stepsOfDay, index) => {
    for (const step of stepsOfDay) {
      const position = positionOf(positions, itemKey(step));
      if (step.day < position.valuedOn) continue;
      const before = bookValue(position, position.unitValueCents).valueCents;
      position.unitValueCents = step.unitValueCents;
      position.valuedOn = step.day;
      valueCents = exactCents(valueCents + bookValue(position, position.unitValueCents).valueCents - before);
    }
    for (const some of copiesByDay[index]!) {
      const position = positionOf(positions, itemKey(some));
      position.quantity += some.quantity;
      position.costCents = exactCents(position.costCents + some.costCents);
      costCents = exactCents(costCents + some.costCents);
      valueCents = exactCents(valueCents + bookValue(some, position.unitValueCents).valueCents);
    }
    return { day: firstDay + index, costCents, valueCents, gainCents: valueCents - costCents, gainPct: gainPct(costCents, valueCents) };
  });
}

/** One list per day of the period: what lies before it falls on its first day, what lies after it is left out. */
function byDayOfPeriod<T>(records: Iterable<T>, dayOf: (record: T) => EpochDay, firstDay: EpochDay, dayCount: number): readonly (readonly T[])[] {
  const days = Array.from({ length: dayCount }, (): T[] => []);
  for (const record of records) days[Math.max(dayOf(record) - firstDay, 0)]?.push(record);
  return days;
}

function positionOf(positions: Map<string, Position>, key: string): Position {
  let position = positions.get(key);
  if (position === undefined) {
    position = { quantity: 0, costCents: 0, unitValueCents: null, valuedOn: -Infinity };
    positions.set(key, position);
  }
  return position;
}
