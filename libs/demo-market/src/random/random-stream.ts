import type { StreamKey } from './stream-key.ts';

// Destructured once: jest intercepts globals, and reading Math each time makes this about three times as slow there.
const { floor } = Math;

const WARM_UP_ROUNDS = 10;
const TWO_POW_32 = 4_294_967_296;

/**
 * A repeatable sequence of numbers: Chris Doty-Humphrey's sfc32 (three chaotic words and a counter).
 * Starting one costs about as much as ten draws, so every entity and month can have its own.
 */
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

  /** 32 random bits. */
  word(): number {
    const out = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + out) | 0;
    return out >>> 0;
  }

  /** At least 0, below 1. */
  uniform(): number {
    return this.word() / TWO_POW_32;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** At least `low`, below `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + floor((high - low + 1) * this.uniform());
  }

  /** One of a list that is not empty. */
  pick<T>(choices: readonly T[]): T {
    return choices[floor(choices.length * this.uniform())]!;
  }
}
