import { type Cents, type EpochDay, percentOf } from '@brickmarket/domain';
import { carriedValue, exactCents, type HeldCopies } from './holding-valuation.ts';

/** From this day until the item's next step one unit is worth this much; null: the value is unknown again. */
export interface UnitValueStep {
  readonly day: EpochDay;
  readonly unitValueCents: Cents | null;
}

const UNKNOWN = -1;

/**
 * The value steps of one item, ascending by day: a slice of a typed array that many items share. Each step is two
 * numbers, its day and its unit value in cents, negative when unknown. A year of a large collection has half a million
 * steps, and reading memory dominates the time of a history, so the steps are not objects.
 */
export class UnitValueSteps {
  /** An item that never had a value. */
  static readonly none = UnitValueSteps.of([]);

  constructor(
    readonly table: Int32Array,
    /** Index in `table` of the first step. */
    readonly start: number,
    /** Index in `table` after the last step. */
    readonly end: number,
  ) {}

  /** The steps must ascend by day, at most one per day. */
  static of(steps: readonly UnitValueStep[]): UnitValueSteps {
    const table = Int32Array.from(steps.flatMap(({ day, unitValueCents }) => [day, unitValueCents ?? UNKNOWN]));
    return new UnitValueSteps(table, 0, table.length);
  }

  /** The value on a day, that of the latest step up to and including it; null when there is none or it is unknown. */
  inForceOn(day: EpochDay): Cents | null {
    for (let at = this.end - 2; at >= this.start; at -= 2) {
      if (this.table[at]! <= day) return this.table[at + 1]! < 0 ? null : this.table[at + 1]!;
    }
    return null;
  }
}

/** Number of daily points of each period, today included. A year is always 365 days. */
export const HISTORY_DAYS = { '30d': 30, '90d': 90, '1y': 365 } as const;
/** The periods a history can cover. */
export type HistoryPeriod = keyof typeof HISTORY_DAYS;

/** Days up to and including the last one: a period by name, or any number of days. */
export interface HistorySpan {
  readonly period: HistoryPeriod | { readonly days: number };
  /** The last day. */
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

/** The amounts by which a total changes on each day of a period. */
class DailyChanges {
  readonly changes: Float64Array;
  /** Sum of the absolute changes. Code that writes to `changes` directly must add to it too. */
  turnoverCents: Cents = 0;

  constructor(days: number) {
    this.changes = new Float64Array(days);
  }

  add(index: number, cents: Cents): void {
    this.changes[index]! += cents;
    this.turnoverCents += Math.abs(cents);
  }

  /**
   * The total on each day. Throws a RangeError when it could lose cents: no partial sum exceeds the turnover, so one
   * check of the turnover covers them all.
   */
  totals(): readonly Cents[] {
    exactCents(this.turnoverCents);
    const totals: Cents[] = [];
    let total = 0;
    // An index instead of an iterator, which makes an object for each day.
    for (let index = 0; index < this.changes.length; index++) totals.push((total += this.changes[index]!));
    return totals;
  }
}

/** Copies bought so far that share the same value steps: those of known cost, or those of unknown cost. */
interface Position {
  quantity: number;
  /** 0 for copies of unknown cost. */
  costCents: Cents;
  /** What they add to the total at the last applied step (see `carriedValue`). */
  carriedCents: Cents;
  /** At the last applied step; null when unknown. */
  unitValueCents: Cents | null;
  readonly steps: UnitValueSteps;
  /** Index in the table of the first step that is not applied yet. */
  nextStep: number;
}

/** What positions add to the totals of each day: all those of known cost, or all those of unknown cost. */
class Positions {
  readonly cost: DailyChanges;
  readonly value: DailyChanges;
  /** Cost of the copies whose value is unknown on that day. */
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

  /** Must be called in order of purchase. */
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

  /** Applies the steps of all positions up to and including `today`. */
  close(today: EpochDay): void {
    for (const position of this.bySteps.values()) this.revalue(position, today);
  }

  /**
   * Applies the steps up to and including `until`: adds to each step's day by how much it changes the position's value.
   * Steps before the period are added to its first day.
   */
  private revalue(position: Position, until: EpochDay): void {
    const { table, end } = position.steps;
    if (position.nextStep === end || table[position.nextStep]! > until) return;
    const { firstDay } = this;
    const { quantity, costCents } = position;
    const { changes } = this.value;
    let { carriedCents, nextStep } = position;
    let isValued = position.unitValueCents !== null;
    let turnoverCents = 0;
    // This loop runs for every step of every item, so it uses plain numbers and calls nothing.
    for (; nextStep < end && table[nextStep]! <= until; nextStep += 2) {
      const unitCents = table[nextStep + 1]!;
      const index = table[nextStep]! < firstDay ? 0 : table[nextStep]! - firstDay;
      const revaluedCents = unitCents < 0 ? costCents : quantity * unitCents;
      const changeCents = revaluedCents - carriedCents;
      changes[index]! += changeCents;
      turnoverCents += Math.abs(changeCents);
      carriedCents = revaluedCents;
      // Rare: the first value of an item, and one that is withdrawn.
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
 * One point per UTC day of the period, oldest first, the last one today.
 * - Copies count from their purchase day, those of unknown date on every day. Copies dated after today count from
 *   today on, so that the last point equals `portfolioTotals` at today's values.
 * - Before an item's first step its value is unknown and its copies are carried at cost (`carriedValue`). A value is
 *   not projected back, so the first valuation shows as a jump on its own day.
 * - Steps after today are ignored. Of the steps before the period only the last matters; callers may omit the rest.
 *
 * Each purchase and each step adds its change to its day, then the days are summed: O(holdings + steps + days).
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

/** One list per day of the period with purchases: a bucket sort, so that copies are visited in order of purchase. */
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
