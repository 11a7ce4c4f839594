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
