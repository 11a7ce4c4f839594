import type { AttemptSubject } from '@brickmarket/domain';
import { after, aSession, aToken, hash, HOUR, MINUTE, NOW } from './identity-builders.ts';
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

      it('finds a live session by its token and records its use about once a minute', async () => {
        const opened = await stores.sessions.open(aSession(ann, 'token'));
        expect(opened).toMatchObject({ accountId: ann, lastUsedAt: NOW, verifiedAt: NOW, device: 'Firefox on Linux' });
        expect(await stores.sessions.findLive(hash('token'), use(after(MINUTE / 2)))).toEqual(opened);
        const later = after(2 * MINUTE);
        expect(await stores.sessions.findLive(hash('token'), use(later))).toEqual({ ...opened, lastUsedAt: later });
        expect(await stores.sessions.list(ann)).toEqual([{ ...opened, lastUsedAt: later }]);
        expect(await stores.sessions.findLive(hash('other'), use(NOW))).toBeNull();
      });

      it('finds none that was idle too long or has expired', async () => {
        await stores.sessions.open(aSession(ann, 'idle'));
        expect(await stores.sessions.findLive(hash('idle'), use(after(HOUR)))).toBeNull();
        await stores.sessions.open(aSession(ann, 'old', { expiresAt: after(MINUTE) }));
        expect(await stores.sessions.findLive(hash('old'), use(after(MINUTE)))).toBeNull();
      });

      it('gives a session a new token; the old one is worthless', async () => {
        const { id } = await stores.sessions.open(aSession(ann, 'before'));
        expect(await stores.sessions.renew(bob, id, hash('stolen'), NOW)).toBe(false);
        expect(await stores.sessions.renew(ann, id, hash('after'), after(MINUTE))).toBe(true);
        expect(await stores.sessions.findLive(hash('before'), use(NOW))).toBeNull();
        expect(await stores.sessions.findLive(hash('after'), use(NOW))).toMatchObject({
          id,
          verifiedAt: after(MINUTE),
        });
      });

      it('ends one, or all others, and never those of another account', async () => {
        const first = await stores.sessions.open(aSession(ann, 'a1'));
        const second = await stores.sessions.open(aSession(ann, 'a2'));
        await stores.sessions.open(aSession(ann, 'a3'));
        const other = await stores.sessions.open(aSession(bob, 'b1'));
        expect(await stores.sessions.end(ann, other.id)).toBe(false);
        expect(await stores.sessions.end(ann, first.id)).toBe(true);
        expect(await stores.sessions.end(ann, first.id)).toBe(false);
        expect(await stores.sessions.endOthers(ann, second.id)).toBe(1);
        expect(await stores.sessions.list(ann)).toEqual([second]);
        expect(await stores.sessions.endOthers(ann, null)).toBe(1);
        expect(await stores.sessions.list(bob)).toEqual([other]);
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
        await stores.devices.remember(ann, hash('device'), NOW);
        expect(await stores.devices.isKnown(ann, hash('device'), NOW)).toBe(true);
        expect(await stores.devices.isKnown(bob, hash('device'), NOW)).toBe(false);
        expect(await stores.devices.isKnown(ann, hash('device'), after(1))).toBe(false);
        await stores.devices.remember(ann, hash('device'), after(1));
        expect(await stores.devices.isKnown(ann, hash('device'), after(1))).toBe(true);
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
        await stores.sessions.open(aSession(ann, 'over', { expiresAt: after(MINUTE) }));
        const live = await stores.sessions.open(aSession(bob, 'live'));
        await stores.tokens.issue(aToken('over', { expiresAt: after(MINUTE) }));
        await stores.tokens.issue(aToken('live', { email: 'bob@example.com', expiresAt: after(HOUR) }));
        await stores.devices.remember(ann, hash('device'), NOW);
        await stores.attempts.spend([{ subject: 'ann', burst: 1, everyMs: MINUTE }], NOW);
        const limits = { over: after(2 * MINUTE), devicesUnusedSince: NOW };
        expect(await stores.identityRetention.deleteBefore(limits)).toBe(3);
        expect(await stores.devices.isKnown(ann, hash('device'), NOW)).toBe(true);
        expect(await stores.identityRetention.deleteBefore({ ...limits, devicesUnusedSince: after(1) })).toBe(1);
        expect(await stores.sessions.list(bob)).toEqual([live]);
        expect(await stores.tokens.find(hash('live'))).not.toBeNull();
        expect(await stores.tokens.find(hash('over'))).toBeNull();
      });
    });
  });
}
