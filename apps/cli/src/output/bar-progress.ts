import { SingleBar } from 'cli-progress';
import type { EndingProgress } from './ending-progress.ts';

const TITLE_WIDTH = 28;

/** One bar a step, on a terminal. Steps of unknown size are a line without a bar. */
export class BarProgress implements EndingProgress {
  readonly #out: NodeJS.WriteStream;
  #title = '';
  #bar: SingleBar | null = null;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  step(title: string): void {
    this.end();
    this.#title = title;
    this.#out.write(title);
  }

  advance(done: number, total: number): void {
    if (this.#bar === null) {
      this.#out.write('\r');
      this.#bar = new SingleBar({
        format: `${this.#title.padEnd(TITLE_WIDTH)} {bar} {percentage}%`,
        stream: this.#out,
        fps: 10,
        barsize: 30,
        // Modes of the terminal stay as they are: switched off for the time of the bar, they would stay off in the
        // caller's shell when the process is killed. Lines are cut to the terminal's width instead.
        hideCursor: false,
        linewrap: true,
        barCompleteChar: '█',
        barIncompleteChar: '░',
      });
      this.#bar.start(total, done);
    } else {
      this.#bar.setTotal(total);
      this.#bar.update(done);
    }
  }

  end(): void {
    // The bar ends its own line.
    if (this.#bar !== null) this.#bar.stop();
    else if (this.#title !== '') this.#out.write('\n');
    this.#bar = null;
    this.#title = '';
  }
}
