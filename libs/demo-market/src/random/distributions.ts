import type { RandomStream } from './random-stream.ts';

// Destructured once: jest intercepts globals, and reading Math each time makes this about three times as slow there.
const { cos, exp, log, max, round, sqrt } = Math;

/** Standard normal (Box and Muller). */
export function normal(stream: RandomStream): number {
  const radius = sqrt(-2 * log(1 - stream.uniform()));
  return radius * cos(2 * Math.PI * stream.uniform());
}

/** Mostly standard normal, but one draw in 25 has a standard deviation of 3.5, for rare large moves. */
export function fatTailed(stream: RandomStream): number {
  const width = stream.chance(0.04) ? 3.5 : 1;
  return width * normal(stream);
}

/** A Poisson-distributed number. Exact up to a mean of 30 (Knuth), normal approximation above. */
export function poisson(stream: RandomStream, mean: number): number {
  if (mean <= 0) return 0;
  if (mean > 30) return max(0, round(mean + sqrt(mean) * normal(stream)));
  const limit = exp(-mean);
  let count = 0;
  for (let product = stream.uniform(); product > limit; product *= stream.uniform()) count++;
  return count;
}

/** The index of a weight, with a probability in proportion to it. */
export function weightedIndex(stream: RandomStream, weights: readonly number[]): number {
  let rest = stream.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < weights.length - 1; i++) {
    rest -= weights[i]!;
    if (rest < 0) return i;
  }
  return weights.length - 1;
}
