import { Overloaded } from '../caching/coalescer.ts';

/** The client of a request has disconnected, or was answered that it took too long, before its work began. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Refused because its account asks for more than can be done in time; no sign that the service is overloaded. */
export class AccountBusy extends Overloaded {}

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
  readonly refusedAt: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** A refusal takes some tenths of a millisecond: a hundred at once would be a pause for everybody. */
const REFUSED_PER_TURN = 4;
/** Whoever has waited so long stands in a line that does not end: its account asks for more than its share. */
const LONG_LINE_MS = 100;
/**
 * For so long after that the account still counts as one that does: its line is short again as soon as those in it were
 * refused or hung up, and would fill again at once.
 */
const CROWDING_MS = 1_000;
/** An account that asked for something so recently is not to be kept waiting by a long line of another one. */
const RECENT_MS = 1_000;
/** What took longer was not kept busy by the account: the database was. */
const MAX_REST_MS = 100;

interface Share {
  underWay: number;
  /** When its latest request began. */
  begunAt: number;
  /** Whether none begins now: the others get as much time as its latest request took. */
  isResting: boolean;
  waiting: Waiting[];
}

/** An account and when its last request arrived. */
interface Seen {
  readonly accountId: number;
  at: number;
}

/**
 * Bounds how many admitted requests of one account are worked on at once. The others wait in the account's own line,
 * which delays nobody else: without that, 200 requests of one account for a large answer came before every request that
 * arrived after them. A lone account is as fast as without the bound, since a process works on one request at a time.
 * While other accounts ask too, one that asks for more than its share (its line is long, or was within the last second)
 * has a single request worked on, and rests after it for as long as it took.
 */
export class AccountShares {
  /** Accounts with requests under way or waiting. */
  private readonly shares = new Map<number, Share>();
  /** The account that asked last, and the one before it. */
  private latest: Seen = { accountId: 0, at: Number.NEGATIVE_INFINITY };
  private other: Seen = this.latest;
  private isScheduled = false;
  /** Requests that are to be refused, with the reason. */
  private readonly refused: { readonly one: Waiting; readonly reason: Error }[] = [];
  /** Accounts that ask for more than their share, and until when they count as such. */
  private readonly crowding = new Map<number, number>();
  /** Accounts whose next request has waited for so long that another one would wait in vain. */
  private behind: ReadonlySet<number> = new Set();

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

  /** Whether requests of some account are to be refused before they are charged. */
  get hasBehind(): boolean {
    return this.behind.size > 0;
  }

  isBehind(accountId: number): boolean {
    return this.behind.has(accountId);
  }

  /** Null when the request may begin at once; otherwise waits for its turn, and throws Overloaded or ClientGone. */
  enter(accountId: number, request: Admitted, arrivedAt: number): Promise<void> | null {
    if (request.isGone()) return Promise.reject(new ClientGone('nobody waits for the answer'));
    this.see(accountId, arrivedAt);
    let share = this.shares.get(accountId);
    if (share === undefined) {
      share = { underWay: 0, begunAt: arrivedAt, isResting: false, waiting: [] };
      this.shares.set(accountId, share);
    }
    if (share.waiting.length === 0 && !share.isResting && share.underWay < this.boundOf(accountId, arrivedAt)) {
      share.underWay++;
      share.begunAt = arrivedAt;
      request.begins();
      return null;
    }
    const { waiting } = share;
    // Not all at the same time: what is refused together comes back together.
    const refusedAt = arrivedAt + this.maxWaitMs * (0.5 + Math.random() / 2);
    return new Promise((resolve, reject) => waiting.push({ request, arrivedAt, refusedAt, resolve, reject }));
  }

