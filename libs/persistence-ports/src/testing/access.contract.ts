import { formatIsoDay, parseIsoDay } from '@brickmarket/domain';
import type { NewApiKey } from '../access/access.ts';
import { storeHoldings, storeSales } from './books.ts';
import { aHolding, aKey, aSale } from './builders.ts';
import { anAccount, importSets, type OpenStores, type StoresUnderTest } from './stores.ts';

const TODAY = '2026-11-15';
const NOON = `${TODAY}T12:00:00Z`;

/** What every store of accounts, keys and quotas must do. */
export function describeAccessPorts(open: OpenStores): void {
  describe('the access ports', () => {
    let stores: StoresUnderTest;
    beforeEach(async () => {
      stores = await open();
    });

    async function usedToday(accountId: number): Promise<number[]> {
      return (await stores.usage.lastDays(accountId, 1)).keys.map((key) => key.usedToday);
    }

    async function createKey(key: NewApiKey): Promise<number> {
      return (await stores.keys.create(key))!.id;
    }

    describe('AccountStore', () => {
      it('finds what it created, and null for any other address', async () => {
        const created = await stores.accounts.create('ann@example.com', 'reseller');
        expect(created).toMatchObject({ email: 'ann@example.com', plan: 'reseller', createdAt: expect.any(Date) });
        expect(await stores.accounts.findByEmail('ann@example.com')).toEqual(created);
        expect(await stores.accounts.findByEmail('ann@example.org')).toBeNull();
      });

      it('creates an address once, also when asked several times at the same moment', async () => {
        const answers = await Promise.all([1, 2, 3, 4].map(() => stores.accounts.create('ann@example.com', 'free')));
        expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
        expect(await stores.accounts.listAll()).toHaveLength(1);
      });

      it('changes the plan of one account only, and lists all of them, oldest first', async () => {
        await stores.accounts.create('bob@example.com', 'free');
        await stores.accounts.create('ann@example.com', 'free');
        expect(await stores.accounts.changePlan('ann@example.com', 'reseller')).toMatchObject({
          email: 'ann@example.com',
          plan: 'reseller',
        });
        expect((await stores.accounts.listAll()).map(({ email, plan }) => [email, plan])).toEqual([
          ['bob@example.com', 'free'],
          ['ann@example.com', 'reseller'],
        ]);
        expect(await stores.accounts.changePlan('cid@example.com', 'reseller')).toBeNull();
      });

      it('deletes an account with all of its rows, as many as it counted before, and no row of another', async () => {
        const setId = (await importSets(stores, '1-1')).sets.get('1-1')!;
        const [ann, bob] = [await anAccount(stores), await anAccount(stores)];
        const keys = [aKey(ann.id), aKey(bob.id)];
        for (const key of keys) await createKey(key);
        await stores.gate.charge(keys.map(({ keyHash }) => ({ keyHash, costs: [1] })));
        for (const { id } of [ann, bob]) {
          await storeHoldings(stores, id, [{ setId, holding: aHolding('1-1'), brickfolio: 'Attic' }]);
          await storeSales(stores, id, [{ setId, sale: aSale('1-1') }]);
        }
        const rows = { keys: 1, usageDays: 1, brickfolios: 2, holdings: 1, sales: 1 };
        expect(await stores.accounts.countRows(ann.id)).toEqual(rows);
        expect(await stores.accounts.delete(ann.id)).toEqual(rows);
        expect(await stores.accounts.findByEmail(ann.email)).toBeNull();
        expect(await stores.accounts.countRows(ann.id)).toEqual({
          keys: 0,
          usageDays: 0,
          brickfolios: 0,
          holdings: 0,
          sales: 0,
        });
        expect(await stores.accounts.countRows(bob.id)).toEqual(rows);
        expect(await stores.gate.charge(keys.map(({ keyHash }) => ({ keyHash, costs: [1] })))).toEqual([
          null,
          expect.objectContaining({ accountId: bob.id }),
        ]);
        expect(await stores.accounts.delete(ann.id)).toBeNull();
      });
    });

    describe('ApiKeyStore', () => {
      let ann: number;
      let bob: number;
      beforeEach(async () => {
        ann = (await anAccount(stores)).id;
        bob = (await anAccount(stores)).id;
      });

      it('gives all keys of an account another limit, and none of another account', async () => {
        for (const owner of [ann, ann, bob]) await stores.keys.create(aKey(owner, { dailyLimit: 7 }));
        expect((await stores.keys.changeDailyLimits(ann, 5)).map(({ dailyLimit }) => dailyLimit)).toEqual([5, 5]);
        expect((await stores.keys.listByAccount(bob)).map(({ dailyLimit }) => dailyLimit)).toEqual([7]);
      });

      it('lists the keys of one account, revoked ones too, oldest first', async () => {
        const expiresAt = new Date(Date.now() + 3_600_000);
        const first = await stores.keys.create(aKey(ann, { name: 'first', dailyLimit: 7, expiresAt }));
        const second = await stores.keys.create(aKey(ann, { name: 'second' }));
        await stores.keys.create(aKey(bob));
        expect(first).toMatchObject({
          name: 'first',
          last4: '0abc',
          dailyLimit: 7,
          expiresAt,
          revokedAt: null,
          lastUsedOn: null,
        });
        const revoked = await stores.keys.revoke(first!.id);
        expect(await stores.keys.listByAccount(ann)).toEqual([revoked, second]);
      });

      it('allows an account five active keys, also when twelve are created at the same moment', async () => {
        const answers = await Promise.all(Array.from({ length: 12 }, () => stores.keys.create(aKey(ann))));
        expect(answers.filter((answer) => answer !== null)).toHaveLength(5);
        expect(await stores.keys.listByAccount(ann)).toHaveLength(5);
        expect(await stores.keys.create(aKey(bob))).not.toBeNull();
      });

      it('counts neither revoked nor expired keys as active', async () => {
        const expired = new Date(Date.now() - 1000);
        for (let count = 0; count < 5; count++) await createKey(aKey(ann, count === 0 ? { expiresAt: expired } : {}));
        const sixth = await createKey(aKey(ann));
        expect(await stores.keys.create(aKey(ann))).toBeNull();
        await stores.keys.revoke(sixth);
        expect(await stores.keys.create(aKey(ann))).not.toBeNull();
      });

      it('refuses a revoked key from then on and keeps its first revocation; null for an unknown key', async () => {
        const key = aKey(ann);
        const id = await createKey(key);
        const revoked = await stores.keys.revoke(id);
        expect(revoked?.revokedAt).toBeInstanceOf(Date);
        expect(await stores.gate.charge([{ keyHash: key.keyHash, costs: [1] }])).toEqual([null]);
        expect(await stores.keys.revoke(id)).toEqual(revoked);
        expect(await stores.keys.revoke(id + 1000)).toBeNull();
      });

      it('changes the limit of one key and keeps what is used today; null for an unknown key', async () => {
        await stores.moveClock(NOON);
        const key = aKey(ann, { dailyLimit: 10 });
        const [id, other] = [await createKey(key), await createKey(aKey(ann))];
        const charge = [{ keyHash: key.keyHash, costs: [4] }];
        await stores.gate.charge(charge);
        expect(await stores.keys.changeDailyLimit(id, 3)).toMatchObject({ id, dailyLimit: 3, lastUsedOn: TODAY });
        expect(await stores.gate.charge(charge)).toMatchObject([{ dailyLimit: 3, fitted: [false] }]);
        await stores.keys.changeDailyLimit(id, 8);
        expect(await stores.gate.charge(charge)).toMatchObject([{ dailyLimit: 8, usedBefore: 4, fitted: null }]);
        expect(await stores.keys.listByAccount(ann)).toMatchObject([
          { id, dailyLimit: 8 },
          { id: other, dailyLimit: 1000, lastUsedOn: null },
        ]);
        expect(await stores.keys.changeDailyLimit(id + 1000, 1)).toBeNull();
      });
    });

    describe('AdmissionGate', () => {
      it('answers many keys in the order asked, with null for those that are unknown, revoked or expired', async () => {
        const [live, free] = [await anAccount(stores), await anAccount(stores, 'free')];
        const keys = [
          aKey(free.id),
          aKey(live.id),
          aKey(live.id),
          aKey(live.id, { expiresAt: new Date(Date.now() - 1000) }),
        ];
        const ids: number[] = [];
        for (const key of keys) ids.push(await createKey(key));
        await stores.keys.revoke(ids[2]!);
        const asked = [keys[3]!, keys[0]!, aKey(live.id), keys[1]!, keys[2]!];
        expect(await stores.gate.charge(asked.map(({ keyHash }) => ({ keyHash, costs: [1] })))).toEqual([
          null,
          expect.objectContaining({ keyId: ids[0], accountId: free.id, includesApi: false }),
          null,
          expect.objectContaining({ keyId: ids[1], accountId: live.id, includesApi: true }),
          null,
        ]);
        expect([await usedToday(free.id), await usedToday(live.id)]).toEqual([[0], [1, 0, 0]]);
      });

      it('charges in order of arrival each cost that the allowance still covers, and says which', async () => {
        const account = await anAccount(stores);
        const key = aKey(account.id, { dailyLimit: 10 });
        await createKey(key);
        const charge = async (...costs: number[]) => (await stores.gate.charge([{ keyHash: key.keyHash, costs }]))[0]!;
        expect(await charge(2, 3)).toMatchObject({ usedBefore: 0, fitted: null });
        expect(await charge(4, 2, 1)).toMatchObject({ usedBefore: 5, fitted: [true, false, true] });
        expect(await charge(1)).toMatchObject({ usedBefore: 10, fitted: [false] });
        expect(await usedToday(account.id)).toEqual([10]);
      });

      it('says on request how often the books of the account have changed', async () => {
        const [ann, bob] = [await anAccount(stores), await anAccount(stores)];
        const keys = [aKey(ann.id), aKey(bob.id)];
        for (const key of keys) await createKey(key);
        const charges = keys.map(({ keyHash }) => ({ keyHash, costs: [1] }));
        const versions = async () =>
          (await stores.gate.charge(charges, { withBooks: true })).map((charged) => charged!.bookVersion!);
        const before = await versions();
        const setId = (await importSets(stores, '1-1')).sets.get('1-1')!;
        await storeHoldings(stores, ann.id, [{ setId, holding: aHolding('1-1'), brickfolio: 'Attic' }]);
        const after = await versions();
        expect(after[0]).toBeGreaterThan(before[0]!);
        expect(after[1]).toBe(before[1]);
        expect(await stores.gate.charge(charges)).toMatchObject([{ bookVersion: null }, { bookVersion: null }]);
      });

      it('never charges more than the allowance when many requests arrive at the same moment', async () => {
        const account = await anAccount(stores);
        const key = aKey(account.id, { dailyLimit: 7 });
        await createKey(key);
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => stores.gate.charge([{ keyHash: key.keyHash, costs: [1] }])),
        );
        expect(answers.filter(([charged]) => charged!.fitted === null)).toHaveLength(7);
        expect(await usedToday(account.id)).toEqual([7]);
      });

      it("charges the UTC day of the store's clock and starts anew at midnight", async () => {
        const key = aKey((await anAccount(stores)).id, { dailyLimit: 1 });
        await createKey(key);
        const charge = async () => (await stores.gate.charge([{ keyHash: key.keyHash, costs: [1] }]))[0]!;
        await stores.moveClock(`${TODAY}T23:59:59.999Z`);
        const midnight = new Date('2026-11-16T00:00:00Z');
        expect(await charge()).toMatchObject({ day: TODAY, resetsAt: midnight, usedBefore: 0, fitted: null });
        expect(await charge()).toMatchObject({ usedBefore: 1, fitted: [false] });
        await stores.moveClock('2026-11-16T00:00:00Z');
        expect(await charge()).toMatchObject({ day: '2026-11-16', chargedAt: midnight, usedBefore: 0, fitted: null });
      });

      it('refunds the day that was charged, and never below zero', async () => {
        const account = await anAccount(stores);
        const key = aKey(account.id);
        await createKey(key);
        const [charged] = await stores.gate.charge([{ keyHash: key.keyHash, costs: [5] }]);
        await stores.gate.refund(charged!.keyId, charged!.day, 2);
        expect(await usedToday(account.id)).toEqual([3]);
        await stores.gate.refund(charged!.keyId, charged!.day, 99);
        expect(await usedToday(account.id)).toEqual([0]);
      });
    });

    describe('usage counters', () => {
      let accountId: number;
      /** Charges a key `used` on a day. */
      async function use(key: NewApiKey, day: string, used: number): Promise<void> {
        await stores.moveClock(`${day}T12:00:00Z`);
        await stores.gate.charge([{ keyHash: key.keyHash, costs: [used] }]);
      }
      beforeEach(async () => {
        accountId = (await anAccount(stores)).id;
      });

      describe('KeyUsageReport', () => {
        it('lists every key, oldest first, with its days of use up to and including today', async () => {
          const key = aKey(accountId, { name: 'used' });
          await createKey(key);
          await createKey(aKey(accountId, { name: 'idle' }));
          const dayBefore = (days: number) => formatIsoDay(parseIsoDay(TODAY)! - days);
          await use(key, dayBefore(30), 7);
          await use(key, dayBefore(29), 5);
          await use(key, TODAY, 3);
          expect(await stores.usage.lastDays(accountId, 30)).toMatchObject({
            today: TODAY,
            keys: [
              {
                name: 'used',
                usedToday: 3,
                days: [
                  { day: dayBefore(29), used: 5 },
                  { day: TODAY, used: 3 },
                ],
              },
              { name: 'idle', usedToday: 0, days: [] },
            ],
          });
        });

        it('never shows the use of another account', async () => {
          const key = aKey((await anAccount(stores)).id, { name: 'other' });
          await createKey(key);
          await createKey(aKey(accountId, { name: 'own' }));
          await use(key, TODAY, 9);
          expect((await stores.usage.lastDays(accountId, 30)).keys).toMatchObject([{ name: 'own', usedToday: 0 }]);
        });
      });

      describe('RouteUsage', () => {
        const none = { requests: 0, charged: 0, refused: 0 };

        it('adds up what keys have asked of each route, by day, until the day is deleted', async () => {
          const key = aKey(accountId);
          const keyId = await createKey(key);
          const of = (day: string, route: string, counts: object) => ({ keyId, day, route, ...none, ...counts });
          await stores.moveClock(`${TODAY}T12:00:00Z`);
          await stores.routeUsage.note([]);
          await stores.routeUsage.note([
            of(TODAY, '/set/:n', { requests: 3, charged: 2, refused: 1 }),
            of(TODAY, '/batch', { requests: 1, charged: 50 }),
            of('2026-11-01', '/batch', { requests: 7, charged: 7 }),
            of('2026-10-01', '/batch', { requests: 9 }),
            { ...of(TODAY, '/batch', { requests: 5 }), keyId: keyId + 1_000 },
          ]);
          await stores.routeUsage.note([of(TODAY, '/set/:n', { requests: 1, charged: 1 })]);
          const today = [
            of(TODAY, '/batch', { requests: 1, charged: 50 }),
            of(TODAY, '/set/:n', { requests: 4, charged: 3, refused: 1 }),
          ];
          expect(await stores.routeUsage.lastDays(accountId, 30)).toEqual([
            of('2026-11-01', '/batch', { requests: 7, charged: 7 }),
            ...today,
          ]);
          expect(await stores.routeUsage.lastDays(accountId, 1)).toEqual(today);
          await stores.usageRetention.deleteBefore(parseIsoDay('2025-11-15')!, parseIsoDay(TODAY)!);
          expect(await stores.routeUsage.lastDays(accountId, 60)).toEqual(today);
        });

        it('never shows the use of another account', async () => {
          await stores.moveClock(`${TODAY}T12:00:00Z`);
          const keyId = await createKey(aKey((await anAccount(stores)).id));
          await stores.routeUsage.note([{ keyId, day: TODAY, route: '/batch', ...none, requests: 1 }]);
          expect(await stores.routeUsage.lastDays(accountId, 30)).toEqual([]);
        });
      });

      describe('KeyUsageRetention', () => {
        const forget = (day: string, routeDay: string) =>
          stores.usageRetention.deleteBefore(parseIsoDay(day)!, parseIsoDay(routeDay)!);

        it('deletes the counters before a day, none of that day or later, and counts them', async () => {
          const key = aKey(accountId);
          await createKey(key);
          for (const day of ['2026-11-13', '2026-11-14', TODAY]) await use(key, day, 1);
          expect(await forget('2026-11-14', '2026-11-14')).toBe(1);
          expect((await stores.usage.lastDays(accountId, 30)).keys[0]!.days.map(({ day }) => day)).toEqual([
            '2026-11-14',
            TODAY,
          ]);
          expect(await forget('2026-11-14', '2026-11-14')).toBe(0);
        });
      });
    });
  });
}
