import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { HttpClient } from '../support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { onLinux } from '../support/on-linux.ts';

const READERS = 300;
/** So many begin at a time: composing 6 MB for each must leave the others their time. */
const BEGIN_TOGETHER = 10;
const MIB = 1_048_576;
/** More than the operating system takes for a client that does not read. */
const LARGE_BYTES = 6 * MIB;
const MAX_UNSENT_BYTES = 48 * MIB;

interface SlowReader {
  readonly socket: Socket;
  received: number;
}

onLinux('proc').describe('clients that read their answers slowly', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let key: string;
  let client: HttpClient;
  const readers: SlowReader[] = [];
  let reading: NodeJS.Timeout | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key } = await insertAccount(db, { dailyLimit: 1_000_000 }));
    await insertSet(db, { set_number: '6000-1', title: 'Brick '.repeat(LARGE_BYTES / 6) });
    await insertSet(db, { set_number: '1-1' });
  });

  beforeEach(() => {
    client = new HttpClient(8);
  });

  afterEach(async () => {
    clearInterval(reading);
    for (const { socket } of readers.splice(0)) socket.destroy();
    client.close();
    await api.stop();
  });

  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  const start = async (environment: NodeJS.ProcessEnv = {}): Promise<void> => {
    api = await ApiProcess.start(database.url, {
      METRICS_PORT: '0',
      LOG_LEVEL: 'warn',
      MAX_UNSENT_BYTES: String(MAX_UNSENT_BYTES),
      ...environment,
    });
    await eventually('readiness', async () => (await fetch(`${api.url}/readyz`)).ok);
  };
  const metric = async (name: string, traffic: string): Promise<number> =>
    Number(
      new RegExp(`^${name}\\{traffic="${traffic}"\\} (\\d+)$`, 'm').exec(
        await (await fetch(api.metricsUrl!)).text(),
      )?.[1],
    );
  const rssMib = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))![1]) / 1_024;

  /** A connection that asks for something large and reads nothing of it unasked. */
  async function readSlowly(path: string, authorization: string): Promise<SlowReader> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    const reader: SlowReader = { socket, received: 0 };
    socket.on('error', () => undefined);
    socket.pause();
    await inTime('a connection', once(socket, 'connect'));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
    readers.push(reader);
    return reader;
  }
  const readSome = (reader: SlowReader): void => {
    reader.received += (reader.socket.read() as Buffer | null)?.length ?? 0;
  };

  it.each([
    { whom: 'with keys', traffic: 'api', path: '/api/v1/set/6000-1', withKey: true },
    { whom: 'without keys', traffic: 'pages', path: '/docs/reference.js', withKey: false },
  ])(
    `delay nobody, ${READERS} of them $whom: others are answered, and memory is bounded`,
    async ({ traffic, path, withKey }) => {
      await start();
      const normal = async (): Promise<void> => {
        for (const [url, status] of [
          ['/api/v1/set/1-1', 200],
          ['/api/v1/catalog/themes', 200],
          ['/docs', 200],
          ['/livez', 200],
        ] as const)
          expect([url, (await inTime(url, client.send(`${api.url}${url}`, key))).status]).toEqual([url, status]);
      };
      await normal();
      // On a busy machine: that it was not ready at once.
      const saidAtStart = api.output;
      // Answered once before: what the process needs for one of them is not what is bounded here.
      await eventually('a first answer', async () => (await client.send(`${api.url}${path}`, key)).status === 200);
      const before = rssMib();
      for (let opened = 0; opened < READERS; opened += BEGIN_TOGETHER) {
        await Promise.all(
          Array.from({ length: BEGIN_TOGETHER }, () =>
            readSlowly(path, withKey ? `Authorization: Bearer ${key}\r\n` : ''),
          ),
        );
        await normal();
      }
      reading = setInterval(() => readers.forEach(readSome), 100);
      for (let i = 0; i < 25; i++) {
        await normal();
        expect(await metric('brickmarket_unsent_bytes', traffic)).toBeLessThanOrEqual(MAX_UNSENT_BYTES);
      }
      expect(await metric('brickmarket_slow_readers_cut_total', traffic)).toBeGreaterThan(0);
      expect(await metric('brickmarket_slow_readers_cut_total', traffic === 'api' ? 'pages' : 'api')).toBe(0);
      // A normal reader of the same large answer gets all of it.
      expect((await inTime(path, client.send(`${api.url}${path}`, key))).body.length).toBeGreaterThan(2 * MIB);
      expect(rssMib() - before).toBeLessThan(600);
      expect(api.output).toBe(saidAtStart);
    },
  );

  it('are cut when they read below the least rate: one that reads nothing, one a little now and then', async () => {
    await start({ MIN_READ_BYTES_PER_SECOND: '4000000' });
    const ask = (): Promise<SlowReader> => readSlowly('/api/v1/set/6000-1', `Authorization: Bearer ${key}\r\n`);
    const [idle, slow] = [await ask(), await ask()];
    await eventually('unsent bytes', async () => (await metric('brickmarket_unsent_bytes', 'api')) > 2 * LARGE_BYTES);
    reading = setInterval(() => readSome(slow), 200);
    await eventually('the cuts', async () => (await metric('brickmarket_slow_readers_cut_total', 'api')) === 2);
    expect(await metric('brickmarket_unsent_bytes', 'api')).toBe(0);
    expect(idle.received).toBe(0);
    expect(slow.received).toBeGreaterThan(0);
    expect(slow.received).toBeLessThan(LARGE_BYTES);
  });

  it('are not cut when they read faster than the least rate, however long it takes', async () => {
    await start({ MIN_READ_BYTES_PER_SECOND: '16384' });
    const reader = await readSlowly('/api/v1/set/6000-1', `Authorization: Bearer ${key}\r\n`);
    await eventually('unsent bytes', async () => (await metric('brickmarket_unsent_bytes', 'api')) > LARGE_BYTES);
    // Past the grace that everybody has.
    await pause(7_000);
    reader.socket.on('data', (chunk: Buffer) => (reader.received += chunk.length)).resume();
    await eventually('the whole answer', () => reader.received > LARGE_BYTES);
    await eventually('nothing unsent', async () => (await metric('brickmarket_unsent_bytes', 'api')) === 0);
    expect(await metric('brickmarket_slow_readers_cut_total', 'api')).toBe(0);
  });

  it('occupy no slot once their answers are composed: more of them than slots, and the next is answered', async () => {
    await start({ MAX_IN_FLIGHT: '4' });
    for (let i = 0; i < 6; i++) {
      await readSlowly('/api/v1/set/6000-1', `Authorization: Bearer ${key}\r\n`);
      await eventually(
        `${i + 1} unread answers`,
        async () => (await metric('brickmarket_unsent_bytes', 'api')) > (i + 1) * LARGE_BYTES,
        { withinMs: 20_000 },
      );
    }
    expect((await client.send(`${api.url}/api/v1/set/1-1`, key)).status).toBe(200);
    expect(await metric('brickmarket_slow_readers_cut_total', 'api')).toBe(0);
  });

  it('are cut when one connection asks for more than may wait for it', async () => {
    await start();
    const reader = await readSlowly('/api/v1/set/6000-1', `Authorization: Bearer ${key}\r\n`);
    reader.socket.write(`GET /api/v1/set/6000-1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(3));
    await eventually('the cut', async () => (await metric('brickmarket_slow_readers_cut_total', 'api')) === 1);
    expect(await metric('brickmarket_unsent_bytes', 'api')).toBe(0);
  });
});
