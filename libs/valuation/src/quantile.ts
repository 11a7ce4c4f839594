/** Sorts `values[0, count)` ascending and carries `weights` along. In place, O(n log n), no allocation. */
export function sortPaired(values: Float64Array, weights: Float64Array, count: number): void {
  for (let parent = (count >>> 1) - 1; parent >= 0; parent--) siftDown(values, weights, parent, count);
  for (let last = count - 1; last > 0; last--) {
    swap(values, weights, 0, last);
    siftDown(values, weights, 0, last);
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

/** The median of plain numbers in any order; NaN for none. Sorts a copy. */
export function medianOf(numbers: readonly number[] | Float64Array): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted.length === 0 ? Number.NaN : quantileOfSorted(sorted, 0, sorted.length, 0.5);
}

function siftDown(values: Float64Array, weights: Float64Array, from: number, count: number): void {
  let parent = from;
  for (;;) {
    let child = 2 * parent + 1;
    if (child >= count) return;
    if (child + 1 < count && values[child + 1]! > values[child]!) child++;
    if (values[parent]! >= values[child]!) return;
    swap(values, weights, parent, child);
    parent = child;
  }
}

function swap(values: Float64Array, weights: Float64Array, a: number, b: number): void {
  const value = values[a]!;
  values[a] = values[b]!;
  values[b] = value;
  const weight = weights[a]!;
  weights[a] = weights[b]!;
  weights[b] = weight;
}
