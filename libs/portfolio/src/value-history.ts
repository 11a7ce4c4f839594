import type { Cents, EpochDay } from '@brickmarket/domain';
import { type BookValue, carriedValue, gainPct } from './book-value.ts';
import { exactCents } from './exact-cents.ts';
import type { HeldCopies } from './held-copies.ts';
import type { ValueSteps } from './value-steps.ts';

/** How many daily points a period has, today included. A year is 365 days, leap or not. */
export const HISTORY_DAYS = { '30d': 30, '90d': 90, '1y': 365 } as const;
/** How far back a history goes. */
export type HistoryPeriod = keyof typeof HISTORY_DAYS;

/** What the copies held on a day amounted to at that day's values. */
export interface HistoryPoint extends BookValue {
  readonly day: EpochDay;
  /** Percent of that day's cost, two decimals; 0 when the cost is 0. */
  readonly gainPct: number;
}

/** All copies held so far that are worth the same all the time, and the value in force. */
interface Position {
  quantity: number;
  costCents: Cents;
  unitValueCents: Cents | null;
  readonly steps: ValueSteps;
  nextStep: number;
}

/**
 * One point per UTC day of the period, oldest first, the last one today.
 * - Copies count from the day they were bought; of unknown date, always; dated after today, from today: they are
 *   on record, so the last point equals `portfolioTotals` at the values in force today.
 * - A day before an item's first step has no known value: its copies are carried at cost (`carriedValue`). A later
 *   value is not projected back, so a first valuation shows as a step on its own day.
 * - Steps after today are ignored; of those before the period only the last matters, callers may leave out the rest.
 *
 * Purchases and steps leave their change on their day, then the days are summed: O(holdings + steps + days).
 */
export function valueHistory<Item extends Omit<HeldCopies, 'setNumber'>>(
  copies: Iterable<Item>,
  stepsOf: (item: Item) => ValueSteps,
  { period, today }: { readonly period: HistoryPeriod; readonly today: EpochDay },
): readonly HistoryPoint[] {
  const firstDay = today - HISTORY_DAYS[period] + 1;
  const costChanges = new Float64Array(HISTORY_DAYS[period]);
  const valueChanges = new Float64Array(HISTORY_DAYS[period]);
  const positions = new Map<ValueSteps, Position>();
  purchasesByDay(copies, firstDay, today).forEach((purchases, index) => {
    for (const bought of purchases) {
      const steps = stepsOf(bought);
      let position = positions.get(steps);
      if (position === undefined) positions.set(steps, (position = { quantity: 0, costCents: 0, unitValueCents: null, steps, nextStep: 0 }));
      revalue(position, { until: firstDay + index, firstDay, valueChanges });
      position.quantity += bought.quantity;
      position.costCents = exactCents(position.costCents + bought.costCents);
      costChanges[index] = exactCents(costChanges[index]! + bought.costCents);
      valueChanges[index] = exactCents(valueChanges[index]! + carriedValue(bought, position.unitValueCents));
    }
  });
  for (const position of positions.values()) revalue(position, { until: today, firstDay, valueChanges });
  return pointsFrom(firstDay, costChanges, valueChanges);
}

/** Leaves on its day what each step up to a day changes in the value of what is held; steps before the period count on its first day. */
function revalue(position: Position, on: { readonly until: EpochDay; readonly firstDay: EpochDay; readonly valueChanges: Float64Array }): void {
  const { steps } = position;
  const { until, firstDay, valueChanges } = on;
  let next = position.nextStep;
  if (next === steps.length || steps.dayAt(next) > until) return;
  let carriedCents = carriedValue(position, position.unitValueCents);
  for (; next < steps.length && steps.dayAt(next) <= until; next++) {
    const revaluedCents = carriedValue(position, steps.unitValueAt(next));
    const index = Math.max(steps.dayAt(next) - firstDay, 0);
    valueChanges[index] = exactCents(valueChanges[index]! + revaluedCents - carriedCents);
    carriedCents = revaluedCents;
  }
  position.nextStep = next;
  position.unitValueCents = steps.unitValueAt(next - 1);
}

/** One list per day of the period, so that each item's copies are met in the order they were bought without sorting. */
function purchasesByDay<Item extends Pick<HeldCopies, 'heldFrom'>>(copies: Iterable<Item>, firstDay: EpochDay, today: EpochDay): readonly (readonly Item[])[] {
  const days = Array.from({ length: today - firstDay + 1 }, (): Item[] => []);
  for (const bought of copies) {
    const countsFrom = Math.min(Math.max(bought.heldFrom ?? firstDay, firstDay), today);
    days[countsFrom - firstDay]!.push(bought);
  }
  return days;
}

function pointsFrom(firstDay: EpochDay, costChanges: Float64Array, valueChanges: Float64Array): readonly HistoryPoint[] {
  let costCents = 0;
  let valueCents = 0;
  return Array.from(costChanges, (costChange, index) => {
    costCents = exactCents(costCents + costChange);
    valueCents = exactCents(valueCents + valueChanges[index]!);
    return { day: firstDay + index, costCents, valueCents, gainCents: valueCents - costCents, gainPct: gainPct(costCents, valueCents) };
  });
}
