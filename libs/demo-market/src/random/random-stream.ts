// Destructured once: jest intercepts globals, so reading Math each time is three times as slow there.
const { cos, exp, floor, imul, log, max, round, sqrt } = Math;

/** 64 bits make collisions among millions of streams very unlikely. */
export interface StreamKey {
  readonly high: number;
  readonly low: number;
}

/** Separate streams, so that draws of one concern do not change another's. */
export const Purpose = {
  theme: 1,
  setBox: 4,
  themeGrowth: 8,
  itemFacts: 9,
  marketWalk: 10,
  sealedPath: 11,
  usedPath: 12,
  figurePath: 13,
  promotions: 14,
  sealedSales: 20,
  usedSales: 21,
  tradeHabits: 22,
  choice: 25,
  retail: 30,
  account: 40,
} as const;

export function rootKey(seed: string): StreamKey {
  let key: StreamKey = { high: 0x243f6a88, low: 0x85a308d3 };
  for (let i = 0; i < seed.length; i++) key = childKey(key, seed.charCodeAt(i));
  return childKey(key, seed.length);
}

/** Depends only on parent and label. */
export function childKey(parent: StreamKey, label: number): StreamKey {
  const high = scramble(parent.high ^ imul(label + 1, 0x9e3779b1));
  return { high, low: scramble((parent.low + imul(high, 0x27d4eb2f) + label) | 0) };
}

/** Avalanche step of MurmurHash3: each input bit flips about half of the output bits. */
function scramble(word: number): number {
  let mixed = word;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const WARM_UP_ROUNDS = 10;
const TWO_POW_32 = 4_294_967_296;

/** Chris Doty-Humphrey's sfc32. Starting costs about ten draws, so every entity and month can have one. */
export class RandomStream {
  private a: number;
  private b: number;
  private c = 0x5f356495;
  private counter = 1;

  constructor(key: StreamKey) {
    this.a = key.high;
    this.b = key.low;
    for (let i = 0; i < WARM_UP_ROUNDS; i++) this.word();
  }

  word(): number {
    const out = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** In [0, 1). */
  uniform(): number {
    return this.word() / TWO_POW_32;
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** In [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** Both inclusive. */
  wholeNumber(low: number, high: number): number {
    return low + floor((high - low + 1) * this.uniform());
  }

  pick<T>(choices: readonly T[]): T {
    return choices[floor(choices.length * this.uniform())]!;
  }
}

/** Box and Muller. */
export function normal(stream: RandomStream): number {
  const radius = sqrt(-2 * log(1 - stream.uniform()));
  return radius * cos(2 * Math.PI * stream.uniform());
}

/** Standard normal, but one draw in 25 has a standard deviation of 3.5. */
export function fatTailed(stream: RandomStream): number {
  const width = stream.chance(0.04) ? 3.5 : 1;
  return width * normal(stream);
}

/** Exact up to a mean of 30 (Knuth), normal approximation above. */
export function poisson(stream: RandomStream, mean: number): number {
  if (mean <= 0) return 0;
  if (mean > 30) return max(0, round(mean + sqrt(mean) * normal(stream)));
  const limit = exp(-mean);
  let count = 0;
  for (let product = stream.uniform(); product > limit; product *= stream.uniform()) count++;
  return count;
}

/** Probability in proportion to weight. */
export function weightedIndex(stream: RandomStream, weights: readonly number[]): number {
  let rest = stream.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < weights.length - 1; i++) {
    rest -= weights[i]!;
    if (rest < 0) return i;
  }
  return weights.length - 1;
}
