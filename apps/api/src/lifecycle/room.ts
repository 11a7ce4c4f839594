/** There is always room for so many: twice what keeps processor and database busy. */
const LEAST = 128;
/** Who waits longer, waits for too many others. */
const LONG_WAIT_MS = 50;
const SHRINK_TO = 0.7;
const GROW_BY = 16;

/** What a process is like at a moment. */
export interface Business {
  /** Requests being worked on. */
  readonly unanswered: number;
  /** How long the one of them that has waited longest has. */
  readonly longestWaitMs: number;
  /** Whether others were refused of late. */
  readonly isRefusing: boolean;
}

/**
 * How many requests there is room for. A burst is let in as a whole, up to the most there may be; while requests wait long
 * for each other there is less room, and when that is over, and nobody insists, little by little more again. So what a
 * machine can do in time need not be known beforehand, and may change.
 */
export class Room {
  private size: number;

  constructor(private readonly most: number) {
    this.size = most;
  }

  hasOneMore(unanswered: number): boolean {
    return unanswered < this.size;
  }

  /** To be told every so often. One slow request among few says nothing. */
  adjust({ unanswered, longestWaitMs, isRefusing }: Business): void {
    const least = Math.min(LEAST, this.most);
    if (unanswered >= least / 2 && longestWaitMs > LONG_WAIT_MS) this.size = Math.max(least, SHRINK_TO * Math.min(this.size, unanswered));
    else if (!isRefusing) this.size = Math.min(this.most, this.size + GROW_BY);
  }
}
