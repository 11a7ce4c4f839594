import { setTimeout as sleep } from 'node:timers/promises';

/** Wait limit that counts own pauses, not the clock, so that a sleeping computer uses up nothing. */
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
