import type { FastifyReply } from 'fastify';
import { answerError, ApiError, undoCharge } from '../http/api-error.ts';
import type { AccountShares } from './account-shares.ts';
import type { Connection } from './unsent-answers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The slot its work occupies; null while it occupies none. */
    slot: number | null;
  }
}

/** A client that sends requests without waiting for answers must not take all slots by itself. */
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;
/** The part of all slots that a key with as many leaves to others. */
const KEPT_FOR_OTHERS = 1 / 4;
/** How long after requests with different keys slots are kept for others. A key that is alone may use all of them. */
const OTHERS_SEEN_FOR_MS = 10_000;

/**
 * A fixed number of slots for requests that are being worked on. A slot is free when the answer is composed, however
 * slowly it is read. A client that hangs up, or was answered 500 for taking too long, occupies its slot until its
 * handler ends: otherwise work would pile up behind a limit that counts only connections.
 *
 * Slots are fixed arrays: the tables that a Map discards as requests come and go are old to the garbage collector, and
 * keep alive every finished request they still point to.
 */
export class ConcurrencyLimit {
  private readonly replies: (FastifyReply | null)[];
  private readonly connections: (Connection | null)[];
  private readonly handlers: (PromiseLike<unknown> | null)[];
  private readonly startedAt: Float64Array;
  /** The account of an admitted request, and whether its work has begun; 0 before. */
  private readonly accountIds: Int32Array;
  private readonly hasBegun: Uint8Array;
  private readonly free: number[];
  private readonly keptForOthers: number;
  private lastAuthorization: string | undefined;
  private othersSeenAt = Number.NEGATIVE_INFINITY;
  private lastRefusalAt = Number.NEGATIVE_INFINITY;
  /** How many requests were refused for want of capacity. */
  refused = 0;

  constructor(
    readonly size: number,
    /** What each account has under way; null where requests belong to no account. */
    private readonly shares: AccountShares | null = null,
  ) {
    this.keptForOthers = Math.floor(size * KEPT_FOR_OTHERS);
    this.accountIds = new Int32Array(size);
    this.hasBegun = new Uint8Array(size);
    this.replies = Array.from({ length: size }, () => null);
    this.connections = Array.from({ length: size }, () => null);
    this.handlers = Array.from({ length: size }, () => null);
    this.startedAt = new Float64Array(size);
    this.free = Array.from({ length: size }, (_, slot) => size - 1 - slot);
  }

  get inUse(): number {
    return this.size - this.free.length;
  }

  get isFull(): boolean {
    return this.free.length === 0;
  }

  /** Whether requests are being refused for want of capacity, or were a moment ago. */
  isShedding(): boolean {
    return performance.now() - this.lastRefusalAt < SHEDDING_FOR_MS;
  }

  countRefusal(): void {
    this.refused++;
    this.lastRefusalAt = performance.now();
  }

  /** Takes a slot for a request. False, and counted as a refusal, when there is none for it. */
  take(reply: FastifyReply, connection: Connection): boolean {
    const now = performance.now();
    const { authorization } = reply.request.headers;
    this.noteKey(authorization, now);
    if (this.isFull) {
      this.countRefusal();
      return false;
    }
    if (connection.slots >= MAX_PER_CONNECTION || this.asksForTooMuch(authorization, now)) {
      // No sign of overload: it is this client that asks for too much.
      this.refused++;
      return false;
    }
    const slot = this.free.pop()!;
    reply.slot = slot;
    connection.slots++;
    this.replies[slot] = reply;
    this.connections[slot] = connection;
    this.startedAt[slot] = now;
    return true;
  }

  /** Notes that a request with this header has arrived, also one that is refused. */
  noteKey(authorization: string | undefined, now = performance.now()): void {
    if (authorization === this.lastAuthorization) return;
    if (this.lastAuthorization !== undefined && authorization !== undefined) this.othersSeenAt = now;
    this.lastAuthorization = authorization;
  }

  /** Waits until the work of an admitted request may begin; null when it may at once. */
  workFor(reply: FastifyReply, accountId: number): Promise<void> | null {
    const { slot, connection } = reply;
    if (this.shares === null || slot === null) return null;
    this.accountIds[slot] = accountId;
    const request = {
      isGone: () => this.isGone(reply),
      begins: () => void (this.hasBegun[slot] = 1),
    };
    const begin = this.shares.enter(accountId, request, this.startedAt[slot]!);
    // At once, not when its turn comes: clients that hang up again and again would fill all slots meanwhile.
    if (begin !== null && connection !== null) connection.onClosed = this.shares.dropGone;
    return begin;
  }

  /** Whether nobody waits for the answer any more: the client has hung up, or was told that it took too long. */
  isGone(reply: FastifyReply): boolean {
    return reply.slot === null || reply.connection?.isClosed === true;
  }

  /** Names the promise whose end is the end of the request's work. */
  handledBy(reply: FastifyReply, handler: unknown): void {
    if (reply.slot !== null) this.handlers[reply.slot] = handler as PromiseLike<unknown>;
  }

  /** To be called when the answer is composed. */
  release(reply: FastifyReply): void {
    const { slot } = reply;
    if (slot === null || this.replies[slot] !== reply) return;
    reply.slot = null;
    this.vacate(slot);
  }

  /** Answers 500 what has been worked on for too long. Its slot stays occupied until its handler ends. */
  answerOverdue(afterMs: number): void {
    const startedBefore = performance.now() - afterMs;
    for (let slot = 0; slot < this.size; slot++) {
      const reply = this.replies[slot];
      if (!reply || this.startedAt[slot]! > startedBefore) continue;
      // From now on the answer no longer releases the slot; the handler's end does.
      this.replies[slot] = null;
      reply.slot = null;
      const release = (): void => this.vacate(slot);
      Promise.resolve(this.handlers[slot]).then(release, release);
      answerTooLate(reply);
    }
  }

  /**
   * Whether the account of this key is behind with its requests, or has as many slots as are kept for others while few
   * are left.
   */
  private asksForTooMuch(authorization: string | undefined, now: number): boolean {
    const areFewLeft = this.free.length <= this.keptForOthers && now - this.othersSeenAt <= OTHERS_SEEN_FOR_MS;
    if (authorization === undefined || !(areFewLeft || this.shares?.hasBehind)) return false;
    const hasKey = (reply: FastifyReply | null): boolean => reply?.request.headers.authorization === authorization;
    // Known as soon as one request with the key was admitted; the account's other keys then count too.
    const accountId = this.accountIds.find((id, slot) => id !== 0 && hasKey(this.replies[slot]!)) ?? 0;
    if (accountId !== 0 && this.shares?.isBehind(accountId)) return true;
    if (!areFewLeft) return false;
    let held = 0;
    for (let slot = 0; slot < this.size; slot++)
      if (hasKey(this.replies[slot]!) || (accountId !== 0 && this.accountIds[slot] === accountId)) held++;
    return held >= this.keptForOthers;
  }

  private vacate(slot: number): void {
    const accountId = this.accountIds[slot]!;
    const hasBegun = this.hasBegun[slot] === 1;
    this.accountIds[slot] = this.hasBegun[slot] = 0;
    this.replies[slot] = null;
    this.handlers[slot] = null;
    this.connections[slot]!.slots--;
    this.connections[slot] = null;
    this.free.push(slot);
    if (hasBegun) this.shares!.leave(accountId);
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
