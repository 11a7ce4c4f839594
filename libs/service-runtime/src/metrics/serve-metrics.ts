import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const JSON_TYPE = { 'content-type': 'application/json' };

export interface Exposition {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** Rejects with the reason. */
export type ReadinessCheck = () => Promise<void>;

/** Separate port, unreachable for clients, with `/readyz` for processes without another port. Returns the address. */
export async function serveMetrics(
  registry: Exposition,
  port: number,
  host: string,
  checkReadiness?: ReadinessCheck,
): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz' && checkReadiness !== undefined) {
      checkReadiness().then(
        () => response.writeHead(200, JSON_TYPE).end('{"status":"ready"}'),
        (error: Error) => response.writeHead(503, JSON_TYPE).end(JSON.stringify({ status: error.message })),
      );
      return;
    }
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
