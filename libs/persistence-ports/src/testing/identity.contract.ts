import { createHash } from 'node:crypto';
import type { AttemptSubject } from '@brickmarket/domain';
import type { NewOneTimeToken, NewPasskey, NewSession } from '../identity.ts';
import { aKey } from './builders.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA';

const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const aSession = (accountId: number, token: string, facts: Partial<NewSession> = {}): NewSession => ({
  accountId,
  tokenHash: hash(token),
  method: 'password',
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  createdAt: NOW,
  expiresAt: after(30 * 24 * HOUR),
  ...facts,
});

const aToken = (token: string, facts: Partial<NewOneTimeToken> = {}): NewOneTimeToken => ({
  tokenHash: hash(token),
  purpose: 'sign_in',
  accountId: null,
  email: 'ann@example.com',
  plan: null,
  challenge: null,
  createdAt: NOW,
  expiresAt: after(15 * MINUTE),
  ...facts,
});

const aPasskey = (accountId: number, credential: string): NewPasskey => ({
  accountId,
  credentialId: Buffer.from(credential),
  publicKey: Buffer.from('public'),
  counter: 0,
  transports: ['internal', 'hybrid'],
  name: 'Phone',
  isSynced: true,
  createdAt: NOW,
});

/** What every store of identities must do. */
export function describeIdentityPorts(open: OpenStores): void {
  describe('the identity ports', () => {
    let stores: StoresUnderTest;
    let ann: number;
    let bob: number;
    beforeEach(async () => {
      stores = await open();
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
    });

    describe('Credentials', () => {
      it('finds an account by address and by number, at first without any means to sign in', async () => {
        const account = (await stores.accounts.create('cid@example.com', 'reseller'))!;
        const found = await stores.credentials.findByEmail('cid@example.com');
        expect(found).toEqual({
          ...account,
          passwordHash: null,
          totpSecret: null,
          pendingTotpSecret: null,
          recoveryCodesLeft: 0,
          passkeyCount: 0,
          passkeyUser: expect.stringMatching(/^[0-9a-f-]{36}$/),
        });
        expect(await stores.credentials.find(account.id)).toEqual(found);
        expect(await stores.credentials.findByEmail('nobody@example.com')).toBeNull();
        expect(await stores.credentials.find(2_147_483_647)).toBeNull();
      });

      it('sets the password of one account only', async () => {
        await stores.credentials.setPassword(ann, PASSWORD_HASH);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(PASSWORD_HASH);
        expect((await stores.credentials.find(bob))!.passwordHash).toBeNull();
      });

      it('uses an authenticator app once it is confirmed, and no longer once it is removed', async () => {
        expect(await stores.credentials.confirmTotp(ann, 7, [])).toBe(false);
        await stores.credentials.beginTotp(ann, 'FIRST');
        await stores.credentials.beginTotp(ann, 'SECOND');
        expect(await stores.credentials.find(ann)).toMatchObject({ totpSecret: null, pendingTotpSecret: 'SECOND' });
        expect(await stores.credentials.confirmTotp(ann, 7, [hash('a'), hash('b')])).toBe(true);
        expect(await stores.credentials.find(ann)).toMatchObject({
          totpSecret: 'SECOND',
          pendingTotpSecret: null,
          recoveryCodesLeft: 2,
        });
        await stores.credentials.removeTotp(ann);
        expect(await stores.credentials.find(ann)).toMatchObject({ totpSecret: null, recoveryCodesLeft: 0 });
      });

      it('accepts a time step once, also when it is used several times at once, and none before it', async () => {
        await stores.credentials.beginTotp(ann, 'SECRET');
        await stores.credentials.confirmTotp(ann, 100, []);
        expect(await stores.credentials.spendTotpStep(ann, 100)).toBe(false);
        const answers = await Promise.all([1, 2, 3, 4].map(() => stores.credentials.spendTotpStep(ann, 101)));
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect(await stores.credentials.spendTotpStep(ann, 99)).toBe(false);
      });

      it('accepts a recovery code once, of its own account only, until the codes are replaced', async () => {
        await stores.credentials.replaceRecoveryCodes(ann, [hash('a'), hash('b')]);
        expect(await stores.credentials.spendRecoveryCode(bob, hash('a'))).toBe(false);
        const answers = await Promise.all([1, 2, 3].map(() => stores.credentials.spendRecoveryCode(ann, hash('a'))));
        expect(answers.filter(Boolean)).toHaveLength(1);
        await stores.credentials.replaceRecoveryCodes(ann, [hash('c')]);
        expect(await stores.credentials.spendRecoveryCode(ann, hash('b'))).toBe(false);
        expect((await stores.credentials.find(ann))!.recoveryCodesLeft).toBe(1);
      });
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

    describe('OneTimeTokens', () => {
      it('is used once, also when it is used several times at the same moment, and for its purpose only', async () => {
        const token = aToken('token', { accountId: ann, plan: 'reseller', challenge: 'c' });
        await stores.tokens.issue(token);
        const { tokenHash: _, createdAt: __, ...stored } = token;
        expect(await stores.tokens.find(hash('token'))).toEqual({ ...stored, usedAt: null });
        expect(await stores.tokens.use(hash('token'), 'reset', NOW)).toBeNull();
        const uses = await Promise.all([1, 2, 3, 4].map(() => stores.tokens.use(hash('token'), 'sign_in', NOW)));
        expect(uses.filter((used) => used !== null)).toEqual([{ ...stored, usedAt: NOW }]);
        expect((await stores.tokens.find(hash('token')))!.usedAt).toEqual(NOW);
        expect(await stores.tokens.find(hash('unknown'))).toBeNull();
      });

      it('is worthless once it has expired, and a link once a newer one was made for the address', async () => {
        await stores.tokens.issue(aToken('first'));
        expect(await stores.tokens.use(hash('first'), 'sign_in', after(15 * MINUTE))).toBeNull();
        await stores.tokens.issue(aToken('second'));
        await stores.tokens.issue(aToken('for another', { email: 'bob@example.com' }));
        expect(await stores.tokens.use(hash('first'), 'sign_in', NOW)).toBeNull();
        expect(await stores.tokens.use(hash('second'), 'sign_in', NOW)).not.toBeNull();
      });

      it('creates the account of an invitation with its plan, once', async () => {
        await stores.tokens.issue(aToken('in', { purpose: 'invitation', email: 'new@example.com', plan: 'reseller' }));
        const accept = () => stores.tokens.acceptInvitation(hash('in'), PASSWORD_HASH, NOW);
        const answers = await Promise.all([accept(), accept(), accept()]);
        expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'gone', 'gone']);
        expect(await stores.credentials.findByEmail('new@example.com')).toMatchObject({
          plan: 'reseller',
          passwordHash: PASSWORD_HASH,
        });
      });

      it('lets an invitation join an account without means to sign in, and never take over another', async () => {
        const { email } = (await stores.credentials.find(ann))!;
        await stores.tokens.issue(aToken('join', { purpose: 'invitation', email, plan: 'free' }));
        expect(await stores.tokens.acceptInvitation(hash('join'), PASSWORD_HASH, NOW)).toEqual({
          outcome: 'joined',
          accountId: ann,
        });
        await stores.tokens.issue(aToken('again', { purpose: 'invitation', email, plan: 'free' }));
        const other = PASSWORD_HASH.replace('aGFzaA', 'b3RoZXI');
        expect(await stores.tokens.acceptInvitation(hash('again'), other, NOW)).toMatchObject({
          outcome: 'registered',
        });
        expect(await stores.credentials.find(ann)).toMatchObject({ plan: 'reseller', passwordHash: PASSWORD_HASH });
        const { email: keyed } = (await stores.credentials.find(bob))!;
        await stores.passkeys.add(aPasskey(bob, 'credential'));
        await stores.tokens.issue(aToken('third', { purpose: 'invitation', email: keyed, plan: 'free' }));
        expect(await stores.tokens.acceptInvitation(hash('third'), other, NOW)).toMatchObject({
          outcome: 'registered',
        });
        expect((await stores.credentials.find(bob))!.passwordHash).toBeNull();
      });

      it('resets a password once and ends every session of that account', async () => {
        await stores.sessions.open(aSession(ann, 'a'));
        const other = await stores.sessions.open(aSession(bob, 'b'));
        await stores.tokens.issue(aToken('reset', { purpose: 'reset', accountId: ann }));
        expect(await stores.tokens.resetPassword(hash('reset'), PASSWORD_HASH, NOW)).toBe(ann);
        expect(await stores.tokens.resetPassword(hash('reset'), PASSWORD_HASH, NOW)).toBeNull();
        expect(await stores.sessions.list(ann)).toEqual([]);
        expect(await stores.sessions.list(bob)).toEqual([other]);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(PASSWORD_HASH);
      });

      it('changes an address once, and not to one that is taken', async () => {
        const { email: taken } = (await stores.credentials.find(bob))!;
        await stores.tokens.issue(aToken('taken', { purpose: 'address_change', accountId: ann, email: taken }));
        expect(await stores.tokens.changeAddress(hash('taken'), NOW)).toBe('taken');
        expect((await stores.tokens.find(hash('taken')))!.usedAt).toBeNull();
        const email = 'moved@example.com';
        await stores.tokens.issue(aToken('move', { purpose: 'address_change', accountId: ann, email }));
        expect(await stores.tokens.changeAddress(hash('move'), NOW)).toBe(ann);
        expect(await stores.tokens.changeAddress(hash('move'), NOW)).toBeNull();
        expect((await stores.credentials.findByEmail(email))!.id).toBe(ann);
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

    describe('Passkeys', () => {
      it('adds a credential once, for whatever account, and finds it', async () => {
        const added = await stores.passkeys.add(aPasskey(ann, 'one'));
        expect(added).toEqual({ ...aPasskey(ann, 'one'), id: expect.any(Number), lastUsedAt: null });
        expect(await stores.passkeys.add(aPasskey(bob, 'one'))).toBeNull();
        expect(await stores.passkeys.find(Buffer.from('one'))).toEqual(added);
        expect(await stores.passkeys.find(Buffer.from('two'))).toBeNull();
      });

      it('lists, uses and removes those of one account only', async () => {
        const mine = (await stores.passkeys.add(aPasskey(ann, 'mine')))!;
        const other = (await stores.passkeys.add(aPasskey(bob, 'other')))!;
        await stores.passkeys.recordUse(ann, mine.id, 3, NOW);
        await stores.passkeys.recordUse(ann, other.id, 3, NOW);
        expect(await stores.passkeys.list(ann)).toEqual([{ ...mine, counter: 3, lastUsedAt: NOW }]);
        expect(await stores.passkeys.remove(ann, other.id)).toBe(false);
        expect(await stores.passkeys.list(bob)).toEqual([other]);
        expect(await stores.passkeys.remove(ann, mine.id)).toBe(true);
        expect(await stores.passkeys.list(ann)).toEqual([]);
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

    describe('OwnApiKeys', () => {
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
