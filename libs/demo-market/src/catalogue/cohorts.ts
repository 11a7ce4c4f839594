/** The market's first year. Sets are counted by the year they come out, on an absolute time line, so that a later as-of day only adds. */
export const FIRST_COHORT_YEAR = 2010;
/** The size asked for is the number of sets that came out up to the end of this year; later years go on at the same pace. */
const REFERENCE_YEAR = 2026;
/** Room for this many cohorts in a number that is unique to an item. */
const COHORT_SLOTS = 64;

/** How many items come out in a year, for a market that has `size` items in the reference year. Catalogues grow. */
export function cohortSize(size: number, year: number): number {
  let total = 0;
  for (let other = FIRST_COHORT_YEAR; other <= REFERENCE_YEAR; other++) total += cohortWeight(other);
  return Math.round((size * cohortWeight(year)) / total);
}

/** A small number that belongs to one item for ever: it depends neither on the market's size nor on the as-of day. */
export function itemOrdinal(year: number, slot: number): number {
  return slot * COHORT_SLOTS + (year - FIRST_COHORT_YEAR);
}

function cohortWeight(year: number): number {
  return 1 + 0.07 * Math.min(year - FIRST_COHORT_YEAR, 20);
}
