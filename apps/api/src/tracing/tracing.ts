import { context, propagation, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

/** Traces being recorded and sent. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * Starts to record traces. The OpenTelemetry SDK is loaded here and not before: without tracing it costs no memory. It
 * reads its OTEL_* variables itself (endpoint, service name, resource attributes, sampler, headers, batching).
 */
export async function startTracing(): Promise<Tracing> {
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'brickmarket-api' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return { tracer: provider.getTracer('brickmarket-api'), stop: () => provider.shutdown() };
}

/**
 * One span for each request, below the caller's. It names the route, never the URL, and holds no header: secrets travel
 * in both.
 */
export function useTracingHooks(fastify: FastifyInstance, { tracer }: Tracing): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const caller = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'brickmarket.request_id': request.id,
        },
      },
      caller,
    );
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    done();
  });
}
