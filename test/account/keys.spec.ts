import { InProcessApi } from '../support/in-process-api.ts';
import { TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { freePort } from '../support/free-port.ts';
import { DocumentedClient } from '../support/documented-client.ts';
import { moveClock, NOON } from '../support/move-clock.ts';

interface KeyView {
  readonly id: number;
  readonly state: string;
  readonly usedToday: number;
  readonly firstUsedAt: string | null;
  readonly expiresAt: string | null;
}

describe('keys in the account area', () => {
  let area: TestAccountArea;
  let api: InProcessApi;
  const client = new DocumentedClient(8);
  beforeAll(async () => {
    const port = await freePort();
    area = await TestAccountArea.start({ API_URL: `http://127.0.0.1:${port}/api/v1` });
    await moveClock(area.db, NOON);
    api = await InProcessApi.start(area.databaseUrl, { PORT: String(port) });
  });
  afterAll(async () => {
    client.close();
    await api.stop();
    await area.stop();
  });

  const use = async (key: string): Promise<number> =>
    (await client.send(`${api.url}/api/v1/catalog/themes`, key)).status;

  const create = async (browser: TestBrowser, body: object = { name: 'shop' }) => {
    const answer = await browser.post('keys', body);
    expect([answer.status, answer.body]).toEqual([201, expect.any(String)]);
    return answer.json<{ key: string; record: KeyView }>();
  };

  it('is created, used at once, and shows its first request', async () => {
    const browser = await area.signedUp('first@example.com');
    const { key, record } = await create(browser, { name: ' my shop ', expiresInDays: 30 });
    expect(key).toMatch(/^bmk_[0-9a-f]{48}$/);
    expect(record).toMatchObject({ name: 'my shop', last4: key.slice(-4), state: 'active', dailyLimit: 1000 });
    expect((await browser.get(`keys/${record.id}/use`)).json()).toEqual({
      firstUsedAt: null,
      lastUsedAt: null,
      usedToday: 0,
    });
    expect(await use(key)).toBe(200);
    const seen = (await browser.get(`keys/${record.id}/use`)).json();
    expect(seen).toEqual({ firstUsedAt: expect.any(String), lastUsedAt: expect.any(String), usedToday: 1 });
    const usage = (await browser.get('usage')).json<{ keys: object[]; days: { used: number }[] }>();
    expect(usage.keys).toMatchObject([{ id: record.id, usedToday: 1, remaining: 999, forecast: expect.any(String) }]);
    expect(usage.days).toHaveLength(30);
    expect(usage.days.at(-1)).toMatchObject({ used: 1, keys: [{ id: record.id, used: 1 }] });
  });

  it('appears in the one answer that creates it, never in a list, a log line or the database', async () => {
    const browser = await area.signedUp('once@example.com');
    const { key, record } = await create(browser);
    const answer = await browser.post(`keys/${record.id}/rotate`, { overlap: '1h' });
    expect(answer.headers['cache-control']).toBe('no-store');
    const rotated = answer.json<{ key: string; record: KeyView }>();
    await browser.post('keys/check', { key });
    await browser.post('keys/check', { key: rotated.key });
    const bodies = await Promise.all(
      ['keys', 'usage', 'audit', 'session', 'sessions'].map((path) => browser.get(path)),
    );
    await area.printed('/account/api/keys/check');
    const { rows } = await area.db.query<{ text: string }>(
      `SELECT query_to_xml('SELECT * FROM ' || schemaname || '.' || tablename, true, false, '')::text AS text
       FROM pg_tables WHERE schemaname IN ('access', 'identity')`,
    );
    expect(area.output).toContain('/account/api/keys');
    const places = [...bodies.map(({ body }) => body), area.output, api.output, ...rows.map(({ text }) => text)].join(
      '\n',
    );
    for (const secret of [key, rotated.key, key.slice(4), rotated.key.slice(4)]) expect(places).not.toContain(secret);
    expect(area.output).not.toContain(browser.sessionCookie);
  });

  it('works side by side with its successor until the overlap ends', async () => {
    const browser = await area.signedUp('overlap@example.com');
    const { key, record } = await create(browser);
    const answer = await browser.post(`keys/${record.id}/rotate`, { overlap: '24h' });
    const rotated = answer.json<{ key: string; previous: KeyView }>();
    expect(Date.parse(rotated.previous.expiresAt!) - Date.parse(NOON)).toBe(86_400_000);
    expect([await use(key), await use(rotated.key)]).toEqual([200, 200]);
    await area.db.query('UPDATE access.api_key SET expires_at = access.clock() WHERE id = $1', [record.id]);
    expect([await use(key), await use(rotated.key)]).toEqual([401, 200]);
    expect((await browser.post(`keys/${record.id}/rotate`, { overlap: 'now' })).code).toBe('KeyNotActive');
  });

  it('goes on in its successor where it was: the owner sees what is left, and the API says the same', async () => {
    const browser = await area.signedUp('carried@example.com');
    const { key, record } = await create(browser);
    for (let count = 0; count < 3; count++) await use(key);
    const answer = await browser.post(`keys/${record.id}/rotate`, { overlap: 'now' });
    const rotated = answer.json<{ key: string; record: KeyView }>();
    expect(rotated.record).toMatchObject({ usedToday: 0, carriedToday: 3 });
    const asked = await client.send(`${api.url}/api/v1/catalog/themes`, rotated.key);
    expect(asked.headers['x-ratelimit-remaining']).toBe('996');
    const usage = (await browser.get('usage')).json<{ keys: object[]; days: { used: number }[] }>();
    expect(usage.keys).toContainEqual(
      expect.objectContaining({ id: rotated.record.id, usedToday: 1, carriedToday: 3, remaining: 996 }),
    );
    expect(usage.days.at(-1)).toMatchObject({ used: 4 });
  });

  it('shows its owner what it has asked of each route, what that cost, and what was refused', async () => {
    const [browser, other] = [await area.signedUp('routes@example.com'), await area.signedUp('other@example.com')];
    const { key, record } = await create(browser);
    const themes = '/api/v1/catalog/themes';
    const batch = '/api/v1/catalog/batch';
    const routes = async (who: TestBrowser) => (await who.get('usage')).json<{ routes: object[] }>().routes;
    expect(await routes(browser)).toEqual([]);
    expect([await use(key), await use(key)]).toEqual([200, 200]);
    const sets = { sets: ['1-1', '2-1', '3-1'] };
    const asked = await client.send(`${api.url}${batch}`, key, sets);
    expect([asked.status, asked.body]).toEqual([200, expect.any(String)]);
    await area.db.query('UPDATE access.key_usage SET used = 1000, last_charge = 0 WHERE key_id = $1', [record.id]);
    expect([await use(key), await use('bmk_'.padEnd(52, '0'))]).toEqual([429, 401]);
    await api.noteRoutes();
    const counts = (route: string, requests: number, charged: number, refused: number) => ({
      keyId: record.id,
      route,
      today: { requests, charged, refused },
      period: { requests, charged, refused },
    });
    expect(await routes(browser)).toEqual([counts(batch, 1, 3, 0), counts(themes, 3, 2, 1)]);
    expect(await routes(other)).toEqual([]);
    await area.db.query(`UPDATE access.route_usage SET day = day - 1 WHERE route = $1`, [batch]);
    expect(await routes(browser)).toEqual([
      counts(themes, 3, 2, 1),
      { ...counts(batch, 1, 3, 0), today: { requests: 0, charged: 0, refused: 0 } },
    ]);
  });

  it('is refused by the API from the moment it is revoked or rotated at once, and its owner can see that', async () => {
    const browser = await area.signedUp('revoke@example.com');
    const { key, record } = await create(browser);
    expect(await use(key)).toBe(200);
    expect((await browser.post('keys/check', { key })).json()).toMatchObject({ status: 200, code: null });
    // Without a fresh proof: stopping a leak must not wait.
    await area.makeStale();
    expect((await browser.post(`keys/${record.id}/revoke`)).json()).toMatchObject({ state: 'revoked' });
    expect(await use(key)).toBe(401);
    expect((await browser.post('keys/check', { key })).json()).toMatchObject({ status: 401, code: 'InvalidApiKey' });
    expect((await browser.post(`keys/${record.id}/revoke`)).status).toBe(200);
  });

  it('is one of at most five active: the sixth is refused with words that help', async () => {
    const browser = await area.signedUp('five@example.com');
    const keys = [];
    for (let count = 0; count < 5; count++) keys.push(await create(browser));
    const sixth = await browser.post('keys', { name: 'sixth' });
    expect([sixth.status, sixth.code]).toEqual([409, 'KeyLimit']);
    expect(sixth.json<{ error: { message: string } }>().error.message).toMatch(/5 active keys.*Revoke one/);
    expect((await browser.post(`keys/${keys[0]!.record.id}/rotate`, { overlap: '1h' })).code).toBe('KeyLimit');
    expect((await browser.post(`keys/${keys[0]!.record.id}/rotate`, { overlap: 'now' })).status).toBe(201);
    expect((await browser.get('keys')).json()).toMatchObject({ active: 5, maxActive: 5 });
    await browser.post(`keys/${keys[1]!.record.id}/revoke`);
    expect((await browser.post('keys', { name: 'sixth' })).status).toBe(201);
  });

  it('belongs to one account: nobody else sees, rotates or revokes it', async () => {
    const owner = await area.signedUp('owner@example.com');
    const { key, record } = await create(owner);
    const stranger = await area.signedUp('stranger@example.com');
    expect((await stranger.get('keys')).json()).toMatchObject({ keys: [] });
    expect((await stranger.get(`keys/${record.id}/use`)).code).toBe('NotFound');
    expect((await stranger.post(`keys/${record.id}/rotate`, { overlap: 'now' })).code).toBe('NotFound');
    expect((await stranger.post(`keys/${record.id}/revoke`)).code).toBe('NotFound');
    expect(await use(key)).toBe(200);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '   ' }, undefined],
    [{ name: 'x'.repeat(101) }, undefined],
    [{ name: 'x', expiresInDays: 31 }, 'expiresInDays'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, undefined],
    [{ name: 'x', expiresAt: 'tomorrow' }, undefined],
    [{ name: 'x', expiresInDays: 30, expiresAt: '2030-01-01T00:00:00Z' }, undefined],
    [{ name: 'x', dailyLimit: 1_000_000 }, 'dailyLimit'],
  ])('is not created from %j', async (body, field) => {
    const browser = await area.signedUp(`${Math.random().toString(36).slice(2)}@example.com`);
    const answer = await browser.post('keys', body);
    expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
    expect(answer.json<{ error: { field?: string } }>().error.field).toBe(field);
    expect((await browser.get('keys')).json()).toMatchObject({ keys: [] });
  });
});
