import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { fillDiskFor } from '../support/full-disk.ts';
import { inTime } from '../support/eventually.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { PASSWORD, TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';

describe('requests to the account area', () => {
  let area: TestAccountArea;
  let browser: TestBrowser;
  beforeAll(async () => {
    area = await TestAccountArea.start();
    browser = await area.signedUp('ann@example.com');
  });
  afterAll(() => area.stop());

  const revokeAll = (headers: Record<string, string>) =>
    browser.send('POST', '/account/api/sessions/end-others', {}, headers);

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
    ['another site, though it claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
    ['another origin in an old browser', { origin: 'https://evil.example' }],
    ['the origin null of a sandboxed frame', { origin: 'null' }],
    ['nobody who says where from', {}],
  ])('refuses a write from %s', async (_from, headers) => {
    const answer = await revokeAll(headers);
    expect([answer.status, answer.code]).toEqual([403, 'CrossSite']);
  });

  it('takes a write from its own page, also of a browser that says only the origin', async () => {
    expect((await revokeAll({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await revokeAll({ origin: area.origin })).status).toBe(200);
  });

  it('are answered 503 with Retry-After when the disk of the database is full', async () => {
    await fillDiskFor(area.db, 'portfolio.brickfolio');
    const answer = await browser.post('brickfolios', { name: 'Attic' });
    await area.db.query('DROP FUNCTION public.disk_is_full CASCADE');
    expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([503, 'Overloaded', '60']);
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('nothing was saved') } });
  });

  it('are answered 503 with Retry-After while PostgreSQL refuses connections', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const proxy = await TcpProxy.to(Number(url.port));
    url.port = String(proxy.port);
    const cut = await TestAccountArea.start({ DATABASE_URL: url.href });
    await proxy.close();
    const answer = await cut.browser().post('sign-in/password', { email: 'ann@example.com', password: PASSWORD });
    await cut.stop();
    await database.drop();
    expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([503, 'Overloaded', '60']);
    expect(answer.json()).toMatchObject({ error: { message: expect.stringContaining('does not answer') } });
  });

  it('are logged with the id that their answer has, named once', async () => {
    const { headers } = await browser.get('sessions');
    const id = String(headers['x-request-id']);
    await area.printed(id);
    const lines = area.output.split('\n').filter((line) => line.includes(id));
    expect(lines.map((line) => line.match(/"reqId":/g)?.length)).toEqual([1]);
  });

  it('refuses a form of another site whatever it calls its content', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await browser.send('POST', '/account/api/sign-in/password', '{"email":"a@example.com"}', {
        'content-type': type,
        'sec-fetch-site': 'same-origin',
      });
      expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
    }
  });

  it.each(['evil.example', '127.0.0.1', 'localhost', 'localhost:1'])('refuses the Host %s', async (host) => {
    for (const target of ['/account/api/session', '/account', '/account/sign-in']) {
      const answer = await browser.send('GET', target, undefined, { host });
      expect([answer.status, answer.code]).toEqual([421, 'WrongHost']);
    }
  });

  it('refuses two Hosts, of which one may be ours', async () => {
    const socket = connect(area.port, '127.0.0.1');
    const host = `localhost:${area.port}`;
    socket.write(`GET /account/api/session HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answer = await inTime('an answer', text(socket));
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"BadRequest","message":"[^"]*Host/s);
  });

  it.each(['gzip', 'br', 'deflate', 'zstd'])('refuses a body with Content-Encoding %s at once', async (encoding) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-encoding': encoding };
    for (const [target, type] of [
      ['sign-in/password', 'application/json'],
      ['imports?name=mine.csv', 'application/octet-stream'],
    ] as const) {
      const body = gzipSync('{"email":"a@example.com","password":"x"}') as unknown as string;
      const answer = await browser.send('POST', `/account/api/${target}`, body, { ...headers, 'content-type': type });
      expect([target, answer.status, answer.body]).toEqual([
        target,
        400,
        expect.stringContaining('without Content-Encoding'),
      ]);
    }
  });

  it.each([...Object.getOwnPropertyNames(Object.prototype), 'extra'])(
    'refuses a field %s, in a body and in a query, as one that is not there',
    async (name) => {
      const refusal = { error: { code: 'BadRequest', message: `There is no field "${name}" here.`, field: name } };
      const body = (fields: string) =>
        browser.send('POST', '/account/api/holdings/sell', fields, {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
        });
      expect((await body(`{"${name}":{}}`)).json()).toEqual(refusal);
      expect((await browser.get(`audit?${name}=1`)).json()).toEqual(refusal);
    },
  );

  it('refuses JSON that is nested too deeply', async () => {
    const body = `{"setNumber":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const answer = await browser.send('POST', '/account/api/holdings/sell', body, headers);
    expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
  });

  it('answers a path that cannot be decoded in its own shape, with its own headers', async () => {
    const answer = await browser.send('GET', '/account/%zz', undefined, {});
    expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
  });

  it('answers raw bytes in its own shape, and the next request on a connection of its own', async () => {
    for (let sent = 0; sent < 20; sent++) {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const answer = await browser.send('POST', '/account/api/alerts/feed?none=\u00e9\u0080', undefined, headers);
      expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
      expect(answer.headers).toMatchObject({ connection: 'close', 'x-content-type-options': 'nosniff' });
      expect((await browser.get('session')).status).toBe(200);
    }
  });

  it('decides by the path that the router decodes, however it is written', async () => {
    for (const target of [
      '/account/%61pi/session',
      '/%61ccount/api/session?x=1',
      `http://localhost:${area.port}/account/api/session`,
      '/account/%61pi/nothing',
    ]) {
      const answer = await browser.send('GET', target, undefined, {});
      expect([target, answer.headers['cache-control']]).toEqual([target, 'no-store']);
    }
    // Not the page, which may be kept.
    expect((await browser.send('GET', '/account/%61pi/nothing', undefined, {})).code).toBe('NotFound');
    expect((await browser.send('GET', '/account/missing%2Ejs', undefined, {})).code).toBe('NotFound');
  });

  it('sends a policy without inline script, other origins or frames, and lets nothing be kept', async () => {
    const answer = await browser.get('session');
    const policy = String(answer.headers['content-security-policy']);
    // All of it: a base, a form target or a connection elsewhere falls back to no other directive, or to a wider one.
    expect(Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2)))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'font-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
    });
    const page = await browser.send('GET', '/account', undefined, {});
    expect(page.headers['content-security-policy']).toBe(policy);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('closes every route without a session but those for signing in', async () => {
    const { paths } = (await browser.get('openapi.json')).json<{ paths: Record<string, Record<string, object>> }>();
    const open: string[] = [];
    for (const [path, methods] of Object.entries(paths))
      for (const method of Object.keys(methods)) {
        const target = path.replace('{id}', '1');
        const answer = await area
          .browser()
          .send(method.toUpperCase(), target, method === 'get' ? undefined : {}, { 'sec-fetch-site': 'same-origin' });
        if (answer.code !== 'NotSignedIn') open.push(`${method} ${path.replace('/account/api/', '')}`);
      }
    expect(open.toSorted()).toEqual([
      'get session',
      'post address/confirm',
      'post address/restore',
      'post invitations/accept',
      'post links/inspect',
      'post reset/perform',
      'post reset/request',
      'post sign-in/link',
      'post sign-in/passkey',
      'post sign-in/passkey/options',
      'post sign-in/password',
      'post sign-in/second-factor',
      'post sign-out',
      'post sign-up',
    ]);
  });

  it('needs a fresh proof for what a thief of an open browser wants', async () => {
    await area.makeStale();
    const asked: [string, object?][] = [
      ['keys', { name: 'x' }],
      ['keys/1/rotate', { overlap: 'now' }],
      ['password', { password: PASSWORD }],
      ['address', { email: 'b@example.com' }],
      ['totp/begin'],
      ['totp/confirm', { code: '123456' }],
      ['totp/remove'],
      ['recovery-codes'],
      ['passkeys/options'],
      ['passkeys', { challengeToken: 'x', name: 'x', response: {} }],
    ];
    const codes: Record<string, string | undefined> = {};
    for (const [path, body] of asked) codes[path] = (await browser.post(path, body)).code;
    codes['DELETE passkeys/1'] = (await browser.delete('passkeys/1')).code;
    // Compared as a whole: a failure names every path that lets the thief in.
    expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((path) => [path, 'StepUpRequired'])));
    const wrong = await browser.post('step-up/password', { password: 'not the password' });
    expect([wrong.status, wrong.code]).toEqual([403, 'WrongCredentials']);
    const proven = await browser.post('step-up/password', { password: PASSWORD });
    expect(proven.json()).toMatchObject({ session: { freshUntil: expect.any(String) } });
    expect((await browser.post('keys', { name: 'x' })).status).toBe(201);
  });

  it('answers a number that no record can have on every route as one that no record has', async () => {
    const { paths } = (await browser.get('openapi.json')).json<{ paths: Record<string, Record<string, object>> }>();
    const answers: Record<string, number> = {};
    for (const [path, methods] of Object.entries(paths).filter(([known]) => /\{(id|position)\}/.test(known)))
      for (const method of Object.keys(methods))
        for (const id of ['2147483648', '4294967296', '999999999999999', '9'.repeat(30)]) {
          const target = path.replaceAll(/\{(id|position)\}/g, id);
          const body = method === 'get' || method === 'delete' ? undefined : {};
          const { status } = await browser.send(method.toUpperCase(), target, body, {
            'sec-fetch-site': 'same-origin',
          });
          if (status !== 404) answers[`${method} ${target}`] = status;
        }
    expect(Object.keys(paths).filter((path) => path.includes('{id}')).length).toBeGreaterThan(30);
    expect(answers).toEqual({});
  });

  it('refuses a number that no record can have in a body or a query, and no smaller one for that', async () => {
    const asked = (id: number): [string, object?][] => {
      const [one, other] = [
        { id: 1, version: 1 },
        { id, version: 1 },
      ];
      const rule = { name: 'x', kind: 'set.retiring', scope: 'holdings' };
      return [
        ['holdings', { setNumber: '10497-1', brickfolioId: id }],
        ['holdings/1/move', { version: 1, brickfolioId: id }],
        ['holdings/several/move', { holdings: [one], brickfolioId: id }],
        ['holdings/several/move', { holdings: [other], brickfolioId: 1 }],
        ['holdings/several/edit', { holdings: [other] }],
        ['holdings/several/delete', { holdings: [other] }],
        ['alerts/rules', { ...rule, scope: 'brickfolio', brickfolioId: id }],
        ['alerts/rules', { ...rule, endpointIds: [id] }],
        [`holdings?brickfolioId=${id}`],
        [`audit?before=${id}`],
      ];
    };
    const answers = async (id: number): Promise<[string, number, string][]> => {
      const all: [string, number, string][] = [];
      for (const [path, body] of asked(id)) {
        const answer = body === undefined ? await browser.get(path) : await browser.post(path, body);
        all.push([path.split('?')[0]!, answer.status, answer.body]);
      }
      return all;
    };
    const [largest, beyond] = [await answers(2_147_483_647), await answers(2_147_483_648)];
    expect(beyond.map(([path, status]) => [path, status])).toEqual(beyond.map(([path]) => [path, 400]));
    expect(beyond.filter(([, , body], index) => body === largest[index]![2])).toEqual([]);
    expect(largest.filter(([, status]) => status >= 500)).toEqual([]);
  });

  it('names no stack, statement or secret in the answer to what does not exist', async () => {
    for (const target of ['/account/api/nothing', '/account/api/keys/abc/use', '/account/api/keys/99999999999/use']) {
      const answer = await browser.send('GET', target, undefined, {});
      expect([answer.status, answer.code]).toEqual([404, 'NotFound']);
    }
  });
});
