import { migrateExtensions } from '@brickmarket/persistence-postgres';
import { Extensions } from '@brickmarket/service-runtime/extensions';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';
import { AN_EXTENSION, Broken, Old } from './extension-builders.ts';
import wishlist from './wishlist/index.ts';

const old = { ...AN_EXTENSION, name: 'old', api: { controllers: [Old] } };
const broken = { ...AN_EXTENSION, name: 'broken', api: { controllers: [Broken] } };

describe('routes of an extension in the API', () => {
  let api: TestApi;
  beforeAll(async () => {
    const extensions = new Extensions([wishlist, broken, old]);
    api = await TestApi.start({}, extensions);
    await moveClock(api.db, NOON);
    await migrateExtensions(api.databaseUrl, extensions.all);
  });
  afterAll(() => api.stop());

  const call = (path: string, key: string | null, body?: object) =>
    api.callAbsolute(`/api/x/wishlist${path}`, {
      key,
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  it('need a key, and a plan that includes the API', async () => {
    expect((await call('/wishes', null)).json()).toMatchObject({ error: { code: 'MissingApiKey' } });
    const { key } = await api.account({ plan: 'free' });
    expect((await call('/wishes', key)).json()).toMatchObject({ error: { code: 'TierRequired' } });
  });

  it('answer in the envelope, with the request id and what is left of the allowance, and are charged', async () => {
    const ann = await api.account({ dailyLimit: 4 });
    const added = await call('/wishes', ann.key, { set_number: '1-1', note: 'soon' });
    expect([added.status, added.json()]).toEqual([
      200,
      {
        data: { id: expect.any(Number), set_number: '1-1', note: 'soon', granted_at: null },
        meta: {
          request_id: added.headers['x-request-id'],
          api_version: '1',
          rate_limit: { limit: 4, remaining: 2, reset: added.headers['x-ratelimit-reset'] },
        },
      },
    ]);
    expect((await call('/wishes?limit=1', ann.key)).json()).toMatchObject({ data: { wishes: [{ note: 'soon' }] } });
    expect(await api.used(ann.keyId)).toBe(3);
    const over = await call('/wishes', ann.key, { set_number: '2-1' });
    expect([over.status, over.json()]).toMatchObject([429, { error: { code: 'QuotaExceeded' } }]);
  });

  it('announce their end when they are deprecated, also on errors', async () => {
    const { key } = await api.account({ dailyLimit: 1 });
    for (const status of [200, 429]) {
      const { headers, ...answer } = await api.callAbsolute('/api/x/old/old', { key });
      expect([answer.status, headers['deprecation'], headers['sunset'], headers['link']]).toEqual([
        status,
        '@1790812800',
        'Thu, 01 Apr 2027 00:00:00 GMT',
        '<https://shop.example/new>; rel="deprecation", </openapi.json>; rel="service-desc"',
      ]);
    }
  });

  it('refuse what they do not declare, by name', async () => {
    const { key } = await api.account();
    const messageOf = async (path: string, body?: object) =>
      (await call(path, key, body)).json<{ error: { message: string } }>().error.message;
    expect(await messageOf('/wishes?limt=1')).toBe('unknown query parameter "limt"; known here: limit');
    expect(await messageOf('/wishes?limit=1e1')).toBe('limit must be a whole number from 1 to 100');
    expect(await messageOf('/wishes', { set_number: 7 })).toBe('set_number must be like 75192-1');
    expect(await messageOf('/wishes', { set_number: '1-1', price: 1 })).toBe(
      'unknown property "price"; known here: set_number, note',
    );
    expect(await messageOf('/wishes', [] as object)).toBe('a JSON object is expected');
    expect(await messageOf('/wishes', { set_number: '1-1', note: 'a\0b' })).toBe('the body contains a NUL character');
  });

  it('show an account its own rows, also in a statement that names no account', async () => {
    const [ann, bob] = [await api.account(), await api.account()];
    await call('/wishes', ann.key, { set_number: '1-1' });
    await call('/wishes', bob.key, { set_number: '1-1' });
    const seen = (await call('/wishes', ann.key)).json<{ data: { wishes: object[] } }>().data.wishes;
    expect(seen).toHaveLength(1);
    const twice = await call('/wishes', ann.key, { set_number: '1-1' });
    expect([twice.status, twice.json()]).toEqual([
      400,
      { error: { code: 'BadRequest', message: 'you wish for 1-1 already' } },
    ]);
  });

  it('that fail are answered 500, cost nothing and stop nobody', async () => {
    const ann = await api.account();
    const failed = await api.callAbsolute('/api/x/broken/throws', { key: ann.key });
    expect([failed.status, failed.json()]).toEqual([
      500,
      { error: { code: 'InternalError', message: 'something failed on our side; the request can be retried' } },
    ]);
    expect(await api.used(ann.keyId)).toBe(0);
    expect((await api.call('/catalog/themes', ann)).status).toBe(200);
  });

  it('are no part of the contract', async () => {
    const document = (await api.callAbsolute('/openapi.json')).json<{ paths: object; components: object }>();
    expect(JSON.stringify([document.paths, document.components])).not.toMatch(/wish/i);
  });
});

it('is not there without the extension', async () => {
  const api = await TestApi.start();
  const { key } = await api.account();
  expect((await api.callAbsolute('/api/x/wishlist/wishes', { key })).status).toBe(404);
  await api.stop();
});
