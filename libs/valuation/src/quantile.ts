import { medianInPlace } from './median-in-place.ts';

/** Each pass of the sort compares numbers that lie so many times closer than those of the pass before it. */
const CLOSER = 2.25;

/** Sorts `values[0, count)` ascending and carries `weights` along. In place, no allocation; fastest for the few sales that most items have. */
export function sortPaired(values: Float64Array, weights: Float64Array, count: number): void {
  for (let gap = Math.max(1, Math.floor(count / CLOSER)); gap > 0; gap = gap > 1 ? Math.max(1, Math.floor(gap / CLOSER)) : 0) {
    for (let i = gap; i < count; i++) {
      const value = values[i]!;
      const weight = weights[i]!;
      let place = i;
      for (; place >= gap && values[place - gap]! > value; place -= gap) {
        values[place] = values[place - gap]!;
        weights[place] = weights[place - gap]!;
      }
      values[place] = value;
      weights[place] = weight;
    }
  }
}

/**
 * The mean of the middle of sorted values: of total weight, the share `trim` is cut off at either end, and a value on
 * the edge counts with the part of its weight inside. A trim near 0.5 is the weighted median, 0 the weighted mean.
 * Raising any value never lowers the result.
 */
export function weightedMidMeanOfSorted(values: Float64Array, weights: Float64Array, count: number, trim: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[i]!;
  const from = total * trim;
  const to = total - from;
  let cumulative = 0;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const before = cumulative;
    cumulative += weights[i]!;
    const inside = Math.min(cumulative, to) - Math.max(before, from);
    if (inside > 0) sum += inside * values[i]!;
  }
  return sum / (to - from);
}

/** The quantile `q` (0 to 1) of `sorted[from, to)`, linear between neighbours. The slice must not be empty. */
export function quantileOfSorted(sorted: Float64Array, from: number, to: number, q: number): number {
  const position = from + (to - from - 1) * q;
  const below = Math.floor(position);
  const above = Math.min(below + 1, to - 1);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below);
}

/** The median of plain numbers in any order; NaN for none. */
export function medianOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? Number.NaN : medianInPlace(new Float64Array(numbers), numbers.length);
}
