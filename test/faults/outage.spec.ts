import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Client } from 'pg';
import { outageOf } from '../../libs/service-runtime/src/outage.ts';

/** What connecting to a port fails with. */
const faultAt = async (port: number): Promise<unknown> => {
  const client = new Client({ host: '127.0.0.1', port, user: 'any', database: 'any' });
  client.on('error', () => undefined);
  return client.connect().catch((error: unknown) => error);
};

describe('an outage', () => {
  it('is a database that refuses connections, or cuts them off', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(outageOf(await faultAt(port))).toBe('database away');
    server.close();
    await once(server, 'close');
    expect(outageOf(await faultAt(port))).toBe('database away');
  });

  it.each(['08006', '25006', '57P01', '57P03', '53300'])('is told by the code %s', (code) => {
    expect(outageOf(Object.assign(new Error('any'), { code }))).toBe('database away');
  });

  it('is no wrong statement, wrong password or body that a client broke off', () => {
    for (const code of ['42P01', '57014', '28P01', '23505'])
      expect(outageOf(Object.assign(new Error('any'), { code }))).toBeNull();
    expect(outageOf(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBeNull();
    expect([outageOf(null), outageOf('text'), outageOf(new Error('Query read timeout'))]).toEqual([null, null, null]);
  });
});
