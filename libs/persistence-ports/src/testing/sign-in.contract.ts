import { after, aPasskey, aSession, aToken, hash, MINUTE, NOW, PASSWORD_HASH } from './identity-builders.ts';
import { anAccount, type OpenStores, type StoresUnderTest } from './stores.ts';

/** What every store of the means to sign in must do. */
export function describeSignInPorts(open: OpenStores): void {
  describe('the ports of signing in', () => {
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
  });
}
