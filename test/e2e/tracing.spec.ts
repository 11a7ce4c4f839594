import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

it("sends a span per request to the configured endpoint, as a child of the caller's and without secrets", async () => {
  let received = '';
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url });
  const { key } = await insertAccount(db);
  const api = await ApiProcess.start(database.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'market-under-test',
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${api.url}/api/v1/set/1-1?secret=1`, {
    headers: { authorization: `Bearer ${key}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  await api.stop();
  collector.closeAllConnections();
  collector.close();
  await db.end();
  await database.drop();
  expect(received).toContain('"GET /api/v1/set/:number"');
  expect(received).toContain(traceId);
  expect(received).toContain('market-under-test');
  expect(received).not.toContain(key.slice(4));
  expect(received).not.toContain('secret');
});
