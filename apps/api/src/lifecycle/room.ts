/** There is always room for so many: twice what keeps processor and database busy. */
const LEAST = 128;
/** Who waits longer, waits for too many others; when nobody waits even a third of it, there is room for more. */
const LONG_WAIT_MS = 30;
const SHORT_WAIT_MS = LONG_WAIT_MS / 3;
const SHRINK_TO = 0.7;
const GROW_BY = 16;

/**
 * How many requests there is room for. A burst is let in as a whole, up to the most there may be; while requests wait long
 * for each other there is less room, and when that is over, little by little more again. So what a machine can do in time
 * need not be known beforehand, and may change.
 */
export class Room {
  private size: number;

  constructor(private readonly most: number) {
    this.size = most;
  }

  hasOneMore(unanswered: number): boolean {
    return unanswered < this.size;
  }

  /** To be told every so often how many there are, and how long the one that has waited longest has. One slow request among few says nothing. */
  adjust(unanswered: number, longestWaitMs: number): void {
    const least = Math.min(LEAST, this.most);
    const areFew = unanswered < least / 2;
    if (areFew || longestWaitMs < SHORT_WAIT_MS) this.size = Math.min(this.most, this.size + GROW_BY);
    else if (longestWaitMs > LONG_WAIT_MS) this.size = Math.max(least, SHRINK_TO * Math.min(this.size, unanswered));
  }
}
