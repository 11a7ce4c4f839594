import { execSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { LoadClient } from '../support/load-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// As many as this process may have files open, when that is less.
const IDLE = Math.min(
  10_000,
  Number(execSync('ulimit -n', { shell: '/bin/sh' }).toString().replace('unlimited', '100000')) - 500,
);
const SPARE = 50;
const ROOM = 100;

describe('clients that are slow or broken', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let port: number;
  let key: string;
  let keyId: number;
  const client = new LoadClient(4);
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key, keyId } = await insertAccount(db));
    api = await ApiProcess.start(database.url, {
      REQUEST_TIMEOUT_MS: '1500',
      MAX_IN_FLIGHT: String(ROOM),
      MAX_CONNECTIONS: String(IDLE + SPARE),
      LOG_LEVEL: 'fatal',
    });
    port = Number(new URL(api.url).port);
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    // However they behaved, everybody else is served.
    expect((await client.send(`${api.url}/api/v1/catalog/themes`, key)).status).toBe(200);
    expect(api.child.exitCode).toBeNull();
  });

  afterAll(async () => {
    client.close();
    await api.stop();
    await db.end();
    await database.drop();
  });

  const head = (path: string): string =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const open = async (): Promise<Socket & { received: string }> => {
    const socket = Object.assign(connect(port, '127.0.0.1'), { received: '' });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (socket.received += chunk.toString()));
    await once(socket, 'connect');
    return socket;
  };
  const serveOthers = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) expect((await client.send(`${api.url}/api/v1/catalog/themes`, key)).status).toBe(200);
  };

  it.each([
    ['headers', 'GET /api/v1/catalog/themes HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'bodies',
      'POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"sets":["',
    ],
  ])(
    'are given up with 408 when they send %s byte by byte, more of them than there is room for at work',
    async (_, beginning) => {
      const slow = await Promise.all(Array.from({ length: 150 }, open));
      for (const socket of slow) socket.write(beginning);
      const trickle = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 100);
      await serveOthers();
      await Promise.all(slow.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));
      clearInterval(trickle);
      for (const socket of slow) expect(socket.received).toMatch(/^HTTP\/1\.1 408 (.|\r|\n)*"code":"BadRequest"/);
    },
  );

  it('are forgotten when they close their half or reset in the middle of a request', async () => {
    for (const socket of await Promise.all(Array.from({ length: 100 }, open))) socket.end('GET /api/v1/set/1');
    for (const socket of await Promise.all(Array.from({ length: 100 }, open)))
      socket.write('GET /api/v1/set/1', () => socket.resetAndDestroy());
  });

  it('pay for what they ask for even when they hang up before the answer', async () => {
    const before = await usedBy(db, keyId);
    // As many as leave room for one more: whoever asks next is not refused on their account.
    const impatient = ROOM - 1;
    for (const socket of await Promise.all(Array.from({ length: impatient }, open)))
      socket.write(head('/catalog/themes'), () => socket.destroy());
    while ((await usedBy(db, keyId)) === before) await pause(50);
    expect((await usedBy(db, keyId)) - before).toBeLessThanOrEqual(impatient);
  });

  it('get their answers in order when they ask without waiting', async () => {
    const socket = await open();
    socket.write(Array.from({ length: 50 }, (_, i) => head(`/catalog/sets/search?q=brick&limit=${i + 1}`)).join(''));
    const limits = (): number[] =>
      [...socket.received.matchAll(/"pagination":\{[^}]*"limit":(\d+)/g)].map((match) => Number(match[1]));
    while (limits().length < 50) await pause(50);
    expect(limits()).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  it('are held back when they ask without reading', async () => {
    const deaf = connect(port, '127.0.0.1');
    sockets.push(deaf);
    deaf.on('error', () => undefined);
    deaf.pause();
    await once(deaf, 'connect');
    const before = await usedBy(db, keyId);
    for (let i = 0; i < 20; i++) deaf.write(head('/catalog/themes').repeat(1_000));
    await serveOthers();
    expect((await usedBy(db, keyId)) - before).toBeLessThan(20_000);
  });

  it(`may hold ${IDLE} connections open and idle; what is past the limit is closed, and the rest are served`, async () => {
    const openIdle = async (): Promise<void> => {
      const socket = await open();
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    };
    for (let opened = 0; opened < IDLE; opened += 500)
      await Promise.all(Array.from({ length: Math.min(500, IDLE - opened) }, openIdle));
    await serveOthers();
    const beyond = await Promise.all(Array.from({ length: 2 * SPARE }, () => open().catch(() => null)));
    // Without a word: what has been idle for long is told so.
    while (!beyond.some((socket) => socket?.closed && socket.received === '')) await pause(50);
    await serveOthers();
  });
});
