import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { spareNewConnections } from './new-connections.ts';

it('answers on a connection that was made before the server stopped, and closes it afterwards', async () => {
  const server = createServer((_request, response) => response.end('served'));
  spareNewConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  await once(server, 'connection');
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  let answer = '';
  client.on('data', (text: string) => (answer += text));
  await once(client, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  const closeIdle = setInterval(() => server.closeIdleConnections(), 10);
  await closed;
  clearInterval(closeIdle);
});
