import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isHealthCheck, routedPath } from '@brickmarket/service-runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { API_CONFIG, type ApiConfig } from '../config/config.ts';
import { errorBody, overloaded, refuse, commonHeaders } from '../http/api-error.ts';
import { EXTENSION_PATH, V1 } from '../http/contract.ts';
import { isPreflight } from '../http/request-hooks.ts';
import { AccountSemaphores, ClientGone } from './account-semaphores.ts';
import { ConcurrencyLimit, type Work } from './concurrency-limit.ts';
import { Connection, UnsentAnswers } from './unsent-answers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The connection of the request. Stored here because the request loses its socket when that is destroyed. */
    connection: Connection | null;
    /** The limits that its handler counts against, and the slot that its work occupies. */
    traffic: Traffic | null;
    work: Work | null;
    /** How many bytes of its response are counted as unsent. */
    unsentBytes: number;
  }
}

declare module 'node:net' {
  interface Socket {
    clientConnection?: Connection;
  }
}

const API_PATHS = [`/${V1}/`, `/${EXTENSION_PATH}/`];
const isApi = (path: string): boolean => API_PATHS.some((prefix) => path.startsWith(prefix));
/** A lower limit for pages: they are small, and no client program depends on them. */
const MAX_PAGES_IN_FLIGHT = 64;
/** So few that others wait for little, and enough to keep the database at work meanwhile. */
const MAX_UNDER_WAY_PER_ACCOUNT = 4;
const CHECK_MS = 50;
const EVENT_LOOP_CHECK_MS = 1_000;
/** The approximate size of a response's headers. */
const HEAD_BYTES = 512;
const REFUSAL_DELAY_MS = 500;

/** The limits for one kind of traffic. API and pages have separate ones, so that neither can exhaust the other's. */
interface Traffic {
  readonly concurrency: ConcurrencyLimit;
  readonly unsent: UnsentAnswers;
}

/** Limits requests in progress and unread responses, separately for the API and for pages. */
@Injectable()
export class RequestLimits implements OnApplicationShutdown {
  readonly api: Traffic;
  readonly pages: Traffic;
  private readonly accounts: AccountSemaphores;
  private readonly eventLoop = monitorEventLoopDelay();
  private isEventLoopLate = false;
  private lastTurn: Promise<unknown> = Promise.resolve();
  private readonly timers: readonly NodeJS.Timeout[];

  constructor(@Inject(API_CONFIG) { answerTimeoutMs, maxInFlight, unsent }: ApiConfig) {
    // Half of the time: what begins can then still be answered.
    const tooLateMs = answerTimeoutMs / 2;
    this.accounts = new AccountSemaphores(MAX_UNDER_WAY_PER_ACCOUNT, tooLateMs);
    const trafficOf = (slots: number): Traffic => ({
      concurrency: new ConcurrencyLimit(slots),
      unsent: new UnsentAnswers(unsent),
    });
    this.api = trafficOf(maxInFlight);
    this.pages = trafficOf(MAX_PAGES_IN_FLIGHT);
    this.eventLoop.enable();
    this.timers = [
      setInterval(() => {
        this.accounts.refuseOverdue();
        for (const traffic of [this.api, this.pages]) {
          traffic.concurrency.answerOverdue(answerTimeoutMs);
          traffic.unsent.cutSlow(performance.now());
        }
      }, CHECK_MS),
      setInterval(() => {
        // The median: a single stall of the machine is no overload.
        this.isEventLoopLate = this.eventLoop.percentile(50) / 1e6 > tooLateMs;
        this.eventLoop.reset();
      }, EVENT_LOOP_CHECK_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** Whether requests to the API that arrive now are refused. */
  get isOverloaded(): boolean {
    return this.api.concurrency.isFull || this.isEventLoopLate;
  }

  /** Whether requests are being refused for want of capacity, or were a moment ago. */
  get isShedding(): boolean {
    return this.isEventLoopLate || this.api.concurrency.isShedding;
  }

  /** Resolves when the work of an admitted request may begin. */
  async begin({ request, work }: FastifyReply, accountId: number): Promise<void> {
    this.api.concurrency.noteAccount(request.headers.authorization!, accountId);
    if (work !== null) await this.accounts.enter(accountId, work);
  }

  /** Resolves in a turn of the event loop in which no other slice of long work is done; sockets are read before it. */
  async turn({ work }: FastifyReply): Promise<void> {
    this.lastTurn = this.lastTurn.then(() => nextTurn());
    await this.lastTurn;
    if (work?.isGone) throw new ClientGone('nobody waits for the answer');
  }

  onApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.eventLoop.disable();
  }
}

/**
 * Runs every handler within the concurrency limit, and counts every response until it is sent. Must be called before
 * routes are added.
 */
export function useRequestLimits(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.decorateReply('connection', null).decorateReply('traffic', null);
  fastify.decorateReply('work', null).decorateReply('unsentBytes', 0);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.connection = connectionOf(request.raw.socket);
    done();
  });
  fastify.addHook('onRoute', (route) => {
    // Never refused: the operator needs these probes most of all during an overload.
    if (isHealthCheck(route.url)) return;
    const { handler } = route;
    const traffic = isApi(route.url) ? limits.api : limits.pages;
    const { concurrency } = traffic;
    // The handler runs after the body has arrived, so a client that sends slowly occupies no slot.
    route.handler = function limited(request, reply) {
      reply.traffic = traffic;
      const work = concurrency.take(reply, reply.connection!);
      if (work === null) return refuseWhenDue(reply);
      reply.work = work;
      work.handled = handler.call(this, request, reply);
      return work.handled;
    };
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const { connection, traffic, work } = reply;
    if (work !== null) traffic!.concurrency.release(work);
    if (connection !== null && !connection.isClosed && reply.unsentBytes === 0) {
      reply.unsentBytes = HEAD_BYTES + sizeOf(payload);
      (traffic ?? limits.pages).unsent.add(connection, reply.unsentBytes);
    }
    done();
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    reply.connection?.sent(reply.unsentBytes);
    done();
  });
}

