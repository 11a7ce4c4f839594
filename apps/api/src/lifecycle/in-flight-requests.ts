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
    /** How many requests from this connection are being worked on. */
    requestsInFlight?: number;
  }
}

/** The requests being worked on: bounded in number, so that overload is refused instead of queued, and each answered in time. */
@Injectable()
export class InFlightRequests implements OnApplicationShutdown {
  /** Each with the moment of its start. */
  private readonly started = new Map<FastifyReply, number>();
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
    return !this.room.hasOneMore(this.started.size);
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
    if ((socket.requestsInFlight ?? 0) < MAX_PER_CONNECTION) return true;
    this.shed++;
    return false;
  }

  begin(reply: FastifyReply): void {
    const { socket } = reply.request.raw;
    this.started.set(reply, performance.now());
    socket.requestsInFlight = (socket.requestsInFlight ?? 0) + 1;
  }

  /** To be called when the answer has been sent. Where the client hung up before that, the next look around finds out. */
  end(reply: FastifyReply): void {
    if (this.started.delete(reply)) reply.request.raw.socket.requestsInFlight!--;
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  private lookAfterAll(): void {
    const now = performance.now();
    let longestWaitMs = 0;
    for (const [reply, startedAt] of this.started) {
      if (reply.raw.destroyed) {
        this.end(reply);
        continue;
      }
      // Who has his answer and reads it slowly waits for nobody.
      if (reply.sent) continue;
      longestWaitMs = Math.max(longestWaitMs, now - startedAt);
      if (now - startedAt >= this.config.answerTimeoutMs) answerOverdue(reply);
    }
    this.room.adjust(this.started.size, longestWaitMs);
  }
}

function answerOverdue(reply: FastifyReply): void {
  const { request } = reply;
  request.log.error({ reqId: request.id }, 'not answered in time');
  void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
  // After the answer, which must not wait for it. What is charged later is given back by whoever finds the request answered.
  request.giveBackCharge?.().catch((failure: unknown) => request.log.warn({ reqId: request.id, err: failure }, 'charge not given back'));
}
