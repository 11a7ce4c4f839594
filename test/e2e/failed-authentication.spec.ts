import { randomBytes } from 'node:crypto';
import { TestApi } from '../support/test-api.ts';

describe('a flood of failed authentications', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await TestApi.start({ FAILED_AUTH_LIMIT: '5' });
  });

  afterAll(() => api.stop());

  const guess = async (): Promise<number> =>
    (await api.call('/catalog/themes', { key: `bmk_${randomBytes(24).toString('hex')}` })).status;

  it('is answered from memory past the limit, while a valid key from the same address still works', async () => {
    const { key } = await api.account();
    for (let i = 0; i < 6; i++) expect(await guess()).toBe(401);
    expect(await guess()).toBe(401);
    // Without the function, whoever asks the database for admission gets a 500.
    await api.db.query('ALTER FUNCTION access.admit RENAME TO admit_away');
    expect(await guess()).toBe(401);
    expect((await api.call('/catalog/themes', { key })).status).toBe(500);
    await api.db.query('ALTER FUNCTION access.admit_away RENAME TO admit');
    expect((await api.call('/catalog/themes', { key })).status).toBe(200);
  });

  it('does not touch the database for what cannot be a key', async () => {
    await api.db.query('ALTER FUNCTION access.admit RENAME TO admit_away');
    for (const key of ['x', 'bmk_', `bmk_${'g'.repeat(48)}`])
      expect((await api.call('/catalog/themes', { key })).status).toBe(401);
    await api.db.query('ALTER FUNCTION access.admit_away RENAME TO admit');
  });
});
