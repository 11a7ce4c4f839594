import { type Cents, type EpochDay, roundHalfAwayFromZero } from '@brickmarket/domain';
import { daysOfSpan, type HistorySpan, type UnitValueSteps } from './value-history.ts';

/** Percent with two decimals, or why none exists. Unknown is never 0. */
export type Return =
  | { readonly outcome: 'known'; readonly pct: number }
  | { readonly outcome: 'unknown'; readonly reason: 'no-known-copies' | 'no-rate' | 'several-rates' };

/** Negative: paid in; positive: paid out. */
export interface CashFlow {
  readonly day: EpochDay;
  readonly cents: Cents;
}

const DAYS_PER_YEAR = 365;
// Limits yearly growth to between a millionth and a million times.
const MAX_LOG_GROWTH = Math.log(1e6);
// Keeps sums of flows within the range of numbers.
const MAX_EXPONENT = 600;
const NARROWEST = 1e-7;
const MAX_INTERVALS = 20_000;

/** Internal rate of return per year; several roots or none are reported. */
export function moneyWeightedReturn(flows: readonly CashFlow[]): Return {
  const series = new FlowSeries(flows);
  if (!series.changesSign) return unknown(flows.length === 0 ? 'no-known-copies' : 'no-rate');
  const bound = Math.min(MAX_LOG_GROWTH, MAX_EXPONENT / Math.max(series.years, 1));
  const roots: number[] = [];
  const open: (readonly [FlowSums, FlowSums])[] = [[series.at(-bound), series.at(bound)]];
  for (let seen = 0; open.length > 0; seen++) {
    const [low, high] = open.pop()!;
    if (seen > MAX_INTERVALS) return unknown('several-rates');
    // Sums fall as growth rises, so the interval's ends bound them.
    if (high.inflow > low.outflow || low.inflow < high.outflow) continue;
    const isMonotone = high.inflowSlope > low.outflowSlope || low.inflowSlope < high.outflowSlope;
    if (isMonotone) {
      // Half-open, so that a root between two intervals counts once.
      if (low.net === 0 || low.net * high.net < 0) roots.push(low.net === 0 ? low.at : series.rootBetween(low, high));
    } else if (high.at - low.at < NARROWEST) return unknown('several-rates');
    else {
      const middle = series.at((low.at + high.at) / 2);
      open.push([low, middle], [middle, high]);
    }
    if (roots.length > 1) return unknown('several-rates');
  }
  const [root] = roots;
  return root === undefined ? unknown('no-rate') : percent(Math.expm1(root));
}

/** Discounted sums at one log growth, with their derivatives. */
interface FlowSums {
  readonly at: number;
  readonly inflow: number;
  readonly outflow: number;
  readonly inflowSlope: number;
  readonly outflowSlope: number;
  readonly net: number;
}

class FlowSeries {
  readonly #years: Float64Array;
  readonly #cents: Float64Array;
  readonly years: number;

  constructor(flows: readonly CashFlow[]) {
    const byDay = new Map<EpochDay, Cents>();
    for (const { day, cents } of flows) byDay.set(day, (byDay.get(day) ?? 0) + cents);
    const days = [...byDay.keys()].filter((day) => byDay.get(day) !== 0).toSorted((a, b) => a - b);
    this.#years = Float64Array.from(days, (day) => (day - days[0]!) / DAYS_PER_YEAR);
    this.#cents = Float64Array.from(days, (day) => byDay.get(day)!);
    this.years = this.#years.at(-1) ?? 0;
  }

  get changesSign(): boolean {
    return this.#cents.some((cents) => cents > 0) && this.#cents.some((cents) => cents < 0);
  }

  at(logGrowth: number): FlowSums {
    let [inflow, outflow, inflowSlope, outflowSlope] = [0, 0, 0, 0];
    for (let index = 0; index < this.#cents.length; index++) {
      const years = this.#years[index]!;
      const worth = this.#cents[index]! * Math.exp(-logGrowth * years);
      if (worth > 0) {
        inflow += worth;
        inflowSlope += worth * years;
      } else {
        outflow -= worth;
        outflowSlope -= worth * years;
      }
    }
    return { at: logGrowth, inflow, outflow, inflowSlope, outflowSlope, net: inflow - outflow };
  }

