import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { insertAccount, usedBy } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { documentedFetch } from '../support/documented-client.ts';
import { eventually, inTime } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const LIMIT = 64 * 1024;
const SIZES = [60_000, LIMIT + 1, 100_000, 1_000_000, 1_048_576, 1_100_000, 5_000_000];

type Way = 'with Content-Length' | 'chunked' | 'with Expect' | 'slowly';

describe('a body that is too large', () => {
  let database: TestDatabase;
  let db: Pool;
  let api: ApiProcess;
  let key: string;
  let keyId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = new Pool({ connectionString: database.url, max: 2 });
    ({ key, keyId } = await insertAccount(db));
    api = await ApiProcess.start(database.url, { LOG_LEVEL: 'info' });
  });

  afterAll(async () => {
    await api.stop();
    await db.end();
    await database.drop();
  });

  /** JSON of exactly so many bytes, which no batch can be. */
  const bodyOf = (bytes: number): string => `{"sets":["${'9'.repeat(bytes - 13)}"]}`;

  async function post(body: string, way: Way, authorization?: string): Promise<{ status: number; body: unknown }> {
    const outgoing = request(`${api.url}/api/v1/catalog/batch`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization !== undefined && { authorization }),
        ...(way !== 'chunked' && { 'content-length': String(body.length) }),
        ...(way === 'with Expect' && { expect: '100-continue' }),
      },
    });
    const answered = once(outgoing, 'response');
    if (way === 'with Expect') await inTime('100 Continue', once(outgoing, 'continue'));
    if (way === 'slowly' || way === 'chunked')
      for (let at = 0; at < body.length; at += body.length / 8) {
        outgoing.write(body.slice(at, at + body.length / 8));
        await pause(way === 'slowly' ? 100 : 1);
      }
    outgoing.end(way === 'slowly' || way === 'chunked' ? undefined : body);
    const [response] = (await inTime('an answer', answered)) as [AsyncIterable<Buffer> & { statusCode: number }];
    let text = '';
    for await (const chunk of response) text += chunk.toString();
    return { status: response.statusCode, body: JSON.parse(text) };
  }

  it.each(
    SIZES.flatMap((bytes) =>
      (['with Content-Length', 'chunked', 'with Expect', 'slowly'] as const).map((way) => ({ bytes, way })),
    ),
  )('is answered 400 when $bytes bytes come $way', async ({ bytes, way }) => {
    expect(await post(bodyOf(bytes), way, `Bearer ${key}`)).toEqual({
      status: 400,
      body: { error: { code: 'BadRequest', message: expect.any(String) } },
    });
  });

  it('costs one request', async () => {
    const before = await usedBy(db, keyId);
    await post(bodyOf(5_000_000), 'with Content-Length', `Bearer ${key}`);
    await post(bodyOf(5_000_000), 'chunked', `Bearer ${key}`);
    expect((await usedBy(db, keyId)) - before).toBe(2);
  });

  it.each([
    ['without a key', undefined, 'MissingApiKey'],
    ['with an unknown key', `Bearer bmk_${'0'.repeat(48)}`, 'InvalidApiKey'],
  ])('is answered 401 %s: the key is checked first', async (_, authorization, code) => {
    for (const way of ['with Content-Length', 'chunked'] as const)
      expect(await post(bodyOf(5_000_000), way, authorization)).toEqual({
        status: 401,
        body: { error: { code, message: expect.any(String) } },
      });
  });

  it('leaves the connection usable: the next request on it is answered', async () => {
    const { port } = new URL(api.url);
    const socket = connect(Number(port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    const head =
      `POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\n';
    const body = bodyOf(2_000_000);
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    socket.write(`GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await inTime('the end of the connection', once(socket, 'close'));
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400', '200']);
  });

  it.each([
    ['too large', 'Content-Length: 5000000', '9'.repeat(1_200_000)],
    ['small', 'Content-Length: 5000', '{"sets":["1'],
    ['chunked', 'Transfer-Encoding: chunked', '1000\r\n{"sets"'],
  ])('is no failure of ours when the client gives up in the middle: %s', async (_, length, beginning) => {
    const { port } = new URL(api.url);
    for (const hangUp of ['destroy', 'resetAndDestroy'] as const) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: application/json\r\n${length}\r\n\r\n${beginning}`,
        () => socket[hangUp](),
      );
      await inTime('the end of the connection', once(socket, 'close'));
    }
    // A line for a later request is in the log: so would be one for those before it.
    const later = await documentedFetch(`${api.url}/api/v1/catalog/themes`);
    await pause(200);
    await eventually('the line of a later request', () => api.output.includes(later.headers.get('x-request-id')!));
    expect(api.output.split('\n').filter((line) => /"level":[456]0|"stack"/.test(line))).toEqual([]);
  });
});
