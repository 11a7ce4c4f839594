import type { Cents, EpochDay } from '@brickmarket/domain';
import { type BookValue, carriedValue, gainPct } from './book-value.ts';
import { DailyChanges } from './daily-changes.ts';
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

/** All copies held so far that are worth the same all the time. */
interface Position {
  quantity: number;
  costCents: Cents;
  /** What they add to the total since the last step. */
  carriedCents: Cents;
  /** Null: the value in force is unknown. */
  unitValueCents: Cents | null;
  readonly steps: ValueSteps;
  /** Where it stands in the table. */
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
  const costChanges = new DailyChanges(HISTORY_DAYS[period]);
  const valueChanges = new DailyChanges(HISTORY_DAYS[period]);
  const positions = new Map<ValueSteps, Position>();
  purchasesByDay(copies, firstDay, today).forEach((purchases, index) => {
    for (const bought of purchases) {
      const steps = stepsOf(bought);
      let position = positions.get(steps);
      if (position === undefined)
        positions.set(
          steps,
          (position = {
            quantity: 0,
            costCents: 0,
            carriedCents: 0,
            unitValueCents: null,
            steps,
            nextStep: steps.start,
          }),
        );
      revalue(position, firstDay + index, firstDay, valueChanges);
      const carriedCents = carriedValue(bought, position.unitValueCents);
      position.quantity += bought.quantity;
      position.costCents += bought.costCents;
      position.carriedCents += carriedCents;
      costChanges.add(index, bought.costCents);
      valueChanges.add(index, carriedCents);
    }
  });
  for (const position of positions.values()) revalue(position, today, firstDay, valueChanges);
  return pointsFrom(firstDay, costChanges.totals(), valueChanges.totals());
}

/** Leaves on its day what each step up to `until` changes in the value of what is held; steps before the period count on its first day. */
function revalue(position: Position, until: EpochDay, firstDay: EpochDay, valueChanges: DailyChanges): void {
  const { table, end } = position.steps;
  if (position.nextStep === end || table[position.nextStep]! > until) return;
  const { quantity, costCents } = position;
  const { changes } = valueChanges;
  let { carriedCents, nextStep } = position;
  let turnoverCents = 0;
  // Plain numbers only: this is the one loop that runs for every step of every item.
  for (; nextStep < end && table[nextStep]! <= until; nextStep += 2) {
    const unitCents = table[nextStep + 1]!;
    const index = table[nextStep]! - firstDay;
    const revaluedCents = unitCents < 0 ? costCents : quantity * unitCents;
    const changeCents = revaluedCents - carriedCents;
    changes[index < 0 ? 0 : index]! += changeCents;
    turnoverCents += Math.abs(changeCents);
    carriedCents = revaluedCents;
  }
  valueChanges.turnoverCents += turnoverCents;
  position.nextStep = nextStep;
  position.carriedCents = carriedCents;
  position.unitValueCents = table[nextStep - 1]! < 0 ? null : table[nextStep - 1]!;
}

/** One list per day of the period, so that each item's copies are met in the order they were bought without sorting. */
function purchasesByDay<Item extends Pick<HeldCopies, 'heldFrom'>>(
  copies: Iterable<Item>,
  firstDay: EpochDay,
  today: EpochDay,
): readonly (readonly Item[])[] {
  const days = Array.from({ length: today - firstDay + 1 }, (): Item[] => []);
  for (const bought of copies) {
    const countsFrom = Math.min(Math.max(bought.heldFrom ?? firstDay, firstDay), today);
    days[countsFrom - firstDay]!.push(bought);
  }
  return days;
}

function pointsFrom(firstDay: EpochDay, costs: readonly Cents[], values: readonly Cents[]): readonly HistoryPoint[] {
  return costs.map((costCents, index) => {
    const valueCents = values[index]!;
    return {
      day: firstDay + index,
      costCents,
      valueCents,
      gainCents: valueCents - costCents,
      gainPct: gainPct(costCents, valueCents),
    };
  });
}
