import { medianInPlace } from './median-in-place.ts';

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
