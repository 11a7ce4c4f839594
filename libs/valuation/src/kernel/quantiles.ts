/** Turns a median absolute deviation into a standard deviation, for a normal spread. */
export const MAD_TO_SIGMA = 1.4826;

/** The median of `values[0, count)`, which it sorts: the mean of the middle two of an even number. */
export function medianInPlace(values: Float64Array, count: number): number {
  return quantileOfSorted(values.subarray(0, count).sort(), 0, count, 0.5);
}

/** The quantile `q` (0 to 1) of `sorted[from, to)`, linear between neighbours. The slice must not be empty. */
export function quantileOfSorted(sorted: Float64Array, from: number, to: number, q: number): number {
  const position = from + (to - from - 1) * q;
  const below = Math.floor(position);
  const above = Math.min(below + 1, to - 1);
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (position - below);
}

/** The median of plain numbers in any order; NaN for none. */
export function medianOf(numbers: Iterable<number>): number {
  const values = Float64Array.from(numbers);
  return values.length === 0 ? Number.NaN : medianInPlace(values, values.length);
}
