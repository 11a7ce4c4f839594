import { once } from 'node:events';
import { connect } from 'node:net';
import { inTime } from '../support/eventually.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

describe('what the HTTP parser or the router refuses', () => {
  let api: TestApi;
  let port: number;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start({ REQUEST_TIMEOUT_MS: '2000' });
    await moveClock(api.db, NOON);
    ({ key } = await api.account());
    port = Number(new URL(api.origin).port);
  });

  afterAll(() => api.stop());

  /** Sends bytes as they are and reads until the server closes. */
  async function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await inTime('the end of the connection', once(socket, 'close'));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
  }

  it.each<[what: string, bytes: () => string, status: number]>([
    [
      'a path that is not percent-encoded UTF-8',
      () => `GET /api/v1/set/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['a path with broken UTF-8', () => `GET /api/v1/set/%C3%28 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400],
    ['no HTTP at all', () => `hello\r\n\r\n`, 400],
    ['a header without a name', () => `GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n`, 400],
    [
      'both Content-Length and Transfer-Encoding',
      () =>
        `POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['headers larger than the limit', () => `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'no Host',
      () => `GET /api/v1/catalog/themes HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['two Hosts', () => `GET /livez HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n`, 400],
    [
      'the same Host twice on a path of nothing',
      () => `GET /nowhere HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n`,
      400,
    ],
    ['the target *', () => `GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 404],
    ['the target * of OPTIONS', () => `OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 404],
    ['a target that is no path', () => `GET set/1-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 400],
    [
      'an expectation nobody knows',
      () => `GET /livez HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n`,
      417,
    ],
    ['headers that never end', () => `GET /livez HTTP/1.1\r\nHost: x\r\n`, 408],
    [
      'a body that never comes',
      () => `POST /api/v1/catalog/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`,
      408,
    ],
    [
      'a path longer than any number',
      () =>
        `GET /api/v1/set/${'9'.repeat(5_000)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        'Connection: close\r\n\r\n',
      400,
    ],
    ...[
      '/api/v1/retail-prices#set=%00',
      '/api/v1/retail-prices?set=1-1#',
      '/api/v1/retail-prices?set=1-1&unknown=1#',
      '/api/v1/catalog/themes#unknown=1',
      '/api/v1/set/1-1#',
      '/docs#unknown=1',
      '/nowhere#',
    ].map(
      (target) =>
        [
          `the target ${target}, which has a fragment`,
          () => `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
          400,
        ] satisfies [string, () => string, number],
    ),
    ['an unknown path', () => `GET /%F0%9F%A7%B1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 404],
  ])('answers %s in the one error shape', async (_, bytes, status) => {
    const answer = await raw(bytes());
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      status,
      { error: { code: status === 404 ? 'NotFound' : 'BadRequest', message: expect.any(String) } },
    ]);
    expect(answer.head).toContain('content-type: application/json; charset=utf-8');
    expect(answer.head).toContain('x-api-version: 1');
    expect(answer.head).toContain('cache-control: private, no-cache');
    expect(answer.head).toContain('vary: authorization, accept-encoding');
    expect(answer.head).toMatch(/x-request-id: [0-9a-f-]{36}/);
  });

  it('checks the key before the fragment, and charges for it', async () => {
    const { key: other, keyId } = await api.account({ dailyLimit: 1 });
    const ask = (authorization: string): Promise<{ status: number }> =>
      raw(`GET /api/v1/retail-prices#set=%00 HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`);
    expect((await ask('')).status).toBe(401);
    expect((await ask(`Authorization: Bearer ${other}\r\n`)).status).toBe(400);
    expect(await api.used(keyId)).toBe(1);
    expect((await ask(`Authorization: Bearer ${other}\r\n`)).status).toBe(429);
  });
});
