import { medianInPlace } from '../kernel/quantiles.ts';
import type { Evidence } from './evidence.ts';
import { PSEUDO_SALES } from './level.ts';

/** Prices further from the level than so many deviations, or than this factor, belong to another one. */
const FAR_DEVIATIONS = 6;
const LEAST_FAR = Math.log(1.3);
const MOST_FAR = Math.log(3.5);
/** A new level takes so many sale days. */
const NEW_LEVEL_DAYS = 3;
/** One that is further away takes so many, over two weeks. */
const FAR_LEVEL = Math.log(2.2);
const FAR_LEVEL_DAYS = 6;
const FAR_LEVEL_SPAN = 14;
/** Other sources were heard of within so many days; alone, one source takes so long to move a level. */
const OTHER_SOURCE_DAYS = 90;
const ONE_SOURCE_SPAN = 60;
/** The median distance of two draws of a normal spread, in deviations. */
export const MEDIAN_OF_PAIR = 0.6745 * Math.SQRT2;
let changes = new Float64Array(512);
/** How fast the level is followed from one price to the next. */
const GAIN = 0.25;

/** A level that the latest prices speak of and that is not believed yet, as a natural logarithm of cents. */
export interface PendingLevel {
  readonly logPrice: number;
  readonly days: number;
}

/**
 * Goes through the prices of an item, oldest first, and marks those that speak of the level that holds now. A price far
 * from the level opens another one; the next prices join it or close it. It becomes the level after three sale days,
 * and then the prices before it no longer count. Prices that came back from there before make it harder.
 */
export function findLevel(evidence: Evidence, scatter: number): PendingLevel | null {
  const { size, logPrice, day, isInside } = evidence;
  const far = Math.min(Math.max(LEAST_FAR, FAR_DEVIATIONS * scatter), MOST_FAR);
  let level = logPrice[0]!;
  let start = 0;
  let inside = 1;
  let strays = 0;
  let from = -1;
  let pending = 0;
  let days = 0;
  for (let at = 1; at < size; at++) {
    const price = logPrice[at]!;
    isInside[at] = 1;
    if (Math.abs(price - level) <= far) {
      level += (price - level) * Math.max(GAIN, 1 / (inside + 1));
      inside++;
      strays += days;
      from = -1;
      days = 0;
      continue;
    }
    isInside[at] = 0;
    if (from < 0 || Math.abs(price - pending) > far) {
      strays += days;
      from = at;
      pending = price;
      days = 1;
    } else {
      if (day[at] !== day[at - 1]) days++;
      pending += (price - pending) / (at - from + 1);
    }
    const isFar = Math.abs(pending - level) > FAR_LEVEL;
    const needed = Math.min((isFar ? FAR_LEVEL_DAYS : NEW_LEVEL_DAYS) + strays, Math.max(NEW_LEVEL_DAYS, inside + 1));
    const span = day[at]! - day[from]!;
    if (days < needed || (isFar && inside >= NEW_LEVEL_DAYS && span < FAR_LEVEL_SPAN)) continue;
    if (span < ONE_SOURCE_SPAN && isOneVoiceOfSeveral(evidence, from, at)) continue;
    isInside.fill(0, start, from);
    isInside.fill(1, from, at + 1);
    level = pending;
    start = from;
    inside = at + 1 - from;
    strays = 0;
    from = -1;
    days = 0;
  }
  if (from < 0) return null;
  // Of two levels that hardly anything tells of, neither is the one that holds.
  if (inside < NEW_LEVEL_DAYS) isInside.fill(1, from, size);
  return { logPrice: pending, days };
}

/** The scatter of an item's prices by how much neighbours differ, which a change of level does not move. */
export function scatterOf({ size, logPrice }: Evidence, usualDeviation: number): number {
  if (size < 2) return usualDeviation;
  if (changes.length < size) changes = new Float64Array(2 * size);
  for (let at = 1; at < size; at++) changes[at - 1] = Math.abs(logPrice[at]! - logPrice[at - 1]!);
  const own = medianInPlace(changes, size - 1) / MEDIAN_OF_PAIR;
  return Math.sqrt((PSEUDO_SALES * usualDeviation ** 2 + (size - 1) * own * own) / (PSEUDO_SALES + size - 1));
}

/** Whether all prices from one position to another are of one source, though others were heard of shortly before. */
function isOneVoiceOfSeveral({ source, day }: Evidence, from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) if (source[at] !== source[from]) return false;
  for (let at = from - 1; at >= 0 && day[from]! - day[at]! <= OTHER_SOURCE_DAYS; at--)
    if (source[at] !== source[from]) return true;
  return false;
}