/**
 * Refuses requests to the API before Fastify handles them while all slots are taken. A refusal costs a third of a
 * normal response, so clients that retry at once could use up all processor time: the first refusal of a connection is
 * sent at once, the next within half a second is delayed. Admitted requests run as fast as before, however many clients
 * retry. `observe` is told of each refusal: Fastify's hooks do not see it.
 */
export function useLoadShedding(
  server: Server,
  limits: RequestLimits,
  observe: (status: number, ms: number) => void,
): void {
  const refusal = overloaded();
  const body = errorBody(refusal.code, refusal.message);
  const headers = {
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(refusal.retryAfterSeconds),
  };
  const [answer] = server.listeners('request') as [RequestListener];
  const refuseEarly = async (connection: Connection, response: ServerResponse): Promise<void> => {
    const arrivedAt = performance.now();
    await whenDue(connection);
    if (connection.isClosed) return;
    limits.api.concurrency.countRefusal();
    observe(refusal.status, performance.now() - arrivedAt);
    response.writeHead(refusal.status, { ...commonHeaders(), ...headers }).end(body);
  };

  server.off('request', answer);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A preflight is cheap to answer, and a page whose preflight is refused cannot read why.
    if (!limits.isOverloaded || !isApi(routedPath(request.url!)) || isPreflight(request)) {
      answer(request, response);
      return;
    }
    limits.api.concurrency.noteKey(request.headers.authorization);
    void refuseEarly(connectionOf(request.socket), response);
  });
}

async function refuseWhenDue(reply: FastifyReply): Promise<void> {
  await whenDue(reply.connection!);
  await refuse(reply);
}

/** Resolves when a connection may be refused: at once, or later if it was refused a moment ago. */
async function whenDue(connection: Connection): Promise<void> {
  const isRetry = performance.now() - connection.refusedAt < REFUSAL_DELAY_MS;
  // One delayed refusal per connection: pipelined requests must not pile up here.
  if (isRetry && !connection.isRefusalPending) {
    connection.isRefusalPending = true;
    // A random delay, so that clients refused together do not retry together.
    await sleep(REFUSAL_DELAY_MS * (0.5 + Math.random()));
    connection.isRefusalPending = false;
  }
  connection.refusedAt = performance.now();
}

function connectionOf(socket: Socket): Connection {
  if (socket.clientConnection === undefined) {
    const connection = new Connection(socket);
    socket.clientConnection = connection;
    // One listener per connection: one per request would cost as much as writing its log line.
    socket.once('close', () => connection.close());
    if (socket.destroyed) connection.close();
  }
  return socket.clientConnection;
}

/** The approximate size of a response in memory; encoding it to measure would cost too much. */
function sizeOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
