import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry } from 'prom-client';

/** Metrics as text. */
export interface Exposition {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** Serves metrics on a separate port that is not reachable for clients of the API. */
export async function serveMetrics(registry: Exposition, port: number, host: string): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: listening } = server.address() as AddressInfo;
  // Does not keep the process alive, so it need not be closed.
  server.unref();
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`;
}

/** The metrics of all processes of the service, added up. */
export function metricsOfAllWorkers(): Exposition {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
}
