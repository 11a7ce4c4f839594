import { randomBytes } from 'node:crypto';
import { type Answer, type TestAccount, TestApi } from '../support/test-api.ts';

const LIMIT = 5;

describe('a flood of failed authentications', () => {
  let api: TestApi;
  let account: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start({ FAILED_AUTH_LIMIT: String(LIMIT), TRUSTED_PROXIES: '1' });
    account = await api.account();
  });

  afterAll(() => api.stop());

  const ask = (from: string, key: string): Promise<Answer> =>
    api.call('/catalog/themes', { key, headers: { 'x-forwarded-for': from } });
  const guess = async (from: string): Promise<number> =>
    (await ask(from, `bmk_${randomBytes(24).toString('hex')}`)).status;
  const flood = async (from: (n: number) => string): Promise<void> => {
    for (let n = 0; n <= LIMIT; n++) expect(await guess(from(n))).toBe(401);
  };

  /** While a transaction of ours holds the counter of a key, whatever charges that key waits. */
  async function whileCounterIsLocked(keyId: number, work: () => Promise<void>): Promise<void> {
    const client = await api.db.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM access.key_usage WHERE key_id = $1 FOR UPDATE', [keyId]);
      await work();
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  /** Whether others are admitted while a request from this address waits for its key. */
  async function leavesOthersAlone(address: string): Promise<void> {
    const [slow, other] = [await api.account(), await api.account()];
    expect((await ask('198.51.100.1', slow.key)).status).toBe(200);
    let waiting: Promise<Answer> | undefined;
    await whileCounterIsLocked(slow.keyId, async () => {
      waiting = ask(address, slow.key);
      for (let i = 0; i < 3; i++) expect((await ask('198.51.100.2', other.key)).status).toBe(200);
    });
    expect((await waiting!).status).toBe(200);
  }

  it('does not lock out a valid key from the same address', async () => {
    await flood(() => '192.0.2.1');
    expect(await guess('192.0.2.1')).toBe(401);
    expect((await ask('192.0.2.1', account.key)).status).toBe(200);
  });

  it('sees a key that is created, and one that is revoked, at once', async () => {
    await flood(() => '192.0.2.2');
    const { key, keyId } = await api.key(account.accountId);
    expect((await ask('192.0.2.2', key)).status).toBe(200);
    await api.db.query('UPDATE access.api_key SET revoked_at = now() WHERE id = $1', [keyId]);
    expect((await ask('192.0.2.2', key)).status).toBe(401);
  });

  it('waits in a separate queue: other addresses are admitted while it waits', async () => {
    await flood(() => '192.0.2.3');
    await leavesOthersAlone('192.0.2.3');
  });

  it('is counted by network where one client has a whole IPv6 /64', async () => {
    await flood((n) => `2001:db8:0:7::${n + 1}`);
    await leavesOthersAlone('2001:db8:0:7:ffff::99');
  });

  it('does not touch the database for what cannot be a key', async () => {
    await api.db.query('ALTER FUNCTION access.admit_keys RENAME TO admit_keys_away');
    for (const key of ['x', 'bmk_', `bmk_${'g'.repeat(48)}`])
      expect((await api.call('/catalog/themes', { key })).status).toBe(401);
    await api.db.query('ALTER FUNCTION access.admit_keys_away RENAME TO admit_keys');
  });
});
