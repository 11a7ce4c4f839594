import { gs1CheckDigit } from '@brickmarket/domain';

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
const CODE_SPACE = 2_147_483_647; // a prime
const ASIN_ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 4 or 5 digits, 6 for small packs and when short ones run out. Unique per ordinal. */
export function setNumberBase(ordinal: number, isSmallPack: boolean, salt: number): string {
  if (ordinal >= SHORT_NUMBERS) return String(400_000 + scatter(ordinal - SHORT_NUMBERS, salt, LONG_NUMBERS));
  return String(1000 + (isSmallPack ? SMALL_PACK_OFFSET : 0) + scatter(ordinal, salt, SHORT_NUMBERS));
}

export function figureNumber(ordinal: number, salt: number): string {
  return `fig-${String(scatter(ordinal, salt, 999_983)).padStart(6, '0')}`;
}

/** UPC of number system 4, reserved for in-store use: never a real product's. */
export function upcFor(ordinal: number, salt: number): string {
  return withCheckDigit(`4${String(scatter(ordinal, salt, CODE_SPACE)).padStart(10, '0')}`);
}

/** EAN with prefix 29, reserved for in-store use: never a real product's. */
export function eanFor(ordinal: number, salt: number): string {
  return withCheckDigit(`29${String(scatter(ordinal, salt + 1, CODE_SPACE)).padStart(10, '0')}`);
}

export function asinFor(ordinal: number, salt: number): string {
  let rest = scatter(ordinal, salt + 2, CODE_SPACE);
  let code = '';
  for (let i = 0; i < 8; i++) {
    code = ASIN_ALPHABET[rest % ASIN_ALPHABET.length]! + code;
    rest = Math.floor(rest / ASIN_ALPHABET.length);
  }
  return `D0${code}`;
}

function withCheckDigit(body: string): string {
  return body + String(gs1CheckDigit(body));
}

/** Permutes 0..size-1: multiplication modulo a prime, then a shift. */
function scatter(ordinal: number, salt: number, primeSize: number): number {
  return (ordinal * 48_271 + salt) % primeSize;
}
