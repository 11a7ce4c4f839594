import { scatter } from '../../../libs/demo-market/src/catalog/item-codes.ts';

/** Cohorts are calendar years, so that a later as-of day only adds sets. */
export const FIRST_COHORT_YEAR = 2010;
/** Year at whose end the market has the requested size. */
const REFERENCE_YEAR = 2026;
/** Slots per cohort in an ordinal. */
const COHORT_SLOTS = 64;

export function cohortSize(size: number, year: number): number {
  let total = 0;
  for (let other = FIRST_COHORT_YEAR; other <= REFERENCE_YEAR; other++) total += cohortWeight(other);
  return Math.round((size * cohortWeight(year)) / total);
}

/** Unique per item, independent of market size and as-of day. */
export function itemOrdinal(year: number, slot: number): number {
  return slot * COHORT_SLOTS + (year - FIRST_COHORT_YEAR);
}

function cohortWeight(year: number): number {
  return 1 + 0.07 * Math.min(year - FIRST_COHORT_YEAR, 20);
}

const SHORT_NUMBERS = 98_993; // a prime: 1000 to 99992
const LONG_NUMBERS = 499_979; // a prime: from 400000
const SMALL_PACK_OFFSET = 130_000;

/** 4 or 5 digits, 6 for small packs and when short ones run out. Unique per ordinal. */
export function setNumberBase(ordinal: number, isSmallPack: boolean, salt: number): string {
  if (ordinal >= SHORT_NUMBERS) return String(400_000 + scatter(ordinal - SHORT_NUMBERS, salt, LONG_NUMBERS));
  return String(1000 + (isSmallPack ? SMALL_PACK_OFFSET : 0) + scatter(ordinal, salt, SHORT_NUMBERS));
}

export function figureNumber(ordinal: number, salt: number): string {
  return `fig-${String(scatter(ordinal, salt, 999_983)).padStart(6, '0')}`;
}
