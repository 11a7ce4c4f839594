const MM_PER_INCH = 25.4;
const GRAMS_PER_POUND = 453.59237;

/** Inches of a length in millimetres, unrounded. */
export function inchesFromMm(mm: number): number {
  return mm / MM_PER_INCH;
}

/** Pounds (avoirdupois) of a weight in grams, unrounded. */
export function poundsFromGrams(grams: number): number {
  return grams / GRAMS_PER_POUND;
}
