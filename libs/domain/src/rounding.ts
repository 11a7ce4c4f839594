/** Rounds to a whole number, halves away from zero (2.5 is 3, -2.5 is -3). The one rounding rule of the service. */
export function roundHalfAwayFromZero(value: number): number {
  const rounded = Math.floor(Math.abs(value) + 0.5);
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** `100 * part / whole` with two decimals, halves away from zero; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  return roundHalfAwayFromZero((part * 10_000) / whole) / 100;
}
