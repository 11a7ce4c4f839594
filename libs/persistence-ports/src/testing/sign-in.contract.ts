import type { TokenPurpose } from '../identity/one-time-tokens.ts';
import type { AccountAtEpoch, LiveSession } from '../identity/sessions.ts';
import {
  after,
  aPasskey,
  aSession,
  aToken,
  BOUNDS,
  hash,
  HOUR,
  MINUTE,
  NOW,
  PASSWORD_HASH,
} from './identity-builders.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of the means to sign in must do. */
export function describeSignInPorts(open: OpenStores): void {
  describe('the ports of signing in', () => {
    let stores: StoresUnderTest;
    let ann: number;
    let bob: number;
    const at = async (accountId: number): Promise<AccountAtEpoch> => ({
      accountId,
      epoch: (await stores.credentials.find(accountId))!.epoch,
    });
    const begin = async (accountId: number, token: string): Promise<LiveSession> =>
      (await stores.sessions.open(aSession(accountId, token, await at(accountId)), BOUNDS)).session;
    const OTHER_HASH = PASSWORD_HASH.replace('aGFzaA', 'b3RoZXI');
    const setPassword = async (session: LiveSession, passwordHash = PASSWORD_HASH): Promise<boolean> =>
      stores.credentials.setPassword(session, passwordHash, {
        tokenHash: hash(`renewed ${session.id}`),
        verifiedAt: NOW,
      });
    const restore = (token: string) => ({ tokenHash: hash(token), expiresAt: after(7 * 24 * HOUR) });
    beforeEach(async () => {
      stores = await open();
      ann = (await anAccount(stores)).id;
      bob = (await anAccount(stores)).id;
    });

    describe('Credentials', () => {
      it('takes a new password from the session that is renewed by it, and from no other account', async () => {
        const session = await begin(ann, 'before');
        const renewed = { tokenHash: hash('after'), verifiedAt: NOW };
        expect(await stores.credentials.setPassword(session, OTHER_HASH, renewed)).toBe(true);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(OTHER_HASH);
        expect((await stores.credentials.find(bob))!.passwordHash).toBeNull();
      });

      it('finds an account by address and by number, at first without any means to sign in', async () => {
        const account = (await stores.accounts.create('cid@example.com', 'reseller'))!;
        const found = await stores.credentials.findByEmail('cid@example.com');
        expect(found).toEqual({
          ...account,
          epoch: 0,
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

      it('sets the password of one account only, renews that session and ends all others', async () => {
        const session = await begin(ann, 'mine');
        const other = await begin(ann, 'another');
        await begin(bob, 'of bob');
        expect(await setPassword(session)).toBe(true);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(PASSWORD_HASH);
        expect((await stores.credentials.find(bob))!.passwordHash).toBeNull();
        const use = { now: NOW, idleMs: HOUR, recordEveryMs: HOUR };
        expect(await stores.sessions.findLive(hash('mine'), use)).toBeNull();
        expect(await stores.sessions.findLive(hash(`renewed ${session.id}`), use)).toMatchObject({ id: session.id });
        expect((await stores.sessions.list(ann)).map(({ id }) => id)).toEqual([session.id]);
        expect(await stores.sessions.list(bob)).toHaveLength(1);
        // What was begun before is refused and changes nothing.
        await expect(setPassword(other, OTHER_HASH)).rejects.toThrow('Please try again');
        expect(await setPassword({ ...other, ...(await at(ann)) }, OTHER_HASH)).toBe(false);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(PASSWORD_HASH);
      });

      it('changes no second factor and adds no passkey for a session that was ended meanwhile', async () => {
        await stores.credentials.beginTotp(ann, 'SECRET');
        const before = await at(ann);
        await stores.sessions.endOthers(ann, null);
        for (const change of [
          stores.credentials.confirmTotp(before, { step: 7, at: NOW }, [hash('a')]),
          stores.credentials.removeTotp(before),
          stores.credentials.replaceRecoveryCodes(before, [hash('a')]),
          stores.passkeys.add(aPasskey(ann, 'late'), before.epoch),
        ])
          await expect(change).rejects.toThrow('Please try again');
        const stored = await stores.credentials.find(ann);
        expect(stored).toMatchObject({ totpSecret: null, recoveryCodesLeft: 0, passkeyCount: 0 });
      });

      it('uses an authenticator app once it is confirmed, and no longer once it is removed', async () => {
        expect(await stores.credentials.confirmTotp(await at(ann), { step: 7, at: NOW }, [])).toBe(false);
        await stores.credentials.beginTotp(ann, 'FIRST');
        await stores.credentials.beginTotp(ann, 'SECOND');
        expect(await stores.credentials.find(ann)).toMatchObject({ totpSecret: null, pendingTotpSecret: 'SECOND' });
        const codes = [hash('a'), hash('b')];
        expect(await stores.credentials.confirmTotp(await at(ann), { step: 7, at: NOW }, codes)).toBe(true);
        expect(await stores.credentials.find(ann)).toMatchObject({
          totpSecret: 'SECOND',
          pendingTotpSecret: null,
          recoveryCodesLeft: 2,
        });
        await stores.credentials.removeTotp(await at(ann));
        expect(await stores.credentials.find(ann)).toMatchObject({ totpSecret: null, recoveryCodesLeft: 0 });
      });

      it('accepts a time step once, also when it is used several times at once, and none before it', async () => {
        await stores.credentials.beginTotp(ann, 'SECRET');
        await stores.credentials.confirmTotp(await at(ann), { step: 100, at: NOW }, []);
        expect(await stores.credentials.spendTotpStep(ann, 100)).toBe(false);
        const answers = await Promise.all([1, 2, 3, 4].map(() => stores.credentials.spendTotpStep(ann, 101)));
        expect(answers.filter(Boolean)).toHaveLength(1);
        expect(await stores.credentials.spendTotpStep(ann, 99)).toBe(false);
      });

      it('accepts a recovery code once, of its own account only, until the codes are replaced', async () => {
        await stores.credentials.replaceRecoveryCodes(await at(ann), [hash('a'), hash('b')]);
        expect(await stores.credentials.spendRecoveryCode(bob, hash('a'))).toBe(false);
        const answers = await Promise.all([1, 2, 3].map(() => stores.credentials.spendRecoveryCode(ann, hash('a'))));
        expect(answers.filter(Boolean)).toHaveLength(1);
        await stores.credentials.replaceRecoveryCodes(await at(ann), [hash('c')]);
        expect(await stores.credentials.spendRecoveryCode(ann, hash('b'))).toBe(false);
        expect((await stores.credentials.find(ann))!.recoveryCodesLeft).toBe(1);
      });
    });

    describe('Passkeys', () => {
      it('adds a credential once, for whatever account, and finds it', async () => {
        const added = await stores.passkeys.add(aPasskey(ann, 'one'), 0);
        expect(added).toEqual({ ...aPasskey(ann, 'one'), id: expect.any(Number), lastUsedAt: null });
        expect(await stores.passkeys.add(aPasskey(bob, 'one'), 0)).toBeNull();
        expect(await stores.passkeys.find(Buffer.from('one'))).toEqual(added);
        expect(await stores.passkeys.find(Buffer.from('two'))).toBeNull();
      });

      it('lists, uses and removes those of one account only', async () => {
        const mine = (await stores.passkeys.add(aPasskey(ann, 'mine'), 0))!;
        const other = (await stores.passkeys.add(aPasskey(bob, 'other'), 0))!;
        await stores.passkeys.recordUse(ann, mine.id, 3, NOW);
        await stores.passkeys.recordUse(ann, other.id, 3, NOW);
        expect(await stores.passkeys.list(ann)).toEqual([{ ...mine, counter: 3, lastUsedAt: NOW }]);
        expect(await stores.passkeys.remove(ann, other.id)).toBe(false);
        expect(await stores.passkeys.list(bob)).toEqual([other]);
        expect(await stores.passkeys.remove(ann, mine.id)).toBe(true);
        expect(await stores.passkeys.list(ann)).toEqual([]);
      });
    });

    describe('OneTimeTokens', () => {
      it('takes no address back by a link that was never sent', async () => {
        expect(await stores.tokens.restoreAddress(hash('unknown'), PASSWORD_HASH, NOW)).toMatchObject({
          outcome: 'gone',
        });
      });

      it('is used once, also when it is used several times at the same moment, and for its purpose only', async () => {
        const token = aToken('token', { ...(await at(ann)), plan: 'reseller', challenge: 'c' });
        await stores.tokens.issue(token);
        const { tokenHash: _, createdAt: __, ...stored } = token;
        expect(await stores.tokens.find(hash('token'))).toEqual({ ...stored, usedAt: null, isVoid: false });
        expect(await stores.tokens.use(hash('token'), 'reset', NOW)).toBeNull();
        const uses = await Promise.all([1, 2, 3, 4].map(() => stores.tokens.use(hash('token'), 'sign_in', NOW)));
        expect(uses.filter((used) => used !== null)).toEqual([{ ...stored, usedAt: NOW, isVoid: false }]);
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
        await stores.passkeys.add(aPasskey(bob, 'credential'), 0);
        await stores.tokens.issue(aToken('third', { purpose: 'invitation', email: keyed, plan: 'free' }));
        expect(await stores.tokens.acceptInvitation(hash('third'), other, NOW)).toMatchObject({
          outcome: 'registered',
        });
        expect((await stores.credentials.find(bob))!.passwordHash).toBeNull();
      });

      it('resets a password once and ends every session of that account', async () => {
        await begin(ann, 'a');
        const other = await begin(bob, 'b');
        await stores.tokens.issue(aToken('reset', { purpose: 'reset', ...(await at(ann)) }));
        expect(await stores.tokens.resetPassword(hash('reset'), PASSWORD_HASH, NOW)).toBe(ann);
        expect(await stores.tokens.resetPassword(hash('reset'), PASSWORD_HASH, NOW)).toBeNull();
        expect(await stores.sessions.list(ann)).toEqual([]);
        expect(await stores.sessions.list(bob)).toMatchObject([{ id: other.id }]);
        expect((await stores.credentials.find(ann))!.passwordHash).toBe(PASSWORD_HASH);
      });

      it('changes an address once, and not to one that is taken', async () => {
        const { email: taken } = (await stores.credentials.find(bob))!;
        const { email: previous } = (await stores.credentials.find(ann))!;
        const change = { purpose: 'address_change', ...(await at(ann)) } as const;
        await stores.tokens.issue(aToken('taken', { ...change, email: taken }));
        expect(await stores.tokens.changeAddress(hash('taken'), restore('back'), NOW)).toMatchObject({
          outcome: 'taken',
        });
        expect((await stores.tokens.find(hash('taken')))!.usedAt).toBeNull();
        const email = 'moved@example.com';
        await stores.tokens.issue(aToken('move', { ...change, email }));
        const move = () => stores.tokens.changeAddress(hash('move'), restore('back'), NOW);
        expect(await move()).toEqual({ outcome: 'changed', accountId: ann, previous });
        expect(await move()).toMatchObject({ outcome: 'gone' });
        expect((await stores.credentials.findByEmail(email))!.id).toBe(ann);
        expect(await stores.tokens.find(hash('back'))).toMatchObject({ purpose: 'address_restore', email: previous });
      });

      it('replaces a link for the same account only, whatever address it names', async () => {
        const wanted = { purpose: 'address_change', email: 'wanted@example.com' } as const;
        await stores.tokens.issue(aToken('of ann', { ...wanted, ...(await at(ann)) }));
        await stores.tokens.issue(aToken('of bob', { ...wanted, ...(await at(bob)) }));
        expect((await stores.tokens.find(hash('of ann')))!.usedAt).toBeNull();
        await stores.tokens.issue(aToken('next', { ...wanted, ...(await at(ann)), email: 'another@example.com' }));
        expect((await stores.tokens.find(hash('of ann')))!.usedAt).not.toBeNull();
        await stores.tokens.issue(aToken('invited', { purpose: 'invitation', email: 'new@example.com' }));
        await stores.tokens.issue(aToken('signing up', { purpose: 'sign_up', email: 'new@example.com' }));
        expect((await stores.tokens.find(hash('invited')))!.usedAt).toBeNull();
      });
    });

    describe('what is pending', () => {
      const PENDING: readonly TokenPurpose[] = [
        'sign_in',
        'reset',
        'address_change',
        'second_factor',
        'passkey_step_up',
        'passkey_registration',
      ];
      const move = async (email: string): Promise<void> => {
        await stores.tokens.issue(aToken(email, { purpose: 'address_change', ...(await at(ann)), email }));
        await stores.tokens.changeAddress(hash(email), restore(`back from ${email}`), NOW);
      };

      it.each<[string, () => Promise<unknown>]>([
        ['a new password', async () => setPassword(await begin(ann, 'session'))],
        [
          'a reset',
          async () => {
            await stores.tokens.issue(aToken('used', { purpose: 'reset', ...(await at(ann)) }));
            await stores.tokens.resetPassword(hash('used'), PASSWORD_HASH, NOW);
          },
        ],
        ['the end of all other sessions', () => stores.sessions.endOthers(ann, null)],
        ['the end of a session', async () => stores.sessions.revoke(ann, (await begin(ann, 'session')).id)],
        ['a new address', () => move('moved@example.com')],
        [
          'an address that is taken back',
          async () => {
            await stores.tokens.restoreAddress(hash('back from first@example.com'), PASSWORD_HASH, NOW);
          },
        ],
      ])('is worth nothing after %s, also what was under way and is issued later', async (_name, end) => {
        await move('first@example.com');
        const before = await at(ann);
        const others = await at(bob);
        for (const purpose of PENDING) {
          await stores.tokens.issue(aToken(`early ${purpose}`, { purpose, ...before }));
          await stores.tokens.issue(aToken(`of bob ${purpose}`, { purpose, ...others }));
        }
        await end();
        for (const purpose of PENDING) {
          await stores.tokens.issue(aToken(`late ${purpose}`, { purpose, ...before }));
          for (const name of [`early ${purpose}`, `late ${purpose}`])
            expect(await stores.tokens.use(hash(name), purpose, NOW)).toBeNull();
          expect(await stores.tokens.find(hash(`late ${purpose}`))).toMatchObject({ isVoid: true, usedAt: null });
          await stores.tokens.issue(aToken(`new ${purpose}`, { purpose, ...(await at(ann)) }));
          for (const name of [`new ${purpose}`, `of bob ${purpose}`])
            expect(await stores.tokens.use(hash(name), purpose, NOW)).not.toBeNull();
        }
      });

      it('is used or ended when both happen at the same moment, never both', async () => {
        for (let round = 0; round < 10; round++) {
          const email = `round${round}@example.com`;
          const session = await begin(ann, `session ${round}`);
          await stores.tokens.issue(
            aToken(`change ${round}`, { purpose: 'address_change', ...(await at(ann)), email }),
          );
          const [changed, set] = await Promise.all([
            stores.tokens.changeAddress(hash(`change ${round}`), restore(`back ${round}`), NOW),
            setPassword(session).catch(() => false),
          ]);
          expect([changed.outcome === 'changed', set].filter(Boolean)).toHaveLength(1);
        }
      });

      it('takes an address back for as long as it is good, whatever became of the account meanwhile', async () => {
        const { email: first } = (await stores.credentials.find(ann))!;
        await stores.credentials.beginTotp(ann, 'OLD');
        await stores.credentials.confirmTotp(await at(ann), { step: 1, at: after(-25 * HOUR) }, [hash('old')]);
        await move('second@example.com');
        await setPassword(await begin(ann, 'thief'));
        await stores.passkeys.add(aPasskey(ann, 'of a thief'), (await at(ann)).epoch);
        await move('third@example.com');
        const back = (token: string) => stores.tokens.restoreAddress(hash(token), OTHER_HASH, NOW);
        expect(await back('back from second@example.com')).toEqual({ outcome: 'restored', accountId: ann });
        expect(await back('back from second@example.com')).toMatchObject({ outcome: 'gone' });
        // What takes back a later address is worth nothing any more.
        expect(await back('back from third@example.com')).toMatchObject({ outcome: 'gone' });
        expect(await stores.credentials.findByEmail(first)).toMatchObject({
          id: ann,
          passwordHash: OTHER_HASH,
          passkeyCount: 0,
          totpSecret: 'OLD',
          recoveryCodesLeft: 1,
        });
        expect(await stores.sessions.list(ann)).toEqual([]);
      });

      it('takes an address back without the authenticator app that came with or after the change', async () => {
        await stores.credentials.beginTotp(ann, 'NEW');
        await stores.credentials.confirmTotp(await at(ann), { step: 1, at: after(-23 * HOUR) }, [hash('new')]);
        await stores.credentials.beginTotp(ann, 'PENDING');
        await move('second@example.com');
        await stores.tokens.restoreAddress(hash('back from second@example.com'), PASSWORD_HASH, NOW);
        expect(await stores.credentials.find(ann)).toMatchObject({
          totpSecret: null,
          pendingTotpSecret: null,
          recoveryCodesLeft: 0,
        });
      });
    });
  });
}
