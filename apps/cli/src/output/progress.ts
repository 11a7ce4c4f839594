import type { Progress } from '@brickmarket/operations';
import { SingleBar } from 'cli-progress';
import { visible, warn } from './print.ts';

/** Bars on a terminal, otherwise lines, on standard error. */
export async function watchProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const { stderr } = process;
  const progress = stderr.isTTY ? new BarProgress(stderr) : new LineProgress(warn, () => performance.now());
  try {
    return await work(progress);
  } finally {
    progress.end();
  }
}

const TITLE_WIDTH = 28;

/** One bar per step; steps of unknown size are a line. */
class BarProgress implements EndingProgress {
  readonly #out: NodeJS.WriteStream;
  #title = '';
  #bar: SingleBar | null = null;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  step(title: string): void {
    this.end();
    this.#title = visible(title);
    this.#out.write(this.#title);
  }

  advance(done: number, total: number): void {
    if (this.#bar === null) {
      this.#out.write('\r');
      this.#bar = new SingleBar({
        format: `${this.#title.padEnd(TITLE_WIDTH)} {bar} {percentage}%`,
        stream: this.#out,
        fps: 10,
        barsize: 30,
        // Keeps terminal modes: a killed process would leave the shell without cursor and wrap.
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

const REPORT_EVERY_MS = 5_000;

/** A line per step, and its percentage at most every five seconds. */
export class LineProgress implements EndingProgress {
  #title = '';
  #reportedAt = 0;

  constructor(
    private readonly say: (line: string) => void,
    private readonly now: () => number,
  ) {}

  step(title: string): void {
    this.#title = title;
    this.#reportedAt = this.now();
    this.say(title);
  }

  advance(done: number, total: number): void {
    if (this.now() - this.#reportedAt < REPORT_EVERY_MS) return;
    this.#reportedAt = this.now();
    this.say(`${this.#title}: ${total > 0 ? Math.floor((100 * done) / total) : 100} %`);
  }

  end(): void {
    // Every line has ended already.
  }
}

/** `end` leaves the cursor at the start of a line. */
interface EndingProgress extends Progress {
  end(): void;
}
