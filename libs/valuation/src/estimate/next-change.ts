import { epochDayFromParts } from '@brickmarket/domain';
import type { ItemFacts } from '../kernel/market.ts';
import { medianInPlace } from '../kernel/quantiles.ts';
import type { Evidence } from './evidence.ts';

/** The middle is of so many prices, the size of changes of twice as many. */
const MIDDLE_OF = 6;
const LOOK_BACK = 2 * MIDDLE_OF;

/** Ends of the classes of what a next change depends on; days, or differences of logarithms. */
const AGES = [90, 180, 365, 540, 730, 1095, 1460, 2190];
const CHANGES = [-0.1, -0.03, -0.005, 0.005, 0.03, 0.1];
const CHANGE_SIZES = [0.01, 0.03, 0.06, 0.12, 9];

/** Usual log changes to the next price by age, distance from the middle and size of changes; then by the last two. */
export type ChangeTables = readonly [readonly number[], readonly number[]];

export const NO_CHANGES: ChangeTables = [[], []];
export const TABLE_SIZES = [
  (AGES.length + 1) * (CHANGES.length + 1) * (CHANGE_SIZES.length + 1),
  (CHANGES.length + 1) * (CHANGES.length + 1) * (CHANGE_SIZES.length + 1),
] as const;

const middleOf = new Float64Array(MIDDLE_OF);

/** The change that usually follows a price of an item, as a logarithm. */
export function usualChange(tables: ChangeTables, evidence: Evidence, at: number, facts: ItemFacts): number {
  const [first, second] = cellsOf(evidence, at, facts);
  return (tables[0][first] ?? 0) + (tables[1][second] ?? 0);
}

/** The positions in both tables that a price belongs to, by the prices up to it. */
export function cellsOf({ day, logPrice }: Evidence, at: number, facts: ItemFacts): readonly [number, number] {
  const price = logPrice[at]!;
  let [changes, count, middles] = [0, 0, 0];
  for (let i = at; i >= 0 && i > at - LOOK_BACK; i--) {
    if (i > at - MIDDLE_OF) middleOf[middles++] = logPrice[i]!;
    if (i === 0 || i - 1 <= at - LOOK_BACK) continue;
    changes += Math.abs(logPrice[i]! - logPrice[i - 1]!);
    count++;
  }
  const release = facts.releaseDay ?? (facts.year === null ? null : epochDayFromParts(facts.year, 1, 1));
  const age = classOf(AGES, release === null ? Number.POSITIVE_INFINITY : day[at]! - release);
  const middle = classOf(CHANGES, medianInPlace(middleOf, middles) - price);
  const size = classOf(CHANGE_SIZES, count === 0 ? Number.POSITIVE_INFINITY : changes / count);
  const changeTo = (i: number): number => classOf(CHANGES, i < 1 ? 0 : logPrice[i]! - logPrice[i - 1]!);
  return [
    (age * (CHANGES.length + 1) + middle) * (CHANGE_SIZES.length + 1) + size,
    (changeTo(at) * (CHANGES.length + 1) + changeTo(at - 1)) * (CHANGE_SIZES.length + 1) + size,
  ];
}

function classOf(ends: readonly number[], value: number): number {
  let at = 0;
  while (at < ends.length && value > ends[at]!) at++;
  return at;
}
