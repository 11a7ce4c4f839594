/** Turns a median absolute deviation into a standard deviation, for a normal spread. */
export const MAD_TO_SIGMA = 1.4826;
/** From so few numbers on, putting them in order is faster than dividing them. */
const FEW = 12;

/**
 * The median of `values[0, count)`, the mean of the middle two when their number is even. Reorders them; O(n), no
 * allocation. There must be one.
 */
export function medianInPlace(values: Float64Array, count: number): number {
  const upper = count >>> 1;
  select(values, upper, count);
  if (count % 2 === 1) return values[upper]!;
  let lower = values[0]!;
  for (let i = 1; i < upper; i++) if (values[i]! > lower) lower = values[i]!;
  return lower + (values[upper]! - lower) * 0.5;
}

/** Puts the number that belongs at `place` there, nothing larger before it and nothing smaller after it. */
function select(values: Float64Array, place: number, count: number): void {
  let first = 0;
  let last = count - 1;
  while (last - first >= FEW) {
    const pivot = middleOf(values[first]!, values[(first + last) >>> 1]!, values[last]!);
    let low = first;
    let high = last;
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (place <= high) last = high;
    else if (place >= low) first = low;
    else return;
  }
  order(values, first, last);
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function order(values: Float64Array, first: number, last: number): void {
  for (let i = first + 1; i <= last; i++) {
    const value = values[i]!;
    let place = i;
    for (; place > first && values[place - 1]! > value; place--) values[place] = values[place - 1]!;
    values[place] = value;
  }
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
