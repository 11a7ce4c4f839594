import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { answerError } from '../http/answer-error.ts';
import { Places } from './places.ts';
import { Room } from './room.ts';

const SWEEP_MS = 50;
// One client that asks without waiting for answers must not take all the room there is.
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;

declare module 'fastify' {
  interface FastifyReply {
    /** Its place among those in flight. */
    place: number | null;
    isAnswered: boolean;
  }
}

declare module 'node:net' {
  interface Socket {
    /** How many requests from this connection are in flight. */
    requestsInFlight?: number;
  }
}

/** The requests being worked on: bounded in number, so that overload is refused instead of queued, and each answered in time. */
@Injectable()
export class InFlightRequests implements OnApplicationShutdown {
  private readonly places: Places<FastifyReply>;
  private readonly startedAt: Float64Array;
  private readonly room: Room;
  private readonly sweep = setInterval(() => this.lookAfterAll(), SWEEP_MS).unref();
  /** Those still being worked on. The others have their answer, and are not done reading it. */
  private unanswered = 0;
  /** How many were refused for want of room. */
  shed = 0;
  private lastShedAt = Number.NEGATIVE_INFINITY;

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {
    this.places = new Places(config.maxInFlight);
    this.startedAt = new Float64Array(config.maxInFlight);
    this.room = new Room(config.maxInFlight);
  }

  get count(): number {
    return this.places.taken;
  }

  /** Whether requests are being refused for want of room, or were a moment ago. */
  isShedding(): boolean {
    return performance.now() - this.lastShedAt < SHEDDING_FOR_MS;
  }

  get isFull(): boolean {
    return this.count >= this.config.maxInFlight || !this.room.hasOneMore(this.unanswered);
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
    const place = this.places.take(reply);
    // Only what is outside the contract comes when there is no room, and takes none.
    if (place === null) return;
    reply.place = place;
    this.startedAt[place] = performance.now();
    this.unanswered++;
    this.countFrom(reply.request.raw.socket);
  }

  /** To be called when the answer is there. */
  answer(reply: FastifyReply): void {
    if (reply.place === null || reply.isAnswered) return;
    reply.isAnswered = true;
    this.unanswered--;
  }

  /** To be called when the answer has been sent. */
  end(reply: FastifyReply): void {
    if (reply.place === null) return;
    this.answer(reply);
    this.places.leave(reply.place);
    reply.place = null;
    reply.request.raw.socket.requestsInFlight!--;
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  private lookAfterAll(): void {
    const now = performance.now();
    let longestWaitMs = 0;
    this.places.forEach((reply, place) => {
      if (reply.isAnswered) return;
      const waitMs = now - this.startedAt[place]!;
      longestWaitMs = Math.max(longestWaitMs, waitMs);
      if (waitMs >= this.config.answerTimeoutMs) answerOverdue(reply);
    });
    this.room.adjust(this.unanswered, longestWaitMs);
  }

  private countFrom(socket: Socket): void {
    if (socket.requestsInFlight === undefined) {
      socket.requestsInFlight = 0;
      // Once a connection: a listener for every request would cost as much as its line of log.
      socket.once('close', () => this.forget(socket));
    }
    socket.requestsInFlight++;
  }

  /** Who hangs up waits for nothing any more. */
  private forget(socket: Socket): void {
    if (socket.requestsInFlight === 0) return;
    this.places.forEach((reply) => {
      if (reply.request.raw.socket === socket) this.end(reply);
    });
  }
}

function answerOverdue(reply: FastifyReply): void {
  const { request } = reply;
  request.log.error({ reqId: request.id }, 'not answered in time');
  void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
  // After the answer, which must not wait for it. What is charged later is given back by whoever finds the request answered.
  request
    .giveBackCharge?.()
    .catch((failure: unknown) => request.log.warn({ reqId: request.id, err: failure }, 'charge not given back'));
}
