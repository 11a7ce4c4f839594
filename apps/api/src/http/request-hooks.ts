import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import { hasSeveralHosts, isLogged } from '@brickmarket/service-runtime';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, answerError, ApiError } from './api-error.ts';
import { COMMON_HEADERS } from './contract.ts';
import { FRAGMENT_REFUSED, hasFragment } from './strict-input.ts';

/** For the response and its log line. */
export interface QuotaReport {
  readonly keyId: number;
  readonly dailyLimit: number;
  readonly remaining: number;
  /** ISO-8601. */
  readonly resetsAt: string;
}

/** Charge, or refusal for quota, of any key whose plan includes the API. */
export interface PresentedCharge {
  readonly keyId: number;
  readonly day: string;
  readonly cost: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard, admitted or not. */
    presentedCharge?: PresentedCharge;
    quotaReport?: QuotaReport;
  }
}

/** Also rejects requests without exactly one Host. */
export function useRequestHooks(fastify: FastifyInstance): void {
  fastify.decorateReply('isRefusal', false);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      done(badRequest('the Host header is missing'));
    else if (hasSeveralHosts(request.raw)) done(badRequest('send one Host header, not several'));
    // On existing routes the guard rejects it after the key check.
    else if (request.is404 && hasFragment(request.url)) done(badRequest(FRAGMENT_REFUSED));
    else done();
  });
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.config?.answersHead) route.method = ['GET', 'HEAD'];
  });
}

export interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Template, never the URL, which may contain a secret; null: no route. */
  readonly route: string | null;
  readonly ms: number;
}

/** Determines route and time once for all observers. */
export function useAnswerHook(fastify: FastifyInstance, observers: readonly ((answered: Answered) => void)[]): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    const answered = { request, reply, route, ms: reply.elapsedTime };
    for (const observe of observers) observe(answered);
    done();
  });
}

export function logAnswer({ request, reply, route, ms }: Answered, logAddresses: boolean): void {
  if (reply.isRefusal || !isLogged(request.url, reply.statusCode)) return;
  request.log.info({
    reqId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(ms * 100) / 100,
    keyId: request.quotaReport?.keyId,
    ...(logAddresses && { address: request.ip }),
  });
}

const MIN_COMPRESSED_BYTES = 1_024;
/** Compressed synchronously up to this size, about a millisecond; larger ones stream without blocking. */
const MAX_SYNCHRONOUS_BYTES = 131_072;
/** Half the time of the defaults (4, 6), with 3 to 10 % more bytes. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 3;

export async function useCompression(app: NestFastifyApplication): Promise<void> {
  await app.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    // The body parser rejects compressed bodies after the key check.
    globalDecompression: false,
    syncThreshold: MAX_SYNCHRONOUS_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}

/** Two hours is the maximum any browser accepts. */
const PREFLIGHT_SECONDS = 7_200;

interface CorsSettings {
  /** `*`: any. */
  readonly origins: '*' | readonly string[];
  readonly exposedHeaders: readonly string[];
}

/** Preflights precede key and quota. No credentials: the key is in a header, never a cookie. */
export async function useCors(app: NestFastifyApplication, { origins, exposedHeaders }: CorsSettings): Promise<void> {
  // OPTIONS without preflight is an unknown route, as without CORS.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, reply, done) => {
      if (request.method !== 'OPTIONS' || isPreflight(request.raw)) done();
      else void answerError(reply, new ApiError(404, 'NotFound', 'no such route'));
    });
  await app.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'POST'],
    exposedHeaders: [...exposedHeaders],
    maxAge: PREFLIGHT_SECONDS,
  });
}

export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** CORS headers for responses without Fastify. Call after adding all other server listeners. */
export function useCorsOutsideFastify(server: Server, { origins, exposedHeaders }: CorsSettings): void {
  const exposed = exposedHeaders.join(', ');
  const prepare = ({ headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
    if (origin === undefined || (origins !== '*' && !origins.includes(origin))) return;
    response.setHeader('access-control-allow-origin', origins === '*' ? '*' : origin);
    response.setHeader('access-control-expose-headers', exposed);
  };
  server.prependListener('request', prepare);
  server.prependListener('checkExpectation', prepare);
}
