import { execSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { HttpClient } from '../support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

// As many as this process may have files open, when that is less.
const IDLE = Math.min(
  10_000,
  Number(execSync('ulimit -n', { shell: '/bin/sh' }).toString().replace('unlimited', '100000')) - 500,
);
const SPARE = 50;
const LIMIT = 100;

describe('clients that are slow or broken', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let port: number;
  let key: string;
  let keyId: number;
  const client = new HttpClient(4);
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key, keyId } = await insertAccount(db));
    api = await ApiProcess.start(database.url, {
      REQUEST_TIMEOUT_MS: '1500',
      ANSWER_TIMEOUT_MS: '60000',
      STATEMENT_TIMEOUT_MS: '60000',
      MAX_IN_FLIGHT: String(LIMIT),
      METRICS_PORT: '0',
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
    await inTime('a connection', once(socket, 'connect'));
    return socket;
  };
  const inFlight = async (): Promise<number> =>
    Number(/^brickmarket_requests_in_flight (\d+)$/m.exec(await (await fetch(api.metricsUrl!)).text())?.[1]);
  const serveOthers = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) expect((await client.send(`${api.url}/api/v1/catalog/themes`, key)).status).toBe(200);
  };

  it.each([
    ['headers', 'GET /api/v1/catalog/themes HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'bodies',
      'POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        'Content-Length: 5000\r\n\r\n{"sets":["',
    ],
  ])(
    'are given up with 408 when they send %s byte by byte, more of them than there are slots',
    async (_, beginning) => {
      const slow = await Promise.all(Array.from({ length: 150 }, open));
      for (const socket of slow) socket.write(beginning);
      const trickle = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 100);
      await serveOthers();
      await eventually('the end of all connections', () => slow.every((socket) => socket.closed));
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
    const gate = await db.connect();
    // Admission of this key waits, so that all of them are running when they hang up.
    await gate.query('BEGIN');
    await gate.query('LOCK TABLE access.key_usage IN ACCESS EXCLUSIVE MODE');
    const impatient = await Promise.all(Array.from({ length: LIMIT - 1 }, open));
    for (const socket of impatient) socket.write(head('/catalog/themes'));
    await eventually('all of them at work', async () => (await inFlight()) === impatient.length);
    for (const socket of impatient) socket.destroy();
    await gate.query('COMMIT');
    gate.release();
    await eventually('the end of their work', async () => (await inFlight()) === 0);
    expect((await usedBy(db, keyId)) - before).toBe(impatient.length);
  });

  it('get an answer that takes longer than the request was allowed to', async () => {
    const gate = await db.connect();
    await gate.query('BEGIN');
    await gate.query('LOCK TABLE access.key_usage IN ACCESS EXCLUSIVE MODE');
    const answer = client.send(`${api.url}/api/v1/catalog/themes`, key);
    answer.catch(() => undefined);
    // More than the request's 1.5 s and the 5 s that a connection may stand still.
    await pause(8_000);
    await gate.query('COMMIT');
    gate.release();
    expect((await answer).status).toBe(200);
  });

  it('get their answers in order when they ask without waiting', async () => {
    const socket = await open();
    socket.write(Array.from({ length: 50 }, (_, i) => head(`/catalog/sets/search?q=brick&limit=${i + 1}`)).join(''));
    const limits = (): number[] =>
      [...socket.received.matchAll(/"pagination":\{[^}]*"limit":(\d+)/g)].map((match) => Number(match[1]));
    await eventually('50 answers', () => limits().length === 50);
    expect(limits()).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  it('are held back when they ask without reading', async () => {
    const deaf = connect(port, '127.0.0.1');
    sockets.push(deaf);
    deaf.on('error', () => undefined);
    deaf.pause();
    await inTime('a connection', once(deaf, 'connect'));
    const before = await usedBy(db, keyId);
    for (let i = 0; i < 20; i++) deaf.write(head('/catalog/themes').repeat(1_000));
    await serveOthers();
    expect((await usedBy(db, keyId)) - before).toBeLessThan(20_000);
  });

  it(`can have ${IDLE} idle connections; those beyond the limit are closed, and the rest are served`, async () => {
    const openIdle = async (): Promise<void> => {
      const socket = await open();
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      await inTime('an answer', once(socket, 'data'));
    };
    for (let opened = 0; opened < IDLE; opened += 500)
      await Promise.all(Array.from({ length: Math.min(500, IDLE - opened) }, openIdle));
    await serveOthers();
    const beyond = await Promise.all(Array.from({ length: 2 * SPARE }, () => open().catch(() => null)));
    // Without a word: long idle connections get a message.
    await eventually('a closed one', () => beyond.some((socket) => socket?.closed && socket.received === ''));
    await serveOthers();
  });
});
