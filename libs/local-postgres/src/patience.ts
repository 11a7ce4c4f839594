import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A limit on waiting that counts the pauses of whoever waits, not the clock: a computer that sleeps in between, or
 * stands still, uses up nothing of it, because those who are waited for stood still as well.
 */
export class Patience {
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  get isOver(): boolean {
    return this.#leftMs <= 0;
  }

  async pause(ms: number): Promise<void> {
    await sleep(ms);
    this.#leftMs -= ms;
  }
}
