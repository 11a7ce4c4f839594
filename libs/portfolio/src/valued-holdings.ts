import type { Cents, Condition, EpochDay, Holding, SetInCondition } from '@brickmarket/domain';
import { costOf, type HeldCopies } from './holding-valuation.ts';
import { HISTORY_DAYS, UnitValueSteps } from './value-history.ts';

/** Today's value of a unit and its steps over the past year. */
export interface UnitWorth {
  readonly todayCents: Cents | null;
  /** No recent sales behind the value. */
  readonly isEstimated?: boolean;
  readonly steps: UnitValueSteps;
}

/** A set with its value in one condition. */
export interface ValuedSet {
  readonly setNumber: string;
  readonly title: string;
  readonly theme: string;
  readonly worth: UnitWorth;
}

/** Dense array index, as set ids are dense. */
export function setConditionKey({ setId, condition }: SetInCondition): number {
  return 2 * setId + (condition === 'used' ? 1 : 0);
}

/** Distinct sets and conditions that are not valued yet. */
export function setsToValue(
  copies: Iterable<SetInCondition>,
  isValued: (key: number) => boolean,
): readonly SetInCondition[] {
  const missing = new Map<number, SetInCondition>();
  for (const copy of copies) {
    const key = setConditionKey(copy);
    if (!isValued(key)) missing.set(key, copy);
  }
  return [...missing.values()];
}

/** Days of the longest history, until today. */
export function daysOfValues(today: EpochDay): { readonly from: EpochDay; readonly until: EpochDay } {
  return { from: today - HISTORY_DAYS['1y'] + 1, until: today };
}

/** Table part with the value steps; null: never valued. */
interface SetWithSteps extends Omit<ValuedSet, 'worth'> {
  readonly steps: Pick<UnitValueSteps, 'table' | 'start' | 'end'> | null;
  readonly isEstimated?: boolean;
}

/** A set with the value that its steps give it today. */
export function valuedSet(
  { setNumber, title, theme, isEstimated = false, steps: stored }: SetWithSteps,
  today: EpochDay,
): ValuedSet {
  const steps = stored === null ? UnitValueSteps.none : new UnitValueSteps(stored.table, stored.start, stored.end);
  return { setNumber, title, theme, worth: { todayCents: steps.inForceOn(today), isEstimated, steps } };
}

/** An unsold holding with its value. */
export interface ValuedHolding extends HeldCopies, Pick<Holding, 'purchasePriceCents' | 'purchaseDay' | 'status'> {
  readonly brickfolioId: number;
  readonly title: string;
  readonly theme: string;
  readonly condition: Condition;
  readonly worth: UnitWorth;
}

/** Today's value of a unit, used for all totals. */
export const unitValueOf = (holding: ValuedHolding): Cents | null => holding.worth.todayCents;

/** A holding with the value of its set in its condition. */
export function valuedHolding(
  holding: Omit<Holding, 'setNumber' | 'notes'> & { readonly brickfolioId: number },
  set: ValuedSet,
): ValuedHolding {
  // Field by field: spreading ten thousand records takes longer than the totals.
  return {
    brickfolioId: holding.brickfolioId,
    setNumber: set.setNumber,
    title: set.title,
    theme: set.theme,
    condition: holding.condition,
    quantity: holding.quantity,
    costCents: costOf(holding),
    purchasePriceCents: holding.purchasePriceCents,
    purchaseDay: holding.purchaseDay,
    heldFrom: holding.purchaseDay,
    status: holding.status,
    worth: set.worth,
  };
}
