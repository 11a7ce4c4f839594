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
      ['passkeys', { challenge_token: 'x', name: 'x', response: {} }],
    ];
    const codes: Record<string, string | undefined> = {};
    for (const [path, body] of asked) codes[path] = (await browser.post(path, body)).code;
    codes['DELETE passkeys/1'] = (await browser.delete('passkeys/1')).code;
    // Compared as a whole: a failure names every path that lets the thief in.
    expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((path) => [path, 'StepUpRequired'])));
    const wrong = await browser.post('step-up/password', { password: 'not the password' });
    expect([wrong.status, wrong.code]).toEqual([403, 'WrongCredentials']);
    const proven = await browser.post('step-up/password', { password: PASSWORD });
    expect(proven.json()).toMatchObject({ session: { fresh_until: expect.any(String) } });
    expect((await browser.post('keys', { name: 'x' })).status).toBe(201);
  });

  it('names no stack, statement or secret in the answer to what does not exist', async () => {
    for (const target of ['/account/api/nothing', '/account/api/keys/abc/use', '/account/api/keys/99999999999/use']) {
      const answer = await browser.send('GET', target, undefined, {});
      expect([answer.status, answer.code]).toEqual([404, 'NotFound']);
    }
  });
});
