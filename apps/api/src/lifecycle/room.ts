/** There is always room for so many: with fewer, processor and database would not be kept busy. */
const LEAST = 64;
/** Who waits longer, waits for too many others. */
const LONG_WAIT_MS = 50;
const SHRINK_TO = 0.7;
const GROW_BY = 16;

/**
 * How many requests there is room for. A burst is let in as a whole, up to the most there may be; while requests wait long
 * for each other there is less room, and little by little more again when they do not. So what a machine can do in time
 * need not be known beforehand, and may change.
 */
export class Room {
  private size: number;

  constructor(private readonly most: number) {
    this.size = most;
  }

  hasOneMore(inFlight: number): boolean {
    return inFlight < this.size;
  }

  /** To be told every so often how many there are, and how long the one that has waited longest has. One slow request among few says nothing. */
  adjust(inFlight: number, longestWaitMs: number): void {
    const least = Math.min(LEAST, this.most);
    if (inFlight >= least && longestWaitMs > LONG_WAIT_MS) this.size = Math.max(least, SHRINK_TO * Math.min(this.size, inFlight));
    else this.size = Math.min(this.most, this.size + GROW_BY);
  }
}
