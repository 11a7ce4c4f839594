import { randomBytes } from 'node:crypto';
import type { AccountStore } from '../access.ts';
import type { ApiKeyStore, NewApiKey } from '../access.ts';

const aKey = (accountId: number, key: Partial<NewApiKey> = {}): NewApiKey => ({
  accountId,
  keyHash: randomBytes(32),
  last4: '0abc',
  name: 'shop',
  dailyLimit: 1000,
  expiresAt: null,
  ...key,
});

/** What every key store must do. `open` gives an empty one, with the accounts beside it. */
export function describeApiKeyStore(open: () => Promise<{ accounts: AccountStore; keys: ApiKeyStore }>): void {
  describe('ApiKeyStore', () => {
    let keys: ApiKeyStore;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      const stores = await open();
      keys = stores.keys;
      ann = (await stores.accounts.create('ann@example.com', 'reseller'))!.id;
      bob = (await stores.accounts.create('bob@example.com', 'reseller'))!.id;
    });

    it('lists the keys of one account, oldest first', async () => {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const first = await keys.create(aKey(ann, { name: 'first', dailyLimit: 7, expiresAt }));
      const second = await keys.create(aKey(ann, { name: 'second' }));
      await keys.create(aKey(bob));
      expect(first).toMatchObject({ name: 'first', last4: '0abc', dailyLimit: 7, expiresAt, revokedAt: null });
      expect(await keys.listByAccount(ann)).toEqual([first, second]);
    });

    it('holds an account to five active keys under concurrent creation', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => keys.create(aKey(ann))));
      expect(answers.filter((answer) => answer !== null)).toHaveLength(5);
      expect(await keys.listByAccount(ann)).toHaveLength(5);
      expect(await keys.create(aKey(bob))).not.toBeNull();
    });

    it('makes room when a key is revoked or has expired', async () => {
      const expired = new Date(Date.now() - 1000);
      for (let count = 0; count < 5; count++) await keys.create(aKey(ann, count === 0 ? { expiresAt: expired } : {}));
      const sixth = await keys.create(aKey(ann));
      expect(await keys.create(aKey(ann))).toBeNull();
      await keys.revoke(sixth!.id);
      expect(await keys.create(aKey(ann))).not.toBeNull();
    });

    it('keeps the time of the first revocation', async () => {
      const key = await keys.create(aKey(ann));
      const revoked = await keys.revoke(key!.id);
      expect(revoked?.revokedAt).toBeInstanceOf(Date);
      expect(await keys.revoke(key!.id)).toEqual(revoked);
      expect(await keys.revoke(key!.id + 1000)).toBeNull();
    });
  });
}
