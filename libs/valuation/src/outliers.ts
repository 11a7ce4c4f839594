import { quantileOfSorted } from './quantile.ts';
import type { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** Turns a median absolute deviation into a standard deviation for a normal spread. */
const MAD_TO_SIGMA = 1.4826;

/** Fewer sales than this cannot say which of them is the odd one. */
const FEWEST_TO_JUDGE = 3;

/**
 * Marks outliers among `scratch.logPrice[0, count)`, oldest first, by setting their weight to 0.
 *
 * A sale is compared with the median of its neighbours in time, not of the whole window: after a retirement jump the
 * neighbours have jumped too. What lies further away than `outlierMads` scaled MADs is an outlier, unless an adjacent
 * sale left in the same direction and agrees with it: two in a row are a move of the market, one is an accident.
 */
export function rejectOutliers(scratch: Scratch, count: number, settings: ValuationSettings): void {
  if (count < FEWEST_TO_JUDGE) return;
  const { logPrice, residual, weight } = scratch;
  for (let i = 0; i < count; i++) residual[i] = logPrice[i]! - localCentre(scratch, i, count, settings.neighbours);
  const limit = settings.outlierMads * Math.max(MAD_TO_SIGMA * medianDistance(scratch, count), settings.minimumMad);
  for (let i = 0; i < count; i++) {
    if (Math.abs(residual[i]!) <= limit) continue;
    const confirmed = agrees(scratch, i, i - 1, count, limit) || agrees(scratch, i, i + 1, count, limit);
    if (!confirmed) weight[i] = 0;
  }
}

/** The median log price of a sale and up to `neighbours` sales before and after it. */
function localCentre(scratch: Scratch, i: number, count: number, neighbours: number): number {
  const { logPrice, sorted } = scratch;
  const from = Math.max(0, i - neighbours);
  const to = Math.min(count, i + neighbours + 1);
  let size = 0;
  for (let j = from; j < to; j++) {
    const value = logPrice[j]!;
    let place = size++;
    while (place > 0 && sorted[place - 1]! > value) {
      sorted[place] = sorted[place - 1]!;
      place--;
    }
    sorted[place] = value;
  }
  return quantileOfSorted(sorted, 0, size, 0.5);
}

function medianDistance(scratch: Scratch, count: number): number {
  const { residual, sorted } = scratch;
  for (let i = 0; i < count; i++) sorted[i] = Math.abs(residual[i]!);
  sorted.subarray(0, count).sort();
  return quantileOfSorted(sorted, 0, count, 0.5);
}

function agrees(scratch: Scratch, i: number, other: number, count: number, limit: number): boolean {
  if (other < 0 || other >= count) return false;
  const { logPrice, residual } = scratch;
  const sameSide = residual[i]! > 0 ? residual[other]! > limit : residual[other]! < -limit;
  return sameSide && Math.abs(logPrice[i]! - logPrice[other]!) <= limit;
}
