import type { AccountStore } from '../access.ts';

/** What every account store must do. `open` gives an empty one. */
export function describeAccountStore(open: () => Promise<AccountStore>): void {
  describe('AccountStore', () => {
    let accounts: AccountStore;
    beforeEach(async () => {
      accounts = await open();
    });

    it('finds what it created, and nothing else', async () => {
      const created = await accounts.create('ann@example.com', 'reseller');
      expect(created).toMatchObject({ email: 'ann@example.com', plan: 'reseller', createdAt: expect.any(Date) });
      expect(await accounts.findByEmail('ann@example.com')).toEqual(created);
      expect(await accounts.findByEmail('ann@example.org')).toBeNull();
    });

    it('creates an address once, also when asked twice at the same moment', async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => accounts.create('ann@example.com', 'free')));
      expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
      expect(await accounts.listAll()).toHaveLength(1);
    });

    it('changes the plan of one account only', async () => {
      await accounts.create('ann@example.com', 'free');
      await accounts.create('bob@example.com', 'free');
      expect(await accounts.changePlan('bob@example.com', 'reseller')).toMatchObject({
        email: 'bob@example.com',
        plan: 'reseller',
      });
      expect((await accounts.listAll()).map((account) => account.plan)).toEqual(['free', 'reseller']);
      expect(await accounts.changePlan('cid@example.com', 'reseller')).toBeNull();
    });
  });
}
