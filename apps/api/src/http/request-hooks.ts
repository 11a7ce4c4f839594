import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { badRequest, answerError, ApiError } from './api-error.ts';
import { API_VERSION } from './contract.ts';
import { FRAGMENT_REFUSED, hasFragment } from './strict-input.ts';

/** What an admitted request's answer and log line say of its key and its quota. */
export interface QuotaReport {
  readonly keyId: number;
  readonly dailyLimit: number;
  readonly remaining: number;
  /** ISO-8601. */
  readonly resetsAt: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by whoever admits the request; there for every handler of the contract. */
    quotaReport?: QuotaReport;
  }
}

/** Headers on every answer, a Host on every request, one log line per request when wanted. */
export function useRequestHooks(fastify: FastifyInstance, { logRequests }: { readonly logRequests: boolean }): void {
  fastify.decorateReply('isRefusal', false);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-api-version', API_VERSION).header('x-request-id', request.id);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      done(badRequest('the Host header is missing'));
    // On a route it is refused after the key was checked.
    else if (request.is404 && hasFragment(request.url)) done(badRequest(FRAGMENT_REFUSED));
    else done();
  });
  if (!logRequests) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    // The route's template, not the URL: a client may put a secret into a URL.
    if (!reply.isRefusal)
      request.log.info({
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        keyId: request.quotaReport?.keyId,
      });
    done();
  });
}

const WORTH_IT_BYTES = 1_024;
/**
 * Packed in one go, in about a millisecond. As a stream, in another thread, it takes three to six times as long: worth
 * it only for what would hold up others.
 */
const AT_ONCE_BYTES = 131_072;
/** Half the time of the usual settings (4, 6) for answers of ours, for 3 to 10 % more bytes. */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 3;

/** Packs answers for clients that ask for it, where it is worth it. */
export async function useCompression(app: NestFastifyApplication): Promise<void> {
  await app.register(compress, {
    threshold: WORTH_IT_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    zlibOptions: { level: GZIP_LEVEL },
  });
}

/** Browsers ask again whether they may after this many seconds; none waits longer than two hours. */
const PREFLIGHT_SECONDS = 7_200;

interface CorsSettings {
  /** Origins whose pages may read answers; `*` for any. */
  readonly origins: '*' | readonly string[];
  /** Headers of an answer that such a page may read. */
  readonly exposedHeaders: readonly string[];
}

/**
 * Lets pages of other origins read answers. A preflight is answered before keys and quota are looked at. Without
 * credentials: a key is sent in a header of its own, never in a cookie.
 */
export async function useCors(app: NestFastifyApplication, { origins, exposedHeaders }: CorsSettings): Promise<void> {
  // An OPTIONS that is no preflight stays what it is without CORS: an unknown method.
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

/** Whether a browser asks if it may send a request of another origin. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/**
 * Puts the same headers on answers that the framework does not send, such as a refusal for overload, which a page could
 * not read otherwise. To be called when all other listeners of the server are in place.
 */
export function useCorsOutsideFastify(server: Server, { origins, exposedHeaders }: CorsSettings): void {
  const exposed = exposedHeaders.join(', ');
  const prepare = ({ headers: { origin } }: IncomingMessage, response: ServerResponse): void => {
    if (origins !== '*') response.setHeader('vary', 'Origin');
    if (origin === undefined || (origins !== '*' && !origins.includes(origin))) return;
    response.setHeader('access-control-allow-origin', origins === '*' ? '*' : origin);
    response.setHeader('access-control-expose-headers', exposed);
  };
  server.prependListener('request', prepare);
  server.prependListener('checkExpectation', prepare);
}
