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

/** Key and quota of an admitted request, for its response and its log line. */
export interface QuotaReport {
  readonly keyId: number;
  readonly dailyLimit: number;
  readonly remaining: number;
  /** ISO-8601. */
  readonly resetsAt: string;
}

/** What a request was charged, or refused for: known of every key whose plan includes the API. */
export interface PresentedCharge {
  readonly keyId: number;
  /** The UTC day that was charged. */
  readonly day: string;
  readonly cost: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard whether it admits the request or not. */
    presentedCharge?: PresentedCharge;
    /** Set by the guard that admits the request, for every handler of the contract. */
    quotaReport?: QuotaReport;
  }
}

/** Adds headers to every response, and refuses requests without one Host. */
export function useRequestHooks(fastify: FastifyInstance): void {
  fastify.decorateReply('isRefusal', false);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      done(badRequest('the Host header is missing'));
    else if (hasSeveralHosts(request.raw)) done(badRequest('send one Host header, not several'));
    // For an existing route, the guard refuses it after the key is checked.
    else if (request.is404 && hasFragment(request.url)) done(badRequest(FRAGMENT_REFUSED));
    else done();
  });
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.config?.answersHead) route.method = ['GET', 'HEAD'];
  });
}

/** What became of a request. */
export interface Answered {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The route's template, never the URL: a client may have put a secret into it. Null where there is no route. */
  readonly route: string | null;
  readonly ms: number;
}

/** Tells of every response that was sent. Route and time are found out once for all who want to know. */
export function useAnswerHook(fastify: FastifyInstance, observers: readonly ((answered: Answered) => void)[]): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    const answered = { request, reply, route, ms: reply.elapsedTime };
    for (const observe of observers) observe(answered);
    done();
  });
}

/** Logs one line per request. */
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
/**
 * Responses up to this size are compressed synchronously, in about a millisecond. Larger ones are compressed as a
 * stream in another thread, which takes three to six times as long but does not block other requests.
 */
const MAX_SYNCHRONOUS_BYTES = 131_072;
/** Half the time of the default settings (4, 6) for the API's responses, with 3 to 10 % more bytes. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 3;

/** Compresses responses for clients that accept it. */
export async function useCompression(app: NestFastifyApplication): Promise<void> {
  await app.register(compress, {
    threshold: MIN_COMPRESSED_BYTES,
    // A compressed body is refused by the body parser, after the key is checked.
    globalDecompression: false,
    syncThreshold: MAX_SYNCHRONOUS_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}

/** How long browsers may cache a preflight. Two hours is the most that any of them accepts. */
const PREFLIGHT_SECONDS = 7_200;

interface CorsSettings {
  /** Origins whose pages may read responses; `*` for any. */
  readonly origins: '*' | readonly string[];
  /** Response headers that such a page may read. */
  readonly exposedHeaders: readonly string[];
}

/**
 * Allows pages of other origins to read responses. A preflight is answered before key and quota are checked.
 * Credentials are not allowed: the key is sent in a header, never in a cookie.
 */
export async function useCors(app: NestFastifyApplication, { origins, exposedHeaders }: CorsSettings): Promise<void> {
  // An OPTIONS request that is not a preflight is answered as without CORS: no such route.
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

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * Adds the same headers to responses that are sent without Fastify, such as a refusal for overload: without them a page
 * could not read the reason. Must be called after all other listeners of the server are added.
 */
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