  /** Must be called once for each request that has begun. */
  leave(accountId: number): void {
    const share = this.shares.get(accountId)!;
    share.underWay--;
    if (share.waiting.length === 0 && this.crowding.size === 0) {
      this.forgetIdle(accountId, share);
      return;
    }
    const now = performance.now();
    this.noteLongLine(accountId, share, now);
    if (this.isHeldBack(accountId, now)) {
      share.isResting = true;
      setTimeout(
        () => {
          share.isResting = false;
          this.beginWaiting();
        },
        Math.min(now - share.begunAt, MAX_REST_MS),
      );
    } else if (share.waiting.length === 0) {
      this.forgetIdle(accountId, share);
    } else if (!this.isScheduled) {
      this.isScheduled = true;
      // In the next turn of the event loop: other requests that have arrived meanwhile are read first.
      setImmediate(this.beginWaiting);
    }
  }

  /** Refuses what has waited too long, and notes which accounts are behind. To be called now and then. */
  refuseOverdue(): void {
    const now = performance.now();
    this.remove(
      ({ refusedAt }) => refusedAt <= now,
      () => new AccountBusy('waited too long for other requests of the account'),
    );
    const behind = new Set<number>();
    for (const [accountId, { waiting }] of this.shares)
      if (waiting.length > 0 && waiting[0]!.arrivedAt <= now - this.maxWaitMs / 2) behind.add(accountId);
    this.behind = behind;
    for (const [accountId, until] of this.crowding) if (until <= now) this.crowding.delete(accountId);
  }

  /** Gives up what nobody waits for any more. */
  readonly dropGone = (): void =>
    this.remove(
      ({ request }) => request.isGone(),
      () => new ClientGone('nobody waits for the answer'),
    );

  private see(accountId: number, at: number): void {
    if (this.latest.accountId === accountId) {
      this.latest.at = at;
    } else {
      this.other = this.latest;
      this.latest = { accountId, at };
    }
  }

  private noteLongLine(accountId: number, { waiting }: Share, now: number): void {
    if (waiting.length > 0 && waiting[0]!.arrivedAt <= now - LONG_LINE_MS)
      this.crowding.set(accountId, now + CROWDING_MS);
  }

  /** Whether the account asks for more than its share while others ask too. */
  private isHeldBack(accountId: number, now: number): boolean {
    const until = this.crowding.get(accountId);
    if (until === undefined || until <= now) return false;
    const other = this.latest.accountId === accountId ? this.other : this.latest;
    return other.at > now - RECENT_MS;
  }

  /** How many of its requests may be worked on at once. */
  private boundOf(accountId: number, now: number): number {
    return this.isHeldBack(accountId, now) ? 1 : this.maxUnderWay;
  }

  private forgetIdle(accountId: number, share: Share): void {
    if (share.underWay === 0 && !share.isResting) this.shares.delete(accountId);
  }

  private remove(isOver: (one: Waiting) => boolean, reason: () => Error): void {
    const now = performance.now();
    for (const [accountId, share] of this.shares) {
      if (!share.waiting.some(isOver)) continue;
      // Also of clients that hung up before they had waited for long: new ones are in their places at once.
      this.crowding.set(accountId, now + CROWDING_MS);
      const over = share.waiting.filter(isOver);
      share.waiting = share.waiting.filter((one) => !isOver(one));
      if (this.refused.length === 0) setImmediate(this.refuseSome);
      for (const one of over) this.refused.push({ one, reason: reason() });
    }
  }

  private readonly refuseSome = (): void => {
    for (const { one, reason } of this.refused.splice(0, REFUSED_PER_TURN)) one.reject(reason);
    if (this.refused.length > 0) setImmediate(this.refuseSome);
  };

  private readonly beginWaiting = (): void => {
    this.isScheduled = false;
    const now = performance.now();
    for (const [accountId, share] of this.shares) {
      if (share.isResting) continue;
      this.noteLongLine(accountId, share, now);
      const bound = this.boundOf(accountId, now);
      let next = 0;
      for (; share.underWay < bound && next < share.waiting.length; next++) {
        const { request, resolve } = share.waiting[next]!;
        share.underWay++;
        share.begunAt = now;
        request.begins();
        resolve();
      }
      share.waiting = share.waiting.slice(next);
      this.forgetIdle(accountId, share);
    }
  };
}
