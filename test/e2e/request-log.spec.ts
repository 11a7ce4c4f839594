import { randomBytes } from 'node:crypto';
import { TestAccountArea } from '../support/test-account-area.ts';
import { insertAccount } from '../support/account-builders.ts';
import { ApiProcess } from '../support/api-process.ts';
import { DocumentedClient, documentedFetch as fetch } from '../support/documented-client.ts';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { Pool } from 'pg';

it('logs one JSON line per request with id, route, status, duration and key id, and never the key', async () => {
  const database = await createTestDatabase();
  const db = new Pool({ connectionString: database.url });
  const { key, keyId } = await insertAccount(db);
  const api = await ApiProcess.start(database.url, { LOG_LEVEL: 'info' });
  const client = new DocumentedClient(1);
  const first = await client.send(`${api.url}/api/v1/set/1-1`, key);
  await client.send(`${api.url}/api/v1/set/${key}?api_key=${key}&${key}=1`, key);
  await client.send(`${api.url}/${key}`, key);
  client.close();
  await api.stop();
  await db.end();
  await database.drop();
  const lines = api.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter((line) => line['status'] !== undefined && line['route'] !== '/openapi.json')).toEqual([
    expect.objectContaining({
      reqId: first.headers['x-request-id'],
      method: 'GET',
      route: '/api/v1/set/:number',
      status: 404,
      ms: expect.any(Number),
      keyId,
    }),
    expect.objectContaining({ route: '/api/v1/set/:number', status: 400, keyId }),
    expect.objectContaining({ route: null, status: 404 }),
  ]);
  expect(api.output).not.toContain(key.slice(4));
});

it('logs the health checks that fail, of the API and the account area, no others, and never a key', async () => {
  const area = await TestAccountArea.start();
  const key = `bmk_${randomBytes(24).toString('hex')}`;
  const api = await ApiProcess.start(area.databaseUrl, { LOG_LEVEL: 'info' });
  const bases = [api.url, `http://127.0.0.1:${area.port}`];
  const statuses = async (path: string): Promise<number[]> =>
    Promise.all(
      bases.map(async (base) => (await fetch(base + path, { headers: { authorization: `Bearer ${key}` } })).status),
    );
  try {
    expect(await statuses('/livez')).toEqual([200, 200]);
    await eventually('both are ready', async () => (await statuses('/readyz')).every((status) => status === 200));
    // As a database that has not been migrated yet.
    await area.db.query('DELETE FROM schema_migration');
    expect(await statuses('/readyz')).toEqual([503, 503]);
    await Promise.all([api.printed('"/readyz"'), area.printed('"/readyz"')]);
    await statuses(`/readyz/${key}`);
    await Promise.all([api.printed('"route":null'), area.printed('"route":null')]);
  } finally {
    await api.stop();
    await area.stop();
  }
  for (const { output } of [api, area]) {
    const logged = output.split('\n').filter((line) => /"route":"\/(?:livez|readyz)"/.test(line));
    expect(logged.length).toBeGreaterThan(0);
    for (const line of logged) expect(JSON.parse(line)).toMatchObject({ route: '/readyz', status: 503 });
    expect(output).not.toContain(key.slice(4));
  }
});

const ID = '0b4f2c1e-7a5d-4e3b-9c8a-1d2e3f405162';

it.each([
  ['1', 'on', '198.51.100.7', true],
  ['1', 'off', undefined, true],
  ['0', 'on', '127.0.0.1', false],
])('behind %s proxies with LOG_ADDRESSES=%s logs the address %s and adopts X-Request-Id: %p', async (...of) => {
  const [TRUSTED_PROXIES, LOG_ADDRESSES, address, adopts] = of;
  const environment = { TRUSTED_PROXIES, LOG_ADDRESSES, LOG_LEVEL: 'info' };
  const area = await TestAccountArea.start(environment);
  const api = await InProcessApi.start(area.databaseUrl, environment);
  const send = async (url: string, id: string): Promise<string | null> => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'x-request-id': id };
    return (await fetch(url, { headers })).headers.get('x-request-id');
  };
  try {
    for (const [url, output] of [
      [`${api.url}/api/v1/set/1-1`, () => api.output],
      [`http://localhost:${area.port}/account/api/session`, () => area.output],
    ] as const) {
      expect((await send(url, ID)) === ID).toBe(adopts);
      for (const invalid of ['', 'x', `${ID}, ${ID}`, `${ID}0`])
        expect(await send(url, invalid)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const lines = output()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      // The document, with which the first answer was compared, was read in between.
      const logged = lines.filter((line) => line['status'] !== undefined && !/openapi/.test(String(line['route'])));
      expect(logged.map((line) => line['address'])).toEqual(Array.from({ length: 5 }, () => address));
      expect(logged[0]!['reqId'] === ID).toBe(adopts);
    }
  } finally {
    await api.stop();
    await area.stop();
  }
});
