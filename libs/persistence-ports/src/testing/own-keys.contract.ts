import { aKey } from './builders.ts';
import { after, HOUR, NOW } from './identity-builders.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of the keys that owners manage themselves must do. */
export function describeOwnKeyPorts(open: OpenStores): void {
  describe('OwnApiKeys', () => {
    let stores: StoresUnderTest;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      stores = await open();
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
    });

    const charge = (keyHash: Buffer) => stores.gate.charge([{ keyHash, costs: [1] }]);

    it('shows the keys of one account, newest first, with their use', async () => {
      await stores.moveClock(NOW.toISOString());
      const [first, second] = [aKey(ann, { name: 'first' }), aKey(ann, { name: 'second', expiresAt: after(HOUR) })];
      const created = (await stores.ownKeys.create(first))!;
      expect(created).toMatchObject({ name: 'first', state: 'active', usedToday: 0, firstUsedAt: null });
      await stores.ownKeys.create(second);
      await stores.ownKeys.create(aKey(bob));
      await charge(first.keyHash);
      await stores.moveClock(after(HOUR).toISOString());
      await charge(first.keyHash);
      expect(await stores.ownKeys.list(ann)).toMatchObject([
        { name: 'second', state: 'expired', usedToday: 0, lastUsedAt: null },
        { name: 'first', state: 'active', usedToday: 2, firstUsedAt: NOW, lastUsedAt: after(HOUR) },
      ]);
      expect(await stores.ownKeys.find(ann, created.id)).toMatchObject({ id: created.id, usedToday: 2 });
      expect(await stores.ownKeys.find(bob, created.id)).toBeNull();
    });

    it('creates at most five active keys, also when twelve are created at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => stores.ownKeys.create(aKey(ann))));
      expect(answers.filter((answer) => answer !== null)).toHaveLength(5);
    });

    it('revokes a key at once, of its own account only', async () => {
      const key = aKey(ann);
      const { id } = (await stores.ownKeys.create(key))!;
      expect(await stores.ownKeys.revoke(bob, id)).toBeNull();
      expect(await charge(key.keyHash)).not.toEqual([null]);
      const revoked = await stores.ownKeys.revoke(ann, id);
      expect(revoked).toMatchObject({ state: 'revoked', revokedAt: expect.any(Date) });
      expect(await charge(key.keyHash)).toEqual([null]);
      expect(await stores.ownKeys.revoke(ann, id)).toEqual(revoked);
    });

    it('rotates with an overlap in which both keys work; the successor lives as long as the first', async () => {
      await stores.moveClock(NOW.toISOString());
      const [old, successor] = [aKey(ann, { name: 'shop', dailyLimit: 7 }), aKey(ann)];
      const { id } = (await stores.ownKeys.create(old))!;
      const rotated = await stores.ownKeys.rotate(ann, id, successor, HOUR);
      expect(rotated).toMatchObject({
        outcome: 'rotated',
        created: { name: 'shop', dailyLimit: 7, expiresAt: null, state: 'active' },
        previous: { id, expiresAt: after(HOUR), state: 'active' },
      });
      expect((await charge(old.keyHash))[0]).not.toBeNull();
      await stores.moveClock(after(HOUR).toISOString());
      expect(await charge(old.keyHash)).toEqual([null]);
      expect((await charge(successor.keyHash))[0]).not.toBeNull();
    });

    it('rotates at once: the old key is refused from then on, and is not rotated again', async () => {
      const [old, successor] = [aKey(ann), aKey(ann)];
      const { id } = (await stores.ownKeys.create(old))!;
      expect(await stores.ownKeys.rotate(bob, id, successor, 0)).toEqual({ outcome: 'not-found' });
      const both = await Promise.all([
        stores.ownKeys.rotate(ann, id, successor, 0),
        stores.ownKeys.rotate(ann, id, aKey(ann), 0),
      ]);
      expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['not-active', 'rotated']);
      expect(await charge(old.keyHash)).toEqual([null]);
    });

    it.each([
      { how: 'at once', overlapMs: 0 },
      { how: 'with an overlap', overlapMs: HOUR },
    ])('lets a successor that is rotated $how go on where its predecessor was', async ({ overlapMs }) => {
      await stores.moveClock(NOW.toISOString());
      const [old, successor] = [aKey(ann, { dailyLimit: 3 }), aKey(ann)];
      const { id } = (await stores.ownKeys.create(old))!;
      for (let count = 0; count < 2; count++) await charge(old.keyHash);
      expect(await stores.ownKeys.rotate(ann, id, successor, overlapMs)).toMatchObject({
        created: { usedToday: 0, carriedToday: 2 },
        previous: { usedToday: 2, carriedToday: 0 },
      });
      expect(await charge(successor.keyHash)).toMatchObject([{ dailyLimit: 3, usedBefore: 2, fitted: null }]);
      expect(await charge(successor.keyHash)).toMatchObject([{ usedBefore: 3, fitted: [false] }]);
      expect(await stores.ownKeys.list(ann)).toMatchObject([
        { usedToday: 1, carriedToday: 2 },
        { usedToday: 2, carriedToday: 0 },
      ]);
      // The next day begins with nothing carried over.
      await stores.moveClock(after(24 * HOUR).toISOString());
      expect(await charge(successor.keyHash)).toMatchObject([{ usedBefore: 0, fitted: null }]);
      expect((await stores.ownKeys.list(ann))[0]).toMatchObject({ usedToday: 1, carriedToday: 0 });
    });

    it("holds the operator's limit in successors, of one key or of all that the account has or will have", async () => {
      const { id } = (await stores.ownKeys.create(aKey(ann, { dailyLimit: 9 })))!;
      await stores.keys.changeDailyLimit(id, 7);
      const rotated = await stores.ownKeys.rotate(ann, id, aKey(ann), 0);
      expect(rotated).toMatchObject({ created: { dailyLimit: 7 } });
      // Also when the operator names a key that has been rotated meanwhile.
      await stores.keys.changeDailyLimit(id, 6);
      expect((await stores.ownKeys.list(ann)).map(({ dailyLimit }) => dailyLimit)).toEqual([6, 6]);

      expect(await stores.ownKeys.create(aKey(ann, { dailyLimit: null }))).toMatchObject({ dailyLimit: 1000 });
      expect((await stores.keys.changeDailyLimits(ann, 5)).map(({ dailyLimit }) => dailyLimit)).toEqual([6, 5, 5]);
      expect(await stores.ownKeys.create(aKey(ann, { dailyLimit: null }))).toMatchObject({ dailyLimit: 5 });
      expect(await stores.keys.create(aKey(ann, { dailyLimit: null }))).toMatchObject({ dailyLimit: 5 });
      expect(await stores.ownKeys.create(aKey(bob, { dailyLimit: null }))).toMatchObject({ dailyLimit: 1000 });
    });

    it('gives no key another limit than the operator has set while it is made or rotated', async () => {
      const { id } = (await stores.ownKeys.create(aKey(ann)))!;
      await Promise.all([
        stores.ownKeys.rotate(ann, id, aKey(ann), 0),
        stores.keys.changeDailyLimits(ann, 5),
        stores.ownKeys.create(aKey(ann, { dailyLimit: null })),
        stores.ownKeys.create(aKey(ann, { dailyLimit: null })),
      ]);
      const active = (await stores.ownKeys.list(ann)).filter(({ state }) => state === 'active');
      expect(active.map(({ dailyLimit }) => dailyLimit)).toEqual([5, 5, 5]);
    });

    it('never has more than five active keys: with five, only rotating at once succeeds', async () => {
      const keys = [];
      for (let count = 0; count < 5; count++) keys.push((await stores.ownKeys.create(aKey(ann)))!);
      expect(await stores.ownKeys.rotate(ann, keys[0]!.id, aKey(ann), HOUR)).toEqual({ outcome: 'limit' });
      expect(await stores.ownKeys.find(ann, keys[0]!.id)).toMatchObject({ state: 'active', expiresAt: null });
      expect(await stores.ownKeys.rotate(ann, keys[0]!.id, aKey(ann), 0)).toMatchObject({ outcome: 'rotated' });
      expect((await stores.ownKeys.list(ann)).filter(({ state }) => state === 'active')).toHaveLength(5);
    });
  });
}
