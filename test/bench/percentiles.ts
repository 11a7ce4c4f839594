/** Median, 99th percentile and extremes of measured times, for people. */
export function percentiles(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${at(0)} to ${at(1)} ms over ${sorted.length} runs`;
}
