import type { Tracer } from '@opentelemetry/api';

/** Traces being recorded and sent. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * Records traces when OpenTelemetry's own variables say where to send them (OTEL_EXPORTER_OTLP_ENDPOINT or
 * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT); null otherwise, and then nothing of it is even loaded. The other OTEL_*
 * variables (service name, resource attributes, sampler, headers, batching) mean what they mean everywhere.
 */
export async function startTracing(environment: NodeJS.ProcessEnv): Promise<Tracing | null> {
  if (!isWanted(environment)) return null;
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

function isWanted(environment: NodeJS.ProcessEnv): boolean {
  if (environment['OTEL_SDK_DISABLED'] === 'true' || environment['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return Boolean(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}
