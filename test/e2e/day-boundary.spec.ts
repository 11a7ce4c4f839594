import { TestApi } from '../support/test-api.ts';

describe('the day by the database clock', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await api.db.query(`
      CREATE TABLE access.test_clock (now timestamptz NOT NULL);
      INSERT INTO access.test_clock VALUES ('2026-03-31T23:59:59.900Z');
      CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz LANGUAGE sql STABLE
        AS 'SELECT now FROM access.test_clock'`);
  });

  afterAll(() => api.stop());

  const setClock = (instant: string): Promise<unknown> =>
    api.db.query('UPDATE access.test_clock SET now = $1', [instant]);

  it('gives a new allowance at midnight UTC, to the millisecond', async () => {
    const { key } = await api.account({ dailyLimit: 1 });
    const last = await api.call('/catalog/themes', { key });
    expect(last.headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '2026-04-01T00:00:00.000Z',
    });
    await setClock('2026-03-31T23:59:59.999Z');
    const refused = await api.call('/catalog/themes', { key });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    await setClock('2026-04-01T00:00:00.000Z');
    const first = await api.call('/catalog/themes', { key });
    expect([first.status, first.headers['x-ratelimit-remaining'], first.headers['x-ratelimit-reset']]).toEqual([
      200,
      '0',
      '2026-04-02T00:00:00.000Z',
    ]);
  });

  it('counts each day on its own, so that the past stays reported', async () => {
    const { key, keyId } = await api.account({ dailyLimit: 5 });
    await setClock('2026-05-01T12:00:00Z');
    await api.call('/catalog/themes', { key });
    await setClock('2026-05-02T12:00:00Z');
    await api.call('/catalog/themes', { key });
    await api.call('/catalog/themes', { key });
    const { rows } = await api.db.query('SELECT day::text, used FROM access.key_usage WHERE key_id = $1 ORDER BY day', [
      keyId,
    ]);
    expect(rows).toEqual([
      { day: '2026-05-01', used: 1 },
      { day: '2026-05-02', used: 2 },
    ]);
  });

  it('lets a key expire by the same clock', async () => {
    const { accountId } = await api.account();
    const { key } = await api.key(accountId, { expiresAt: '2026-06-01T00:00:00Z' });
    await setClock('2026-05-31T23:59:59.999Z');
    expect((await api.call('/catalog/themes', { key })).status).toBe(200);
    await setClock('2026-06-01T00:00:00Z');
    expect((await api.call('/catalog/themes', { key })).status).toBe(401);
  });
});
