import type { AttemptSubject } from '../identity/attempts.ts';
import type { LiveSession, NewSession, SessionRecord } from '../identity/sessions.ts';
import { after, aSession, aToken, BOUNDS, hash, HOUR, MINUTE, NOW } from './identity-builders.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of sessions, and of what is known about those who sign in, must do. */
export function describeSessionPorts(open: OpenStores): void {
  describe('the ports of sessions', () => {
    let stores: StoresUnderTest;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      stores = await open();
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
    });

    describe('Sessions', () => {
      const use = (now: Date) => ({ now, idleMs: HOUR, recordEveryMs: MINUTE });
      const begin = async (session: NewSession): Promise<LiveSession> =>
        (await stores.sessions.open(session, BOUNDS)).session;
      /** As a list has it. */
      const listed = (session: LiveSession): SessionRecord => {
        const { epoch: _, ...stored } = session;
        return stored;
      };

      it('finds a live session by its token and records its use about once a minute', async () => {
        const opened = await begin(aSession(ann, 'token'));
        expect(opened).toMatchObject({ accountId: ann, lastUsedAt: NOW, verifiedAt: NOW, device: 'Firefox on Linux' });
        expect(await stores.sessions.findLive(hash('token'), use(after(MINUTE / 2)))).toEqual(opened);
        const later = after(2 * MINUTE);
        expect(await stores.sessions.findLive(hash('token'), use(later))).toEqual({ ...opened, lastUsedAt: later });
        expect(await stores.sessions.list(ann)).toEqual([{ ...listed(opened), lastUsedAt: later }]);
        expect(await stores.sessions.findLive(hash('other'), use(NOW))).toBeNull();
      });

      it('finds none that was idle too long or has expired', async () => {
        await begin(aSession(ann, 'idle'));
        expect(await stores.sessions.findLive(hash('idle'), use(after(HOUR)))).toBeNull();
        await begin(aSession(ann, 'old', { expiresAt: after(MINUTE) }));
        expect(await stores.sessions.findLive(hash('old'), use(after(MINUTE)))).toBeNull();
      });

      it('gives a session a new token; the old one is worthless', async () => {
        const session = await begin(aSession(ann, 'before'));
        const { id } = session;
        const stolen = { tokenHash: hash('stolen'), verifiedAt: NOW };
        expect(await stores.sessions.renew({ ...session, accountId: bob }, stolen)).toBe(false);
        const renewal = { tokenHash: hash('after'), verifiedAt: after(MINUTE) };
        expect(await stores.sessions.renew(session, renewal)).toBe(true);
        expect(await stores.sessions.findLive(hash('before'), use(NOW))).toBeNull();
        expect(await stores.sessions.findLive(hash('after'), use(NOW))).toMatchObject({
          id,
          verifiedAt: after(MINUTE),
        });
      });

      it('ends one, or all others, and never those of another account', async () => {
        const first = await begin(aSession(ann, 'a1'));
        const second = await begin(aSession(ann, 'a2'));
        await begin(aSession(ann, 'a3'));
        const other = await begin(aSession(bob, 'b1'));
        expect(await stores.sessions.end(ann, other.id)).toBe(false);
        expect(await stores.sessions.revoke(ann, other.id)).toBe(false);
        expect(await stores.sessions.end(ann, first.id)).toBe(true);
        expect(await stores.sessions.end(ann, first.id)).toBe(false);
        expect(await stores.sessions.endOthers(ann, second.id)).toBe(1);
        expect(await stores.sessions.list(ann)).toEqual([listed(second)]);
        expect(await stores.sessions.endOthers(ann, null)).toBe(1);
        expect(await stores.sessions.list(bob)).toEqual([listed(other)]);
      });

      it('keeps the most that are allowed: the least recently used ends, exactly, also of many at once', async () => {
        const bounds = { max: 3, idleMs: HOUR };
        const beginAt = (name: string, createdAt = NOW) =>
          stores.sessions.open(aSession(ann, name, { createdAt }), bounds);
        const oldest = (await beginAt('oldest')).session;
        const unused = (await beginAt('unused', after(MINUTE))).session;
        await beginAt('third', after(2 * MINUTE));
        await stores.sessions.findLive(hash('oldest'), use(after(5 * MINUTE)));
        await stores.sessions.open(aSession(bob, 'of another'), bounds);
        const { displaced } = await beginAt('fourth', after(6 * MINUTE));
        expect(displaced).toEqual([listed(unused)]);
        expect((await stores.sessions.list(ann)).map(({ id }) => id)).toContain(oldest.id);
        const names = Array.from({ length: 12 }, (_, index) => `burst ${index}`);
        const opened = await Promise.all(names.map((name) => beginAt(name, after(7 * MINUTE))));
        expect(opened.flatMap((one) => one.displaced)).toHaveLength(12);
        expect(await stores.sessions.list(ann)).toHaveLength(3);
        expect(await stores.sessions.list(bob)).toHaveLength(1);
        // What is over anyway is not displaced.
        expect(await beginAt('after a pause', after(3 * HOUR))).toMatchObject({ displaced: [] });
        expect(await stores.sessions.list(ann)).toHaveLength(1);
      });

      it.each(['endOthers', 'revoke'] as const)('begins or renews none that was under way before %s', async (way) => {
        const session = await begin(aSession(ann, 'stays'));
        const stolen = await begin(aSession(ann, 'stolen'));
        if (way === 'endOthers') await stores.sessions.endOthers(ann, session.id);
        else await stores.sessions.revoke(ann, stolen.id);
        await expect(begin(aSession(ann, 'late'))).rejects.toThrow('Please try again');
        const renewal = { tokenHash: hash('late'), verifiedAt: NOW };
        await expect(stores.sessions.renew(session, renewal)).rejects.toThrow('Please try again');
        const found = (await stores.sessions.findLive(hash('stays'), use(NOW)))!;
        expect(found.epoch).toBe(session.epoch + 1);
        expect(await stores.sessions.renew(found, renewal)).toBe(true);
        expect(await stores.sessions.list(ann)).toEqual([listed(session)]);
      });

      it('leaves none behind that begins at the same moment as all are ended', async () => {
        for (let round = 0; round < 10; round++) {
          const { epoch } = (await stores.credentials.find(ann))!;
          const late = begin(aSession(ann, `late ${round}`, { epoch })).catch(() => null);
          await Promise.all([late, stores.sessions.endOthers(ann, null)]);
          expect(await stores.sessions.list(ann)).toEqual([]);
        }
      });
    });

    describe('AttemptLimits', () => {
      const subject = (name: string, burst: number): AttemptSubject => ({ subject: name, burst, everyMs: MINUTE });

      it('allows a burst, exactly, when more come at the same moment', async () => {
        const waits = await Promise.all(
          Array.from({ length: 40 }, () => stores.attempts.spend([subject('ann', 5), subject('net', 30)], NOW)),
        );
        expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
        expect(waits.filter((wait) => wait === MINUTE)).toHaveLength(35);
        expect(await stores.attempts.spend([subject('bob', 5), subject('net', 30)], NOW)).toBe(0);
      });

      it('allows one more each time the interval has passed, and never more than the burst at once', async () => {
        const guessed = [subject('ann', 2)];
        for (const expected of [0, 0, MINUTE]) expect(await stores.attempts.spend(guessed, NOW)).toBe(expected);
        expect(await stores.attempts.spend(guessed, after(MINUTE / 2))).toBe(MINUTE / 2);
        expect(await stores.attempts.spend(guessed, after(MINUTE))).toBe(0);
        expect(await stores.attempts.spend(guessed, after(MINUTE))).toBe(MINUTE);
        for (const expected of [0, 0, MINUTE]) expect(await stores.attempts.spend(guessed, after(HOUR))).toBe(expected);
      });

      it('charges no subject when one of them has nothing left, and takes a charge back', async () => {
        await stores.attempts.spend([subject('net', 1)], NOW);
        for (let count = 0; count < 3; count++)
          expect(await stores.attempts.spend([subject('ann', 1), subject('net', 1)], NOW)).toBe(MINUTE);
        expect(await stores.attempts.spend([subject('ann', 1)], NOW)).toBe(0);
        await stores.attempts.refund([subject('ann', 1)]);
        expect(await stores.attempts.spend([subject('ann', 1)], NOW)).toBe(0);
      });
    });

    describe('KnownDevices', () => {
      it('knows a device of its own account since its last use', async () => {
        await stores.devices.remember(ann, hash('device'), NOW, 2);
        expect(await stores.devices.isKnown(ann, hash('device'), NOW)).toBe(true);
        expect(await stores.devices.isKnown(bob, hash('device'), NOW)).toBe(false);
        expect(await stores.devices.isKnown(ann, hash('device'), after(1))).toBe(false);
        await stores.devices.remember(ann, hash('device'), after(1), 2);
        expect(await stores.devices.isKnown(ann, hash('device'), after(1))).toBe(true);
      });

      it('forgets those that were used least recently when there are more than the most', async () => {
        await stores.devices.remember(bob, hash('of another'), NOW, 2);
        for (const [index, name] of ['first', 'second', 'first', 'third'].entries())
          await stores.devices.remember(ann, hash(name), after(index), 2);
        const known = async (account: number, name: string) => stores.devices.isKnown(account, hash(name), NOW);
        expect([await known(ann, 'first'), await known(ann, 'second'), await known(ann, 'third')]).toEqual([
          true,
          false,
          true,
        ]);
        expect(await known(bob, 'of another')).toBe(true);
      });
    });

    describe('AuditLog', () => {
      it('lists the entries of one account, newest first, page by page', async () => {
        const event = { at: NOW, kind: 'signed_in', summary: 'x', address: null, device: null } as const;
        for (const summary of ['first', 'second', 'third'])
          await stores.audit.add({ ...event, accountId: ann, summary });
        await stores.audit.add({ ...event, accountId: bob });
        const page = await stores.audit.list(ann, { before: null, limit: 2 });
        expect(page.map(({ summary }) => summary)).toEqual(['third', 'second']);
        const [first] = await stores.audit.list(ann, { before: page[1]!.id, limit: 2 });
        expect(first).toEqual({ ...event, id: expect.any(Number), summary: 'first' });
        expect(await stores.audit.list(ann, { before: first!.id, limit: 2 })).toEqual([]);
      });
    });

    describe('IdentityRetention', () => {
      it('deletes what is over, and nothing that can still be used', async () => {
        await stores.sessions.open(aSession(ann, 'over', { expiresAt: after(MINUTE) }), BOUNDS);
        const { session: live } = await stores.sessions.open(aSession(bob, 'live'), BOUNDS);
        await stores.tokens.issue(aToken('over', { expiresAt: after(MINUTE) }));
        await stores.tokens.issue(aToken('live', { email: 'bob@example.com', expiresAt: after(HOUR) }));
        await stores.devices.remember(ann, hash('device'), NOW, 2);
        await stores.attempts.spend([{ subject: 'ann', burst: 1, everyMs: MINUTE }], NOW);
        const limits = { over: after(2 * MINUTE), devicesUnusedSince: NOW };
        expect(await stores.identityRetention.deleteBefore(limits)).toBe(3);
        expect(await stores.devices.isKnown(ann, hash('device'), NOW)).toBe(true);
        expect(await stores.identityRetention.deleteBefore({ ...limits, devicesUnusedSince: after(1) })).toBe(1);
        expect(await stores.sessions.list(bob)).toMatchObject([{ id: live.id }]);
        expect(await stores.tokens.find(hash('live'))).not.toBeNull();
        expect(await stores.tokens.find(hash('over'))).toBeNull();
      });
    });
  });
}
