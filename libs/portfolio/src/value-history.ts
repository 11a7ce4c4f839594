import { type Cents, type EpochDay, percentOf } from '@brickmarket/domain';
import { carriedValue, exactCents, type HeldCopies } from './holding-valuation.ts';

/** Value per unit until the next step; null: unknown. */
export interface UnitValueStep {
  readonly day: EpochDay;
  readonly unitValueCents: Cents | null;
}

const UNKNOWN = -1;

/** Slice of a shared typed array: day and cents per unit, negative if unknown. Saves half a million objects. */
export class UnitValueSteps {
  static readonly none = UnitValueSteps.of([]);

  constructor(
    readonly table: Int32Array,
    readonly start: number,
    readonly end: number,
  ) {}

  /** Ascending by day, at most one per day. */
  static of(steps: readonly UnitValueStep[]): UnitValueSteps {
    const table = Int32Array.from(steps.flatMap(({ day, unitValueCents }) => [day, unitValueCents ?? UNKNOWN]));
    return new UnitValueSteps(table, 0, table.length);
  }

  /** Latest step up to that day; null: none or unknown. */
  inForceOn(day: EpochDay): Cents | null {
    for (let at = this.end - 2; at >= this.start; at -= 2) {
      if (this.table[at]! <= day) return this.table[at + 1]! < 0 ? null : this.table[at + 1]!;
    }
    return null;
  }
}

/** Daily points, today included. */
export const HISTORY_DAYS = { '30d': 30, '90d': 90, '1y': 365 } as const;
export type HistoryPeriod = keyof typeof HISTORY_DAYS;

/** Days up to and including the last one: a period by name, or any number of days. */
export interface HistorySpan {
  readonly period: HistoryPeriod | { readonly days: number };
  readonly today: EpochDay;
}

/** How many days a span has. */
export function daysOfSpan({ period }: HistorySpan): number {
  return typeof period === 'string' ? HISTORY_DAYS[period] : period.days;
}

/** Cost, value and gain of the copies held on one day, at that day's values: what `portfolioTotals` says of them. */
export interface PortfolioHistoryPoint {
  readonly day: EpochDay;
  readonly costCents: Cents;
  readonly valueCents: Cents;
  readonly gainCents: Cents;
  readonly gainPct: number;
}

class DailyChanges {
  readonly changes: Float64Array;
  /** Sum of absolute changes; code that writes `changes` must add to it. */
  turnoverCents: Cents = 0;

  constructor(days: number) {
    this.changes = new Float64Array(days);
  }

  add(index: number, cents: Cents): void {
    this.changes[index]! += cents;
    this.turnoverCents += Math.abs(cents);
  }

  /** Throws a RangeError if cents could be lost: the turnover bounds every partial sum. */
  totals(): readonly Cents[] {
    exactCents(this.turnoverCents);
    const totals: Cents[] = [];
    let total = 0;
    // An iterator would make an object per day.
    for (let index = 0; index < this.changes.length; index++) totals.push((total += this.changes[index]!));
    return totals;
  }
}

/** Copies with shared value steps, all of known or all of unknown cost. */
interface Position {
  quantity: number;
  /** 0: unknown. */
  costCents: Cents;
  /** Share of the total at the last applied step (see `carriedValue`). */
  carriedCents: Cents;
  /** At the last applied step. */
  unitValueCents: Cents | null;
  readonly steps: UnitValueSteps;
  /** Table index of the next step. */
  nextStep: number;
}

/** All of known cost, or all of unknown cost. */
class Positions {
  readonly cost: DailyChanges;
  readonly value: DailyChanges;
  /** Cost of copies whose value is unknown. */
  readonly unvaluedCost: DailyChanges;
  private readonly bySteps = new Map<UnitValueSteps, Position>();

  constructor(
    private readonly firstDay: EpochDay,
    days: number,
  ) {
    this.cost = new DailyChanges(days);
    this.value = new DailyChanges(days);
    this.unvaluedCost = new DailyChanges(days);
  }

