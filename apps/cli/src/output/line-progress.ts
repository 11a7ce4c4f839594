import type { EndingProgress } from './ending-progress.ts';

const SPOKEN_EVERY_MS = 5_000;

/** A line for each step, and now and then how far it has come: for logs and pipes. */
export class LineProgress implements EndingProgress {
  #title = '';
  #spokeAt = 0;

  constructor(
    private readonly say: (line: string) => void,
    private readonly now: () => number,
  ) {}

  step(title: string): void {
    this.#title = title;
    this.#spokeAt = this.now();
    this.say(title);
  }

  advance(done: number, total: number): void {
    if (this.now() - this.#spokeAt < SPOKEN_EVERY_MS) return;
    this.#spokeAt = this.now();
    this.say(`${this.#title}: ${total > 0 ? Math.floor((100 * done) / total) : 100} %`);
  }

  end(): void {
    // Every line has been ended when it was written.
  }
}
