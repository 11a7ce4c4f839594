import type { FastifyInstance } from 'fastify';
import { badRequest } from './api-error.ts';
import { API_VERSION } from './api-version.ts';

/** Headers on every answer, a Host on every request, one log line per request when wanted. */
export function useRequestHooks(fastify: FastifyInstance, { logRequests }: { readonly logRequests: boolean }): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-api-version', API_VERSION).header('x-request-id', request.id);
    const hostMissing = request.raw.httpVersion === '1.1' && request.headers.host === undefined;
    done(hostMissing ? badRequest('the Host header is missing') : undefined);
  });
  if (!logRequests) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    // The route's template, not the URL: a client may put a secret into a URL.
    request.log.info({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      keyId: request.admission?.keyId,
    });
    done();
  });
}
