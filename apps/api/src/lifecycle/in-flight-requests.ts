import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_CONFIG } from '../config/config.token.ts';
import type { ApiConfig } from '../config/config.ts';
import { ApiError } from '../http/api-error.ts';
import { answerError } from '../http/answer-error.ts';

const SWEEP_MS = 50;
// One client that asks without waiting for answers must not take all the room there is.
const MAX_PER_CONNECTION = 64;
const SHEDDING_FOR_MS = 1_000;

/** The requests being worked on: bounded in number, so that overload is refused instead of queued, and each answered in time. */
@Injectable()
export class InFlightRequests implements OnApplicationShutdown {
  /** In order of their start. */
  private readonly started = new Map<FastifyReply, { readonly request: FastifyRequest; readonly at: number }>();
  private readonly perConnection = new WeakMap<Socket, number>();
  private readonly sweep = setInterval(() => this.answerOverdue(), SWEEP_MS).unref();
  /** How many were refused for want of room. */
  shed = 0;
  private lastShedAt = Number.NEGATIVE_INFINITY;

  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  get count(): number {
    return this.started.size;
  }

  /** Whether requests are being refused for want of room, or were a moment ago. */
  isShedding(): boolean {
    return performance.now() - this.lastShedAt < SHEDDING_FOR_MS;
  }

  /** Whether there is room for one more from this connection. */
  hasRoomFor(socket: Socket): boolean {
    const fromHere = this.perConnection.get(socket) ?? 0;
    if (fromHere < MAX_PER_CONNECTION && this.started.size < this.config.maxInFlight) return true;
    this.shed++;
    if (fromHere < MAX_PER_CONNECTION) this.lastShedAt = performance.now();
    return false;
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    const { socket } = request.raw;
    this.started.set(reply, { request, at: performance.now() });
    this.perConnection.set(socket, (this.perConnection.get(socket) ?? 0) + 1);
    // Emitted in any case: when the answer is finished, and when the client hangs up before.
    reply.raw.once('close', () => {
      this.started.delete(reply);
      this.perConnection.set(socket, this.perConnection.get(socket)! - 1);
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweep);
  }

  private answerOverdue(): void {
    const startedBefore = performance.now() - this.config.answerTimeoutMs;
    for (const [reply, { request, at }] of this.started) {
      if (at > startedBefore) return;
      this.started.delete(reply);
      if (reply.sent) continue;
      request.log.error('not answered in time');
      void answerError(reply, new ApiError(500, 'InternalError', 'this took too long; the request can be retried'));
      // After the answer, which must not wait for it. What is charged later is given back by whoever finds the request answered.
      request.giveBackCharge?.().catch((failure: unknown) => request.log.warn({ err: failure }, 'charge not given back'));
    }
  }
}
