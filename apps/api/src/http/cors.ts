import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import cors from '@fastify/cors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { answerError, ApiError } from './api-error.ts';

/** Browsers ask again whether they may after this many seconds; none waits longer than two hours. */
const PREFLIGHT_SECONDS = 7_200;

export interface CorsSettings {
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
