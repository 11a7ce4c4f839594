import { context, propagation, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

export interface Tracing {
  readonly tracer: Tracer;
  stop(): Promise<void>;
}

/** Loads the OpenTelemetry SDK only when tracing. It reads its OTEL_* variables itself. */
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

/** One span per request, child of the caller's. Contains the route, but no URL or header, which may contain secrets. */
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
