import { Overloaded } from '../caching/coalescer.ts';

/** The client of a request has disconnected, or was answered that it took too long, before its work began. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** A request that has been admitted. */
interface Admitted {
  /** Whether nobody waits for its answer any more. */
  isGone(): boolean;
  /** Called when its work begins. */
  begins(): void;
}

interface Waiting {
  readonly request: Admitted;
  readonly arrivedAt: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Share {
  underWay: number;
  waiting: Waiting[];
}

/**
 * Bounds how many admitted requests of one account are worked on at once. The others wait in the account's own line,
 * which delays nobody else: without that, 200 requests of one account for a large answer came before every request that
 * arrived after them. A lone account is as fast as without the bound, since a process works on one request at a time.
 */
export class AccountShares {
  /** Accounts with requests under way or waiting. */
  private readonly shares = new Map<number, Share>();
  private isScheduled = false;

  constructor(
    /** Requests of one account that are worked on at once, and that begin in one turn of the event loop. */
    private readonly maxUnderWay: number,
    /** A request that has waited so long since it arrived is refused: it could not be answered in time. */
    private readonly maxWaitMs: number,
  ) {}

  /** How many accounts have requests under way or waiting. */
  get size(): number {
    return this.shares.size;
  }

  /** Null when the request may begin at once; otherwise waits for its turn, and throws Overloaded or ClientGone. */
  enter(accountId: number, request: Admitted, arrivedAt: number): Promise<void> | null {
    if (request.isGone()) return Promise.reject(new ClientGone('nobody waits for the answer'));
    let share = this.shares.get(accountId);
    if (share === undefined) this.shares.set(accountId, (share = { underWay: 0, waiting: [] }));
    if (share.underWay < this.maxUnderWay && share.waiting.length === 0) {
      share.underWay++;
      request.begins();
      return null;
    }
    const { waiting } = share;
    return new Promise((resolve, reject) => waiting.push({ request, arrivedAt, resolve, reject }));
  }

  /** Must be called once for each request that has begun. */
  leave(accountId: number): void {
    const share = this.shares.get(accountId)!;
    share.underWay--;
    if (share.waiting.length === 0) {
      if (share.underWay === 0) this.shares.delete(accountId);
    } else if (!this.isScheduled) {
      this.isScheduled = true;
      // In the next turn of the event loop: other requests that have arrived meanwhile are read first.
      setImmediate(this.beginWaiting);
    }
  }

  /** Refuses what has waited too long. */
  refuseOverdue(): void {
    const arrivedBefore = performance.now() - this.maxWaitMs;
    this.remove(
      ({ arrivedAt }) => arrivedAt <= arrivedBefore,
      () => new Overloaded('waited too long for other requests of the account'),
    );
  }

  /** Gives up what nobody waits for any more. */
  readonly dropGone = (): void =>
    this.remove(
      ({ request }) => request.isGone(),
      () => new ClientGone('nobody waits for the answer'),
    );

  private remove(isOver: (one: Waiting) => boolean, reason: () => Error): void {
    for (const share of this.shares.values()) {
      if (!share.waiting.some(isOver)) continue;
      const over = share.waiting.filter(isOver);
      share.waiting = share.waiting.filter((one) => !isOver(one));
      for (const { reject } of over) reject(reason());
    }
  }

  private readonly beginWaiting = (): void => {
    this.isScheduled = false;
    for (const [accountId, share] of this.shares) {
      let next = 0;
      for (; share.underWay < this.maxUnderWay && next < share.waiting.length; next++) {
        const { request, resolve } = share.waiting[next]!;
        share.underWay++;
        request.begins();
        resolve();
      }
      share.waiting = share.waiting.slice(next);
      if (share.underWay === 0) this.shares.delete(accountId);
    }
  };
}
