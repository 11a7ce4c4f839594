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
import { AccountSemaphores, ClientGone, ConcurrencyLimit, type Work } from './concurrency-limit.ts';
import { Connection, UnsentAnswers } from './unsent-answers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Stored here, as the request loses its destroyed socket. */
    connection: Connection | null;
    /** Limits of its handler, and its slot. */
    traffic: Traffic | null;
    work: Work | null;
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
/** Lower for pages: they are small, and no client program depends on them. */
const MAX_PAGES_IN_FLIGHT = 64;
/** Keeps others' waits short and the database busy. */
const MAX_UNDER_WAY_PER_ACCOUNT = 4;
const CHECK_MS = 50;
const EVENT_LOOP_CHECK_MS = 1_000;
/** Approximate. */
const HEAD_BYTES = 512;
const REFUSAL_DELAY_MS = 500;

/** Separate for API and pages, so that neither can exhaust the other's. */
interface Traffic {
  readonly concurrency: ConcurrencyLimit;
  readonly unsent: UnsentAnswers;
}

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
    // Half of the timeout: started requests can then still finish.
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

  get isOverloaded(): boolean {
    return this.api.concurrency.isFull || this.isEventLoopLate;
  }

  /** Also true shortly after a refusal. */
  get isShedding(): boolean {
    return this.isEventLoopLate || this.api.concurrency.isShedding;
  }

  /** Resolves when the admitted request's work may start. */
  async begin({ request, work }: FastifyReply, accountId: number): Promise<void> {
    this.api.concurrency.noteAccount(request.headers.authorization!, accountId);
    if (work !== null) await this.accounts.enter(accountId, work);
  }

  /** Resolves in a turn without other slices of long work, after sockets were read. */
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

/** Limits handlers, and counts responses until they are sent. Call before adding routes. */
export function useRequestLimits(fastify: FastifyInstance, limits: RequestLimits): void {
  fastify.decorateReply('connection', null).decorateReply('traffic', null);
  fastify.decorateReply('work', null).decorateReply('unsentBytes', 0);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.connection = connectionOf(request.raw.socket);
    done();
  });
  fastify.addHook('onRoute', (route) => {
    // Never refused: operators need probes most during an overload.
    if (isHealthCheck(route.url)) return;
    const { handler } = route;
    const traffic = isApi(route.url) ? limits.api : limits.pages;
    const { concurrency } = traffic;
    // Runs after the body has arrived, so slow senders occupy no slot.
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
 * Refuses API requests before Fastify while all slots are taken; `observe` replaces its hooks.
 * Delays repeated refusals of a connection, as retries would use up the processor.
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
    // Preflights are cheap, and without them a page cannot read the refusal.
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

/** Immediately, or later after a recent refusal. */
async function whenDue(connection: Connection): Promise<void> {
  const isRetry = performance.now() - connection.refusedAt < REFUSAL_DELAY_MS;
  // One delayed refusal per connection: pipelined requests must not pile up here.
  if (isRetry && !connection.isRefusalPending) {
    connection.isRefusalPending = true;
    // Random, so that clients refused together do not retry together.
    await sleep(REFUSAL_DELAY_MS * (0.5 + Math.random()));
    connection.isRefusalPending = false;
  }
  connection.refusedAt = performance.now();
}

function connectionOf(socket: Socket): Connection {
  if (socket.clientConnection === undefined) {
    const connection = new Connection(socket);
    socket.clientConnection = connection;
    // Per connection: one per request would cost as much as its log line.
    socket.once('close', () => connection.close());
    if (socket.destroyed) connection.close();
  }
  return socket.clientConnection;
}

/** Estimated, as encoding to measure would cost too much. */
function sizeOf(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
}