  rootBetween(low: FlowSums, high: FlowSums): number {
    let [below, above] = [low, high];
    while (above.at - below.at > 1e-12) {
      const middle = this.at((below.at + above.at) / 2);
      if (middle.net === 0) return middle.at;
      if (below.net * middle.net < 0) above = middle;
      else below = middle;
    }
    return (below.at + above.at) / 2;
  }
}

/** Copies whose cost, purchase day and value are known, and how they left the collection if they did. */
export interface TimedCopies {
  readonly quantity: number;
  readonly costCents: Cents;
  readonly acquiredDay: EpochDay;
  /** Null: unsold. */
  readonly soldDay: EpochDay | null;
  /** 0 while unsold. */
  readonly netProceedsCents: Cents;
  readonly steps: UnitValueSteps;
}

/** The flows of copies: their cost, what their sale brought, and for those still there today's value. */
export function cashFlowsOf(copies: Iterable<TimedCopies>, today: EpochDay): readonly CashFlow[] {
  const flows: CashFlow[] = [];
  for (const some of copies) {
    if (some.acquiredDay > today) continue;
    flows.push({ day: some.acquiredDay, cents: -some.costCents });
    if (some.soldDay === null) flows.push({ day: today, cents: valueOn(some, today) });
    else flows.push({ day: some.soldDay, cents: some.netProceedsCents });
  }
  return flows;
}

/** Purchases count from the start of their day at cost, sales until its end at proceeds. Unknown values: at cost. */
export function timeWeightedReturn(copies: Iterable<TimedCopies>, span: HistorySpan): Return {
  const { today } = span;
  const days = daysOfSpan(span);
  const firstDay = today - days + 1;
  const bought = new Float64Array(days);
  const sold = new Float64Array(days);
  const changes = new Float64Array(days + 1);
  let isEmpty = true;
  for (const some of copies) {
    const until = some.soldDay ?? today + 1;
    if (some.acquiredDay > today || until <= firstDay) continue;
    isEmpty = false;
    if (some.acquiredDay > firstDay) bought[some.acquiredDay - firstDay]! += some.costCents;
    if (until <= today) sold[until - firstDay]! += some.netProceedsCents;
    addValues(changes, some, firstDay, Math.min(until, today + 1));
  }
  if (isEmpty) return unknown('no-known-copies');
  let growth = 1;
  let before = changes[0]!;
  for (let index = 1; index < days; index++) {
    const value = before + changes[index]!;
    const base = before + bought[index]!;
    const end = value + sold[index]!;
    if (base > 0) growth *= end / base;
    else if (end > 0) return unknown('no-rate');
    before = value;
  }
  return percent(growth - 1);
}

/** Adds daily value changes; the copies are excluded from `until` on. */
function addValues(changes: Float64Array, copies: TimedCopies, firstDay: EpochDay, until: EpochDay): void {
  const { table, start, end } = copies.steps;
  const from = Math.max(copies.acquiredDay, firstDay);
  if (from >= until) return;
  let carried = valueOn(copies, from);
  changes[from - firstDay]! += carried;
  for (let at = start; at < end && table[at]! < until; at += 2) {
    if (table[at]! <= from) continue;
    const value = table[at + 1]! < 0 ? copies.costCents : copies.quantity * table[at + 1]!;
    changes[table[at]! - firstDay]! += value - carried;
    carried = value;
  }
  changes[until - firstDay]! -= carried;
}

function valueOn({ steps, quantity, costCents }: TimedCopies, day: EpochDay): Cents {
  const unitCents = steps.inForceOn(day);
  return unitCents === null ? costCents : quantity * unitCents;
}

function percent(share: number): Return {
  return { outcome: 'known', pct: roundHalfAwayFromZero(share * 10_000) / 100 };
}

function unknown(reason: Extract<Return, { outcome: 'unknown' }>['reason']): Return {
  return { outcome: 'unknown', reason };
}
