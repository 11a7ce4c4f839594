import { Pool } from 'pg';
import { insertAccount } from '../support/account-builders.ts';
import { eventually } from '../support/eventually.ts';
import { fillDiskFor } from '../support/full-disk.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { TestApi } from '../support/test-api.ts';
import { createTestDatabase } from '../support/test-database.ts';

describe('a failure on our side', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
  });

  afterAll(() => api.stop());

  it('is answered 500 without a trace of its cause, and its charge is given back', async () => {
    const { key, keyId } = await api.account({ dailyLimit: 10 });
    await api.call('/catalog/themes', { key });
    await api.db.query('ALTER TABLE catalog.lego_set RENAME TO away');
    const answer = await api.call('/set/10-1', { key });
    await api.db.query('ALTER TABLE catalog.away RENAME TO lego_set');
    expect([answer.status, answer.json()]).toEqual([
      500,
      { error: { code: 'InternalError', message: expect.not.stringMatching(/lego_set|relation|sql|\//i) } },
    ]);
    expect(answer.headers['x-ratelimit-remaining']).toBe('9');
    expect(answer.headers['ratelimit']).toMatch(/^"day";r=9;t=\d+$/);
    expect(await api.used(keyId)).toBe(1);
  });

  it('is answered 503 with Retry-After when the disk of the database is full', async () => {
    const { key } = await api.account();
    await fillDiskFor(api.db, 'access.key_usage');
    const answer = await api.call('/catalog/themes', { key });
    await api.db.query('DROP FUNCTION public.disk_is_full CASCADE');
    expect([answer.status, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '60',
      { error: { code: 'InternalError', message: expect.stringContaining('disk of the service is full') } },
    ]);
    expect((await api.call('/catalog/themes', { key })).status).toBe(200);
  });

  it('is answered 503 with Retry-After while PostgreSQL refuses connections', async () => {
    const { api: cut, key, proxy, drop } = await behindProxy();
    expect((await cut.call('/catalog/themes', { key })).status).toBe(200);
    await proxy.close();
    for (let asked = 0; asked < 3; asked++) {
      const answer = await cut.call('/salesledger', { key });
      expect([answer.status, answer.headers['retry-after'], answer.json()]).toEqual([
        503,
        '60',
        {
          error: { code: 'InternalError', message: expect.stringContaining('database of the service does not answer') },
        },
      ]);
    }
    await cut.stop();
    await drop();
  });

  it('is answered 503 with Retry-After while PostgreSQL only reads', async () => {
    const { key } = await api.account();
    const client = await api.db.connect();
    const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
    const database = rows[0]!.name;
    const endOthers = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    try {
      await client.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
      await client.query(endOthers);
      for (let asked = 0; asked < 3; asked++) {
        const answer = await api.call('/salesledger', { key });
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
      }
    } finally {
      await client.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
      await client.query(endOthers);
      client.release();
    }
    await eventually('it serves again', async () => (await api.call('/catalog/themes', { key })).status === 200);
  });
});

/** An API whose connections to its database can be cut. */
async function behindProxy() {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const proxy = await TcpProxy.to(Number(url.port));
  url.port = String(proxy.port);
  const api = await TestApi.start({ DATABASE_URL: url.href });
  const db = new Pool({ connectionString: database.url });
  const { key } = await insertAccount(db);
  await db.end();
  return { api, key, proxy, drop: () => database.drop() };
}
