import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TickSocket } from './read-pipelines.ts';

describe('a tick socket', () => {
  const server = createServer((near) => near.on('error', () => undefined).resume());
  const socket = new TickSocket();
  afterAll(() => {
    socket.destroy();
    server.close();
  });

  it('sends what several statements have written when the tick ends', async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    for (const statement of ['one', 'two']) {
      socket.cork();
      socket.write(statement);
      socket.uncork();
    }
    expect(socket.writableLength).toBe('onetwo'.length);
    await nextTurn();
    expect(socket.writableLength).toBe(0);
  });
});
