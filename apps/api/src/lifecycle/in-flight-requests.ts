import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { answerError } from '../http/answer-error.ts';
import { Room } from './room.ts';

const SWEEP_MS = 50;
// One client that asks without waiting for answers must not take all the room there is.
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;

declare module 'node:net' {
  interface Socket {
    /** The requests from this connection that are in flight. */
    repliesInFlight?: Set<FastifyReply>;
  }
}

/** The requests being worked on: bounded in number, so that overload is refused instead of queued, and each answered in time. */
@Injectable()
export class InFlightRequests implements OnApplicationShutdown {
  private readonly started = new Map<FastifyReply, InFlight>();
  /** Those still being worked on. The others have their answer, and are not done reading it. */
  private unanswered = 0;
  private readonly sweep = setInterval(() => this.lookAfterAll(), SWEEP_MS).unref();
  /** How many were refused for want of room. */
  shed = 0;
  private lastShedAt = Number.NEGATIVE_INFINITY;

  private readonly room: Room;

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {
    this.room = new Room(config.maxInFlight);
  }

  get count(): number {
    return this.started.size;
  }

  /** Whether requests are being refused for want of room, or were a moment ago. */
  isShedding(): boolean {
    return performance.now() - this.lastShedAt < SHEDDING_FOR_MS;
  }

  get isFull(): boolean {
    return this.started.size >= this.config.maxInFlight || !this.room.hasOneMore(this.unanswered);
  }

  countShed(): void {
    this.shed++;
    this.lastShedAt = performance.now();
  }

  /** Whether there is room for one more from this connection. */
  hasRoomFor(socket: Socket): boolean {
    if (this.isFull) {
      this.countShed();
      return false;
    }
    if ((socket.repliesInFlight?.size ?? 0) < MAX_PER_CONNECTION) return true;
    this.shed++;
    return false;
  }

  begin(reply: FastifyReply): void {
    this.started.set(reply, { startedAt: performance.now(), isAnswered: false });
    this.unanswered++;
    this.repliesOf(reply.request.raw.socket).add(reply);
  }

  /** To be called when the answer is there. */
  answer(reply: FastifyReply): void {
    const inFlight = this.started.get(reply);
    if (inFlight === undefined || inFlight.isAnswered) return;
    inFlight.isAnswered = true;
    this.unanswered--;
  }

  /** To be called when the answer has been sent. */
  end(reply: FastifyReply): void {
    this.answer(reply);
    this.started.delete(reply);
    reply.request.raw.socket.repliesInFlight?.delete(reply);
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  private lookAfterAll(): void {
    const now = performance.now();
    let longestWaitMs = 0;
    for (const [reply, { startedAt, isAnswered }] of this.started) {
      if (isAnswered) continue;
      longestWaitMs = Math.max(longestWaitMs, now - startedAt);
      if (now - startedAt >= this.config.answerTimeoutMs) answerOverdue(reply);
    }
    this.room.adjust({ unanswered: this.unanswered, longestWaitMs, isRefusing: this.isShedding() });
  }

  private repliesOf(socket: Socket): Set<FastifyReply> {
    if (socket.repliesInFlight === undefined) {
      const replies = new Set<FastifyReply>();
      socket.repliesInFlight = replies;
      // Who hangs up waits for nothing any more. Once a connection: a listener for every request would cost as much as its log line.
      socket.once('close', () => replies.forEach((reply) => this.end(reply)));
    }
    return socket.repliesInFlight;
  }
}

function answerOverdue(reply: FastifyReply): void {
  const { request } = reply;
  request.log.error({ reqId: request.id }, 'not answered in time');
  void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
  // After the answer, which must not wait for it. What is charged later is given back by whoever finds the request answered.
  request.giveBackCharge?.().catch((failure: unknown) => request.log.warn({ reqId: request.id, err: failure }, 'charge not given back'));
}

interface InFlight {
  readonly startedAt: number;
  isAnswered: boolean;
}
