import type { FastifyInstance } from 'fastify';
import type { RequestMetrics } from './request-metrics.ts';

/** Counts every answer. */
export function useMetricsHooks(fastify: FastifyInstance, metrics: RequestMetrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.countRequest(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime);
    done();
  });
}
