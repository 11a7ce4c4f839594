/** How measured times are distributed. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly min: number;
  readonly max: number;
}

export function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p99: at(0.99), min: at(0), max: at(1) };
}
