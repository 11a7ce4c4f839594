import { medianInPlace } from './median-in-place.ts';
import { quantileOfSorted } from './quantile.ts';
import type { Scratch } from './scratch.ts';
import type { ValuationSettings } from './valuation-settings.ts';

/** Turns a median absolute deviation into a standard deviation for a normal spread. */
const MAD_TO_SIGMA = 1.4826;

/** Fewer sales than this cannot say which of them is the odd one. */
export const FEWEST_TO_JUDGE = 3;

/**
 * Marks outliers among `scratch.logPrice[0, count)`, oldest first, by setting their weight to 0.
 *
 * A sale is compared with the median of its neighbours in time, not of the whole window: after a retirement jump the
 * neighbours have jumped too. What lies further away than `outlierMads` scaled MADs is an outlier, unless an adjacent
 * sale left in the same direction and agrees with it: two in a row are a move of the market, one is an accident.
 */
export function rejectOutliers(scratch: Scratch, count: number, settings: ValuationSettings): void {
  if (count < FEWEST_TO_JUDGE) return;
  const { residual, weight } = scratch;
  leaveLocalCentres(scratch, count, settings.neighbours);
  const limit = settings.outlierMads * Math.max(MAD_TO_SIGMA * medianDistance(scratch, count), settings.minimumMad);
  for (let i = 0; i < count; i++) {
    if (Math.abs(residual[i]!) <= limit) continue;
    const confirmed = agrees(scratch, i, i - 1, count, limit) || agrees(scratch, i, i + 1, count, limit);
    if (!confirmed) weight[i] = 0;
  }
}

/** Makes each residual the distance to the median log price of a sale and up to `neighbours` sales before and after it. */
function leaveLocalCentres({ logPrice, residual, sorted }: Scratch, count: number, neighbours: number): void {
  // The neighbourhood in order of price: from one sale to the next, one comes in and one goes out.
  let size = 0;
  for (let i = 0; i < Math.min(neighbours, count); i++) insert(sorted, size++, logPrice[i]!);
  for (let i = 0; i < count; i++) {
    if (i > neighbours) remove(sorted, size--, logPrice[i - neighbours - 1]!);
    if (i + neighbours < count) insert(sorted, size++, logPrice[i + neighbours]!);
    residual[i] = logPrice[i]! - quantileOfSorted(sorted, 0, size, 0.5);
  }
}

function insert(sorted: Float64Array, size: number, value: number): void {
  let place = size;
  for (; place > 0 && sorted[place - 1]! > value; place--) sorted[place] = sorted[place - 1]!;
  sorted[place] = value;
}

function remove(sorted: Float64Array, size: number, value: number): void {
  let place = 0;
  while (sorted[place] !== value) place++;
  for (; place < size - 1; place++) sorted[place] = sorted[place + 1]!;
}

function medianDistance(scratch: Scratch, count: number): number {
  const { residual, sorted } = scratch;
  for (let i = 0; i < count; i++) sorted[i] = Math.abs(residual[i]!);
  return medianInPlace(sorted, count);
}

function agrees(scratch: Scratch, i: number, other: number, count: number, limit: number): boolean {
  if (other < 0 || other >= count) return false;
  const { logPrice, residual } = scratch;
  const sameSide = residual[i]! > 0 ? residual[other]! > limit : residual[other]! < -limit;
  return sameSide && Math.abs(logPrice[i]! - logPrice[other]!) <= limit;
}
