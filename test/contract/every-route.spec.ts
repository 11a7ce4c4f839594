import { randomBytes } from 'node:crypto';
import { moveClock, NOON } from '../support/move-clock.ts';
import { contractRoutes, type Route } from '../support/documented-contract.ts';
import { type Answer, type CallOptions, TestApi, type TestAccount } from '../support/test-api.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('every route of the contract', () => {
  let api: TestApi;
  let routes: readonly Route[];
  let reseller: TestAccount;
  let free: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    routes = contractRoutes(api.app);
    reseller = await api.account();
    free = await api.account({ plan: 'free' });
  });

  afterAll(() => api.stop());

  const call = (route: Route, options: CallOptions, query = ''): Promise<Answer> =>
    api.callAbsolute(route.path.replaceAll(/:\w+/g, '1-1') + query, {
      ...options,
      method: route.method as 'GET',
      ...(route.method === 'POST' && { body: { sets: ['1-1'] } }),
    });

  const expectError = (answer: Answer, status: number, code: string): void => {
    expect([answer.status, answer.json<{ error: { code: string } }>()]).toEqual([
      status,
      { error: { code, message: expect.any(String) } },
    ]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).toMatchObject({
      'x-api-version': '1',
      'x-request-id': expect.stringMatching(UUID),
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'authorization, accept-encoding',
    });
    expect(answer.headers['www-authenticate']).toBe(status === 401 ? 'Bearer' : undefined);
  };

  it('is known to the router', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining(['GET /api/v1/set/:number', 'GET /api/v1/catalog/themes']),
    );
  });

  it('answers 401 MissingApiKey without a bearer header', async () => {
    for (const route of routes) {
      for (const headers of [{}, { authorization: 'Basic dTpw' }, { authorization: reseller.key }]) {
        const answer = await call(route, { headers });
        expectError(answer, 401, 'MissingApiKey');
        expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
      }
    }
  });

  it('answers the same 401 InvalidApiKey, to the byte, to an unknown, expired, revoked or malformed key', async () => {
    const expired = await api.key(reseller.accountId, { expiresAt: '2020-01-01T00:00:00Z' });
    const revoked = await api.key(reseller.accountId);
    await api.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [revoked.keyId]);
    const keys = [
      `bmk_${randomBytes(24).toString('hex')}`,
      expired.key,
      revoked.key,
      'bmk_short',
      `${reseller.key}0`,
      reseller.key.toUpperCase(),
    ];
    for (const route of routes) {
      const bodies = new Set<string>();
      for (const key of keys) {
        const answer = await call(route, { key });
        expectError(answer, 401, 'InvalidApiKey');
        bodies.add(answer.text);
      }
      expect(bodies.size).toBe(1);
    }
  });

  it('answers 403 TierRequired to an account without the Reseller plan, and charges nothing', async () => {
    for (const route of routes) expectError(await call(route, { key: free.key }), 403, 'TierRequired');
    expect(await api.used(free.keyId)).toBe(0);
  });

  it('answers 429 QuotaExceeded with Retry-After when the allowance is used up', async () => {
    const { key, keyId } = await api.key(reseller.accountId, { dailyLimit: 1 });
    await api.call('/catalog/themes', { key });
    for (const route of routes) {
      const answer = await call(route, { key });
      expectError(answer, 429, 'QuotaExceeded');
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '1',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '2026-11-16T00:00:00.000Z',
        'ratelimit-policy': '"day";q=1;w=86400',
        ratelimit: '"day";r=0;t=43200',
        link: '</openapi.json>; rel="service-desc"',
        'retry-after': String(12 * 3_600),
      });
    }
    expect(await api.used(keyId)).toBe(1);
  });

  it.each([
    '?nope=1',
    '?__proto__=1',
    '?constructor[prototype]=1',
    '?q[]=a',
    '?limit=1&limit=2',
    '?%00=1',
    '?=1',
    '?toString=1',
    '?nope=%FF',
  ])('answers 400 BadRequest to the query %s, charged and with rate-limit headers', async (query) => {
    for (const route of routes) {
      const answer = await call(route, { key: reseller.key }, query);
      expectError(answer, 400, 'BadRequest');
      expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
      expect(answer.headers['ratelimit']).toBe(`"day";r=${answer.headers['x-ratelimit-remaining']};t=43200`);
    }
  });

  it('checks key, plan and quota before it looks at the input', async () => {
    const spent = await api.key(reseller.accountId, { dailyLimit: 1 });
    await api.call('/catalog/themes', { key: spent.key });
    for (const route of routes) {
      expectError(await call(route, {}, '?nope=1'), 401, 'MissingApiKey');
      expectError(await call(route, { key: free.key }, '?nope=1'), 403, 'TierRequired');
      expectError(await call(route, { key: spent.key }, '?nope=1'), 429, 'QuotaExceeded');
    }
  });

  it('answers 404 NotFound to every other method, with or without a key', async () => {
    for (const route of routes) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
        if (method === route.method) continue;
        for (const key of [reseller.key, null]) {
          const answer = await api.callAbsolute(route.path.replaceAll(/:\w+/g, '1-1'), { key, method });
          expect(answer.status).toBe(404);
          expect(answer.headers['x-api-version']).toBe('1');
        }
      }
    }
  });

  it('accepts the scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  ']) {
      expect(
        (await api.call('/catalog/themes', { headers: { authorization: `${scheme} ${reseller.key}` } })).status,
      ).toBe(200);
    }
  });

  it('lets a cache keep an answer for one client only, and ask each time, also a 200 and a 304', async () => {
    const vary = expect.stringMatching(/^authorization, accept-encoding(, accept)?$/) as string;
    const kept = { 'cache-control': 'private, no-cache', vary };
    for (const route of routes) {
      const answer = await call(route, { key: reseller.key });
      expect([route.path, answer.headers]).toEqual([route.path, expect.objectContaining(kept)]);
    }
    const { headers } = await api.call('/catalog/themes', { key: reseller.key });
    const unchanged = { key: reseller.key, headers: { 'if-none-match': String(headers['etag']) } };
    expect(await api.call('/catalog/themes', unchanged)).toMatchObject({ status: 304, headers: kept });
  });

  it('wraps a 200 in data and meta, and says in both headers and meta what is left', async () => {
    const answer = await api.call('/catalog/themes', { key: reseller.key });
    const { meta, ...rest } = answer.json<{ data: unknown; meta: unknown }>();
    expect(Object.keys(rest)).toEqual(['data']);
    expect(meta).toEqual({
      request_id: answer.headers['x-request-id'],
      api_version: '1',
      rate_limit: {
        limit: 1_000_000,
        remaining: Number(answer.headers['x-ratelimit-remaining']),
        reset: answer.headers['x-ratelimit-reset'],
      },
    });
  });
});