  /** Call in order of purchase. */
  buy(index: number, bought: Omit<HeldCopies, 'setNumber'>, steps: UnitValueSteps): void {
    let position = this.bySteps.get(steps);
    if (position === undefined) {
      position = { quantity: 0, costCents: 0, carriedCents: 0, unitValueCents: null, steps, nextStep: steps.start };
      this.bySteps.set(steps, position);
    }
    this.revalue(position, this.firstDay + index);
    const carriedCents = carriedValue(bought, position.unitValueCents);
    const costCents = bought.costCents ?? 0;
    position.quantity += bought.quantity;
    position.costCents += costCents;
    position.carriedCents += carriedCents;
    this.cost.add(index, costCents);
    this.value.add(index, carriedCents);
    if (position.unitValueCents === null) this.unvaluedCost.add(index, costCents);
  }

  close(today: EpochDay): void {
    for (const position of this.bySteps.values()) this.revalue(position, today);
  }

  /** Adds value changes up to and including `until`. Steps before the period count on its first day. */
  private revalue(position: Position, until: EpochDay): void {
    const { table, end } = position.steps;
    if (position.nextStep === end || table[position.nextStep]! > until) return;
    const { firstDay } = this;
    const { quantity, costCents } = position;
    const { changes } = this.value;
    let { carriedCents, nextStep } = position;
    let isValued = position.unitValueCents !== null;
    let turnoverCents = 0;
    // Hot loop over every step: plain numbers, no calls.
    for (; nextStep < end && table[nextStep]! <= until; nextStep += 2) {
      const unitCents = table[nextStep + 1]!;
      const index = table[nextStep]! < firstDay ? 0 : table[nextStep]! - firstDay;
      const revaluedCents = unitCents < 0 ? costCents : quantity * unitCents;
      const changeCents = revaluedCents - carriedCents;
      changes[index]! += changeCents;
      turnoverCents += Math.abs(changeCents);
      carriedCents = revaluedCents;
      // Rare: a first or a withdrawn value.
      if (unitCents >= 0 !== isValued) {
        isValued = !isValued;
        this.unvaluedCost.add(index, isValued ? -costCents : costCents);
      }
    }
    this.value.turnoverCents += turnoverCents;
    position.nextStep = nextStep;
    position.carriedCents = carriedCents;
    position.unitValueCents = isValued ? table[nextStep - 1]! : null;
  }
}

/**
 * One point per UTC day, oldest first, today last, in O(holdings + steps + days).
 * - Unknown purchase dates count on every day, later ones from today, so the last point equals `portfolioTotals`.
 * - Before its first step an item is carried at cost (`carriedValue`): values are not projected back.
 * - Only the last step before the period matters; callers may omit the rest.
 */
export function valueHistory<Item extends Omit<HeldCopies, 'setNumber'>>(
  copies: Iterable<Item>,
  stepsOf: (item: Item) => UnitValueSteps,
  span: HistorySpan,
): readonly PortfolioHistoryPoint[] {
  const { today } = span;
  const days = daysOfSpan(span);
  const firstDay = today - days + 1;
  const ofKnownCost = new Positions(firstDay, days);
  const ofUnknownCost = new Positions(firstDay, days);
  purchasesByDay(copies, firstDay, today).forEach((purchases, index) => {
    for (const bought of purchases ?? [])
      (bought.costCents === null ? ofUnknownCost : ofKnownCost).buy(index, bought, stepsOf(bought));
  });
  ofKnownCost.close(today);
  ofUnknownCost.close(today);
  const costs = ofKnownCost.cost.totals();
  const values = ofKnownCost.value.totals();
  const unvaluedCosts = ofKnownCost.unvaluedCost.totals();
  return ofUnknownCost.value.totals().map((unknownCostValueCents, index) => {
    const costCents = costs[index]!;
    const gainCents = values[index]! - costCents;
    return {
      day: firstDay + index,
      costCents,
      valueCents: exactCents(values[index]! + unknownCostValueCents),
      gainCents,
      gainPct: percentOf(gainCents, costCents - unvaluedCosts[index]!),
    };
  });
}

/** Bucket sort: visits copies in order of purchase. */
function purchasesByDay<Item extends Pick<HeldCopies, 'heldFrom'>>(
  copies: Iterable<Item>,
  firstDay: EpochDay,
  today: EpochDay,
): readonly (readonly Item[] | undefined)[] {
  const days: (Item[] | undefined)[] = Array.from({ length: today - firstDay + 1 });
  for (const bought of copies) {
    const index = Math.min(Math.max(bought.heldFrom ?? firstDay, firstDay), today) - firstDay;
    (days[index] ??= []).push(bought);
  }
  return days;
}
