import { coreVariance, STICKY_SHARE } from './learn-noise.ts';
import { eachChange, type PairedSeries } from './paired-series.ts';
import { cellFactor, type KindBehaviour, PRICE_BANDS } from './price-behaviour.ts';
import { medianInPlace, medianOf } from './quantiles.ts';

export const HALF_TRUST_PAIRS = 150;
/** Items with at least so many pairs show how items differ. */
const TELLING_PAIRS = 10;
const MAD_TO_SIGMA = 1.4826;
/** The same for the lesser of two deviations, and what makes a single one comparable with it. */
const LESSER_TO_SIGMA = 2.62;
const LESSER_OF_ONE = 0.566;
/** The logarithm of a scale estimated by a median of n pairs has about this variance, divided by n. */
const LOG_SCALE_VARIANCE = 1.4;

/** Factors on the deviation by price band and theme: the typical size of changes against what the kind lets expect. */
export function learnCells(
  sample: readonly PairedSeries[],
  behaviour: KindBehaviour,
): Pick<KindBehaviour, 'byBand' | 'byTheme'> {
  const byBand = Array.from({ length: PRICE_BANDS }, () => [] as number[]);
  for (const one of sample) eachChange(one, behaviour, (deviations) => byBand[one.band]!.push(deviations));
  const bands = byBand.map(shrunkScale);
  const byTheme = new Map<string, number[]>();
  for (const one of sample) {
    if (one.theme === null) continue;
    let of = byTheme.get(one.theme);
    if (!of) byTheme.set(one.theme, (of = []));
    const ofTheme = of;
    eachChange(one, behaviour, (deviations) => ofTheme.push(deviations / bands[one.band]!));
  }
  return { byBand: bands, byTheme: Object.fromEntries([...byTheme].map(([theme, all]) => [theme, shrunkScale(all)])) };
}

function shrunkScale(deviations: number[]): number {
  if (deviations.length === 0) return 1;
  const moved = deviations.filter((deviation) => deviation !== 0);
  const share = moved.length / deviations.length;
  const typical = share < STICKY_SHARE ? Math.sqrt(share) * medianOf(moved) : medianOf(deviations);
  const scale = Math.min(Math.max(MAD_TO_SIGMA * (typical || 0), 0.1), 10);
  return Math.exp((Math.log(scale) * deviations.length) / (deviations.length + HALF_TRUST_PAIRS));
}

/** As how many pairs the kind counts for an item: the more alike the items are, the more. */
export function learnPseudoPairs(sample: readonly PairedSeries[], behaviour: KindBehaviour): number {
  const logScales: number[] = [];
  let chance = 0;
  for (const one of sample) {
    const deviations: number[] = [];
    eachChange(one, behaviour, (deviation) => deviations.push(deviation));
    if (deviations.length < TELLING_PAIRS) continue;
    const cell = cellFactor(behaviour, one.theme, one.band);
    const scale = itemScale(deviations, deviations.length, cell, 0, new Float64Array(deviations.length + 1)) / cell;
    logScales.push(Math.log(Math.max(scale, 0.05)));
    chance += LOG_SCALE_VARIANCE / deviations.length;
  }
  if (logScales.length < 10) return behaviour.pseudoPairs;
  const between = coreVariance(logScales) - chance / logScales.length;
  return Math.min(Math.max(LOG_SCALE_VARIANCE / Math.max(between, 1e-3), 2), 60);
}

/**
 * The scale of an item's own prices, drawn to that of its kind, band and theme by how few they are. `deviations` are
 * the changes from each sale to the next. Of the changes before and after a sale the lesser counts: where every third
 * row is of something else, most changes are large, but most sound sales still have a sound neighbour. Reorders
 * `scratch`.
 */
export function itemScale(
  deviations: ArrayLike<number>,
  count: number,
  cell: number,
  pseudoPairs: number,
  scratch: Float64Array,
): number {
  if (count === 0) return cell;
  let moved = 0;
  for (let i = 0; i < count; i++) if (deviations[i] !== 0) scratch[moved++] = deviations[i]!;
  if (moved < STICKY_SHARE * count) {
    const own = moved === 0 ? 0 : MAD_TO_SIGMA * Math.sqrt(moved / count) * medianInPlace(scratch, moved);
    return (count * own + pseudoPairs * cell) / (count + pseudoPairs);
  }
  scratch[0] = deviations[0]! * LESSER_OF_ONE;
  for (let i = 1; i < count; i++) scratch[i] = Math.min(deviations[i - 1]!, deviations[i]!);
  scratch[count] = deviations[count - 1]! * LESSER_OF_ONE;
  return (count * LESSER_TO_SIGMA * medianInPlace(scratch, count + 1) + pseudoPairs * cell) / (count + pseudoPairs);
}
