import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { answerError, ApiError, undoCharge } from '../http/api-error.ts';
import type { Connection } from './unsent-answers.ts';

/** A client that sends requests without waiting for answers must not take all slots by itself. */
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;
/** How long after requests with different keys an account must leave half of the slots to others. */
const OTHERS_SEEN_FOR_MS = 10_000;
const MAX_KEYS_KNOWN = 10_000;

/** The account of a request; its key until the first admission, or nothing. */
type Owner = number | string | undefined;

/** One request that is being worked on. */
export class Work {
  readonly startedAt = performance.now();
  /** The promise whose end is the end of the work. */
  handled: unknown;
  /** Called once when the slot is free again. */
  whenDone: (() => void) | null = null;
  isLate = false;

  constructor(
    readonly reply: FastifyReply,
    readonly connection: Connection,
    readonly owner: Owner,
  ) {}

  /** Whether nobody waits for the answer any more: the client has hung up, or was told that it took too long. */
  get isGone(): boolean {
    return this.isLate || this.connection.isClosed;
  }
}

/**
 * A fixed number of slots for requests that are being worked on. A slot is free when the answer is composed, however
 * slowly it is read. A client that hangs up, or was answered 500 for taking too long, occupies its slot until its
 * handler ends: otherwise work would pile up behind a limit that counts only connections.
 */
export class ConcurrencyLimit {
  /** In the order in which they began. */
  private readonly working = new Set<Work>();
  private readonly held = new Map<Owner, number>();
  private readonly accountOfKey = new LRUCache<string, number>({ max: MAX_KEYS_KNOWN });
  private lastKey: string | undefined;
  private othersSeenAt = Number.NEGATIVE_INFINITY;
  private lastRefusalAt = Number.NEGATIVE_INFINITY;
  /** How many requests were refused for want of capacity. */
  refused = 0;

  constructor(readonly size: number) {}

  get inUse(): number {
    return this.working.size;
  }

  get isFull(): boolean {
    return this.working.size >= this.size;
  }

  /** Whether requests are being refused for want of capacity, or were a moment ago. */
  get isShedding(): boolean {
    return performance.now() - this.lastRefusalAt < SHEDDING_FOR_MS;
  }

  countRefusal(): void {
    this.refused++;
    this.lastRefusalAt = performance.now();
  }

  /** Notes whose a key is: all keys of an account then count together. */
  noteAccount(key: string, accountId: number): void {
    this.accountOfKey.set(key, accountId);
  }

  /** Takes a slot. Null, and counted as a refusal, when there is none for the request. */
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
      // No sign of overload: it is this client that asks for too much.
      this.refused++;
      return null;
    }
    const work = new Work(reply, connection, owner);
    connection.inProgress++;
    this.held.set(owner, held + 1);
    this.working.add(work);
    return work;
  }

  /** Notes that a request with this header has arrived, also one that is refused. */
  noteKey(key: string | undefined): void {
    if (key === undefined || key === this.lastKey) return;
    if (this.lastKey !== undefined) this.othersSeenAt = performance.now();
    this.lastKey = key;
  }

  /** To be called when the answer is composed. */
  release(work: Work): void {
    if (!work.isLate) this.vacate(work);
  }

  /** Answers 500 what has been worked on for too long. Its slot stays occupied until its handler ends. */
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

function answerTooLate(reply: FastifyReply): void {
  const { request } = reply;
  request.log.error({ reqId: request.id }, 'not answered in time');
  if (!reply.sent)
    void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
  // After the answer, which must not wait for it. If the charge happens later, the guard finds the reply sent and
  // refunds.
  void undoCharge(request);
}
