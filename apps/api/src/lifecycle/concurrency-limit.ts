import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Overloaded } from '../caching/coalescer.ts';
import { answerError, ApiError, undoCharge } from '../http/api-error.ts';
import type { Connection } from './unsent-answers.ts';

/** Bounds clients that pipeline requests. */
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;
/** Time after requests with other keys in which an account must leave half of the slots free. */
const OTHERS_SEEN_FOR_MS = 10_000;
const MAX_KEYS_KNOWN = 10_000;

/** Account; its key until the first admission. */
type Owner = number | string | undefined;

export class Work {
  readonly startedAt = performance.now();
  /** Promise that ends the work. */
  handled: unknown;
  /** Called once when the slot is free. */
  whenDone: (() => void) | null = null;
  isLate = false;

  constructor(
    readonly reply: FastifyReply,
    readonly connection: Connection,
    readonly owner: Owner,
  ) {}

  /** The client disconnected or got a timeout. */
  get isGone(): boolean {
    return this.isLate || this.connection.isClosed;
  }
}

/** Slots last until the response is composed; for disconnected and timed-out clients until the handler ends. */
export class ConcurrencyLimit {
  /** In order of start. */
  private readonly working = new Set<Work>();
  private readonly held = new Map<Owner, number>();
  private readonly accountOfKey = new LRUCache<string, number>({ max: MAX_KEYS_KNOWN });
  private lastKey: string | undefined;
  private othersSeenAt = Number.NEGATIVE_INFINITY;
  private lastRefusalAt = Number.NEGATIVE_INFINITY;
  refused = 0;

  constructor(readonly size: number) {}

  get inUse(): number {
    return this.working.size;
  }

  get isFull(): boolean {
    return this.working.size >= this.size;
  }

  /** Also true shortly after a refusal. */
  get isShedding(): boolean {
    return performance.now() - this.lastRefusalAt < SHEDDING_FOR_MS;
  }

  countRefusal(): void {
    this.refused++;
    this.lastRefusalAt = performance.now();
  }

  /** Counts all keys of an account together. */
  noteAccount(key: string, accountId: number): void {
    this.accountOfKey.set(key, accountId);
  }

  /** Null, and counted as a refusal, without a free slot. */
  take(reply: FastifyReply, connection: Connection): Work | null {
    const { authorization } = reply.request.headers;
    this.noteKey(authorization);
    if (this.isFull) {
      this.countRefusal();
      return null;
    }
    const owner = authorization && (this.accountOfKey.get(authorization) ?? authorization);
    const held = this.held.get(owner) ?? 0;
    if (connection.inProgress >= MAX_PER_CONNECTION || (held >= this.size / 2 && this.hasOthers())) {
      // No sign of overload: only this client requests too much.
      this.refused++;
      return null;
    }
    const work = new Work(reply, connection, owner);
    connection.inProgress++;
    this.held.set(owner, held + 1);
    this.working.add(work);
    return work;
  }

  /** Includes refused requests. */
  noteKey(key: string | undefined): void {
    if (key === undefined || key === this.lastKey) return;
    if (this.lastKey !== undefined) this.othersSeenAt = performance.now();
    this.lastKey = key;
  }

  /** Call when the response is composed. */
  release(work: Work): void {
    if (!work.isLate) this.vacate(work);
  }

  /** Responds 500 to overdue work. Its slot stays occupied until its handler ends. */
  answerOverdue(afterMs: number): void {
    const now = performance.now();
    for (const work of this.working) {
      if (work.startedAt + afterMs > now) break;
      if (work.isLate) continue;
      work.isLate = true;
      const vacate = (): void => this.vacate(work);
      Promise.resolve(work.handled).then(vacate, vacate);
      answerTooLate(work.reply);
    }
  }

  private hasOthers(): boolean {
    return performance.now() - this.othersSeenAt <= OTHERS_SEEN_FOR_MS;
  }

  private vacate(work: Work): void {
    if (!this.working.delete(work)) return;
    work.connection.inProgress--;
    const held = this.held.get(work.owner)! - 1;
    if (held > 0) this.held.set(work.owner, held);
    else this.held.delete(work.owner);
    work.whenDone?.();
  }
}

/** The client disconnected or got a timeout before its work started. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** The account requests more than fits into the time limit; no sign of overload. */
export class AccountBusy extends Overloaded {}

interface Waiting {
  readonly work: Work;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Semaphore {
  underWay: number;
  waiting: Waiting[];
}

/** Bounds concurrent requests per account, whose others wait in line (apps/docs/adr/0040). Reads sockets in between. */
export class AccountSemaphores {
  private readonly accounts = new Map<number, Semaphore>();

  constructor(
    private readonly maxUnderWay: number,
    /** Longer waits are rejected: no response would be in time. */
    private readonly maxWaitMs: number,
  ) {}

  get size(): number {
    return this.accounts.size;
  }

  /** Throws AccountBusy, or ClientGone if no client waits any more. */
  async enter(accountId: number, work: Work): Promise<void> {
    if (work.isGone) throw new ClientGone('nobody waits for the answer');
    const semaphore = this.accounts.get(accountId) ?? { underWay: 0, waiting: [] };
    this.accounts.set(accountId, semaphore);
    if (semaphore.underWay < this.maxUnderWay && semaphore.waiting.length === 0) {
      this.begin(accountId, semaphore, work);
      return;
    }
    await new Promise<void>((resolve, reject) => semaphore.waiting.push({ work, resolve, reject }));
  }

  /** Call periodically. */
  refuseOverdue(): void {
    const now = performance.now();
    for (const { waiting } of this.accounts.values())
      while (waiting.length > 0 && waiting[0]!.work.startedAt + this.maxWaitMs <= now)
        waiting.shift()!.reject(new AccountBusy('waited too long for other requests of the account'));
  }

  private begin(accountId: number, semaphore: Semaphore, work: Work): void {
    semaphore.underWay++;
    work.whenDone = () => {
      semaphore.underWay--;
      setImmediate(() => this.beginNext(accountId, semaphore));
    };
  }

  private beginNext(accountId: number, semaphore: Semaphore): void {
    while (semaphore.underWay < this.maxUnderWay && semaphore.waiting.length > 0) {
      const { work, resolve, reject } = semaphore.waiting.shift()!;
      if (work.isGone) {
        reject(new ClientGone('nobody waits for the answer'));
      } else {
        this.begin(accountId, semaphore, work);
        resolve();
      }
    }
    if (semaphore.underWay === 0) this.accounts.delete(accountId);
  }
}

function answerTooLate(reply: FastifyReply): void {
  const { request } = reply;
  request.log.error({ reqId: request.id }, 'not answered in time');
  if (!reply.sent)
    void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
  // Not awaited by the response. After a later charge the guard finds the reply sent and refunds.
  void undoCharge(request);
}
