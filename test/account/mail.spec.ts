import { type AreaAnswer, PASSWORD, TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { runHere } from '../support/run-here.ts';
import { SoftAuthenticator } from '../support/soft-authenticator.ts';
import { TestMailbox } from '../support/test-mailbox.ts';

describe('mail of the account area', () => {
  let area: TestAccountArea;
  let mailbox: TestMailbox;
  beforeAll(async () => {
    mailbox = await TestMailbox.start();
    area = await TestAccountArea.start({ SIGN_UP: 'open', ...mailbox.settings });
  });
  afterAll(async () => {
    await area.stop();
    await mailbox.stop();
  });

  it('opens an account for whoever reads the mailbox, and says the same for an address that has one', async () => {
    const browser = area.browser();
    const answer = await browser.post('sign-up', { email: 'New@example.com' });
    expect([answer.status, answer.json()]).toEqual([202, { sentTo: 'new@example.com' }]);
    const { token } = await mailbox.take('new@example.com');
    const accepted = await browser.post('invitations/accept', { token, password: PASSWORD });
    expect(accepted.json()).toMatchObject({ state: { account: { plan: 'free', includesApi: false } } });
    const again = await area.browser().post('sign-up', { email: 'new@example.com' });
    expect([again.status, again.body]).toEqual([202, answer.body]);
    expect((await mailbox.take('new@example.com')).text).toContain('It already has one');
  });

  it('replaces a forgotten password once, and ends every session', async () => {
    const owner = await area.signedUp('forgot@example.com');
    const browser = area.browser();
    const known = await browser.post('reset/request', { email: 'forgot@example.com' });
    const unknown = await browser.post('reset/request', { email: 'nobody@example.com' });
    expect([known.status, unknown.status]).toEqual([202, 202]);
    const { token } = await mailbox.take('forgot@example.com');
    const password = 'another four good words';
    expect((await browser.post('reset/perform', { token, password: 'short' })).code).toBe('WeakPassword');
    expect((await browser.post('reset/perform', { token, password })).status).toBe(204);
    expect((await browser.post('reset/perform', { token, password })).code).toBe('LinkUsed');
    expect((await owner.get('keys')).code).toBe('NotSignedIn');
    const signedIn = await browser.post('sign-in/password', { email: 'forgot@example.com', password });
    expect(signedIn.json()).toMatchObject({ status: 'signed_in' });
    expect(mailbox.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  it('changes the address only once the new mailbox has answered, and tells the old one', async () => {
    const owner = await area.signedUp('old@example.com');
    expect((await owner.post('address', { email: 'moved@example.com' })).status).toBe(202);
    const { token } = await mailbox.take('moved@example.com');
    expect((await mailbox.take('old@example.com')).text).toContain('moved@example.com');
    expect((await owner.get('session')).json()).toMatchObject({ account: { email: 'old@example.com' } });
    const confirmed = await area.browser().post('address/confirm', { token });
    expect(confirmed.json()).toEqual({ email: 'moved@example.com' });
    expect((await owner.get('session')).json()).toMatchObject({ account: { email: 'moved@example.com' } });
    await area.signedUp('taken@example.com');
    await owner.post('address', { email: 'taken@example.com' });
    const { token: taken } = await mailbox.take('taken@example.com');
    expect((await area.browser().post('address/confirm', { token: taken })).code).toBe('AddressTaken');
  });

  describe('what is pending', () => {
    const NEW_PASSWORD = 'another four good words';
    const sessionIdOf = async (browser: TestBrowser): Promise<number> =>
      (await browser.get('session')).json<{ session: { id: number } }>().session.id;
    const operator = (...args: string[]): Promise<unknown> =>
      runHere(['accounts', 'sessions', ...args], { DATABASE_URL: area.databaseUrl });

    /** A thief in the session of a user, and the owner in another browser. */
    const stolen = async (email: string): Promise<{ owner: TestBrowser; thief: TestBrowser }> => {
      const thief = await area.signedUp(email, '192.0.2.66');
      const owner = area.browser('192.0.2.10');
      await owner.post('sign-in/password', { email, password: PASSWORD });
      return { owner, thief };
    };
    /** A network of its own for each use: mails are limited by it. */
    let networks = 0;
    const resetToken = async (email: string): Promise<string> => {
      await area.browser(`192.0.2.${100 + networks++}`).post('reset/request', { email });
      return (await mailbox.take(email, 'Choose a new password')).token;
    };
    const wayBack = (email: string) => mailbox.take(email, 'take the account back');
    const changeAddress = async (browser: TestBrowser, email: string): Promise<AreaAnswer> => {
      browser.address = `192.0.2.${100 + networks++}`;
      await browser.post('address', { email });
      return area.browser().post('address/confirm', { token: (await mailbox.take(email)).token });
    };

    it.each<[string, (owner: TestBrowser, email: string, thief: number) => Promise<unknown>]>([
      ['its owner ends all other sessions', (owner) => owner.post('sessions/end-others')],
      ['its owner ends the session that it came from', (owner, _, thief) => owner.delete(`sessions/${thief}`)],
      ['its owner sets a password', (owner) => owner.post('password', { password: NEW_PASSWORD })],
      [
        'its owner replaces a forgotten password',
        async (owner, email) => owner.post('reset/perform', { token: await resetToken(email), password: NEW_PASSWORD }),
      ],
      ['the operator ends all sessions', (_, email) => operator(email, '--end-all')],
      ['the operator ends one session', (_, email, thief) => operator(email, '--end', String(thief))],
    ])('is worth nothing once %s: no change of address, no sign-in, no reset', async (what, end) => {
      const email = `${what.replaceAll(' ', '.')}@example.com`;
      const { owner, thief } = await stolen(email);
      const signIn = await area.signInToken(email);
      const reset = await resetToken(email);
      thief.address = `192.0.2.${100 + networks++}`;
      await thief.post('address', { email: `thief.${email}` });
      const { token: change } = await mailbox.take(`thief.${email}`);
      await end(owner, email, await sessionIdOf(thief));
      expect((await thief.get('session')).json()).toMatchObject({ signedIn: false });
      const codes = [];
      for (const [path, body] of [
        ['links/inspect', { token: change }],
        ['address/confirm', { token: change }],
        ['sign-in/link', { token: signIn }],
        ['reset/perform', { token: reset, password: 'words that a thief knows' }],
      ] as const)
        codes.push((await area.browser('192.0.2.66').post(path, body)).code);
      // The reset that its owner has used replaced the other.
      const isReset = what === 'its owner replaces a forgotten password';
      expect(codes).toEqual(['LinkVoid', 'LinkVoid', 'LinkVoid', isReset ? 'LinkUsed' : 'LinkVoid']);
      expect(await area.accountId(email)).toEqual(expect.any(Number));
    });

    it('of the old address is worth nothing once it has changed', async () => {
      const owner = await area.signedUp('leaving@example.com');
      const token = await resetToken('leaving@example.com');
      expect((await changeAddress(owner, 'arrived@example.com')).json()).toEqual({ email: 'arrived@example.com' });
      const reset = await area.browser().post('reset/perform', { token, password: NEW_PASSWORD });
      expect([reset.status, reset.code]).toEqual([410, 'LinkVoid']);
    });

    it('stays as it is when somebody else asks to move to the same address', async () => {
      const owner = await area.signedUp('first@example.com');
      await owner.post('address', { email: 'wanted@example.com' });
      const { token } = await mailbox.take('wanted@example.com');
      const stranger = await area.signedUp('second@example.com', '192.0.2.67');
      await stranger.post('address', { email: 'wanted@example.com' });
      expect((await area.browser().post('address/confirm', { token })).status).toBe(200);
    });

    it('of a changed address tells the old one, which takes it back and leaves nobody else in', async () => {
      const { owner, thief } = await stolen('robbed@example.com');
      const { challengeToken, options } = (await thief.post('passkeys/options')).json<{
        challengeToken: string;
        options: { challenge: string };
      }>();
      const authenticator = new SoftAuthenticator(area.origin);
      const passkey = { challengeToken, name: 'Phone', response: authenticator.register(options) };
      expect((await thief.post('passkeys', passkey)).status).toBe(201);
      expect((await changeAddress(thief, 'robber@example.com')).status).toBe(200);
      const { text, token } = await wayBack('robbed@example.com');
      expect(text).toContain('robber@example.com');
      // The thief tries to keep it: a new password, nobody else signed in, another address, and its own way back.
      expect((await thief.post('password', { password: 'words that a thief knows' })).status).toBe(200);
      expect((await changeAddress(thief, 'hideout@example.com')).status).toBe(200);
      const { token: robbersOwn } = await wayBack('robber@example.com');
      const inspected = await owner.post('links/inspect', { token });
      expect(inspected.json()).toMatchObject({ purpose: 'address_restore', email: 'robbed@example.com' });
      expect((await owner.post('address/restore', { token, password: 'short' })).code).toBe('WeakPassword');
      const restored = await owner.post('address/restore', { token, password: NEW_PASSWORD });
      expect(restored.json()).toEqual({ email: 'robbed@example.com' });
      expect((await owner.post('address/restore', { token, password: NEW_PASSWORD })).code).toBe('LinkUsed');
      expect((await thief.get('keys')).code).toBe('NotSignedIn');
      const again = { token: robbersOwn, password: 'words that a thief knows' };
      expect((await thief.post('address/restore', again)).code).toBe('LinkUsed');
      const signIn = (await thief.post('sign-in/passkey/options')).json<typeof passkey & { options: typeof options }>();
      const use = { challengeToken: signIn.challengeToken, response: authenticator.use(signIn.options) };
      expect((await thief.post('sign-in/passkey', use)).code).toBe('PasskeyRefused');
      const back = { email: 'robbed@example.com', password: NEW_PASSWORD };
      expect((await owner.post('sign-in/password', back)).json()).toMatchObject({ status: 'signed_in' });
      expect((await owner.get('audit')).body).toContain('taken back');
    });

    it('of a first address outlives what the second one takes back', async () => {
      const thief = await area.signedUp('one@example.com', '192.0.2.66');
      await changeAddress(thief, 'two@example.com');
      const { token: first } = await wayBack('one@example.com');
      await changeAddress(thief, 'three@example.com');
      const { token: second } = await wayBack('two@example.com');
      const byThief = { token: second, password: 'words that a thief knows' };
      expect((await area.browser().post('address/restore', byThief)).json()).toEqual({ email: 'two@example.com' });
      const byOwner = { token: first, password: NEW_PASSWORD };
      expect((await area.browser().post('address/restore', byOwner)).json()).toEqual({ email: 'one@example.com' });
    });

    it('takes back for seven days, and not an address that has another account by now', async () => {
      const owner = await area.signedUp('former@example.com');
      await changeAddress(owner, 'later@example.com');
      const { token } = await wayBack('former@example.com');
      const days = (count: number): Promise<unknown> =>
        area.db.query(
          `UPDATE identity.one_time_token SET expires_at = expires_at - $1 * interval '1 day'
           WHERE purpose = 'address_restore' AND email = 'former@example.com'`,
          [count],
        );
      await days(6.99);
      await area.signedUp('former@example.com');
      const body = { token, password: NEW_PASSWORD };
      expect((await area.browser().post('address/restore', body)).code).toBe('AddressTaken');
      await days(0.02);
      expect((await area.browser().post('address/restore', body)).code).toBe('LinkExpired');
      expect((await owner.get('session')).json()).toMatchObject({ account: { email: 'later@example.com' } });
    });
  });

  describe('an invitation of the operator', () => {
    const signUp = async (email: string): Promise<string> => {
      await area.browser('198.51.100.90').post('sign-up', { email });
      return (await mailbox.take(email)).token;
    };

    it('survives a stranger’s sign-up for the same address, with its plan', async () => {
      const invitation = await area.invitation('invited@example.com', 'reseller');
      await signUp('invited@example.com');
      const accepted = await area.browser().post('invitations/accept', { token: invitation, password: PASSWORD });
      expect(accepted.json()).toMatchObject({ state: { account: { plan: 'reseller', includesApi: true } } });
    });

    it('gives its plan to whoever proves the address by a sign-up too; without one the plan is free', async () => {
      await area.invitation('both@example.com', 'reseller');
      const token = await signUp('both@example.com');
      expect((await area.browser().post('links/inspect', { token })).json()).toMatchObject({ purpose: 'sign_up' });
      const accepted = await area.browser().post('invitations/accept', { token, password: PASSWORD });
      expect(accepted.json()).toMatchObject({ state: { account: { plan: 'reseller' } } });
      await area.invitation('late@example.com', 'reseller');
      await area.db.query(`UPDATE identity.one_time_token SET expires_at = now() WHERE email = 'late@example.com'`);
      const late = { token: await signUp('late@example.com'), password: PASSWORD };
      expect((await area.browser().post('invitations/accept', late)).json()).toMatchObject({
        state: { account: { plan: 'free' } },
      });
    });
  });

  it('fills nobody’s mailbox: the fourth mail to an address is refused', async () => {
    const codes = [];
    for (let count = 0; count < 5; count++) {
      const browser = area.browser(`198.51.100.${count + 1}`);
      codes.push((await browser.post('reset/request', { email: 'victim@example.com' })).code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, 'TooManyAttempts', 'TooManyAttempts']);
  });
});

it('pretends nothing without mail, and says whom to ask', async () => {
  const area = await TestAccountArea.start({ CONTACT_EMAIL: 'help@example.com' });
  try {
    const answer = await area.browser().post('reset/request', { email: 'ann@example.com' });
    expect([answer.status, answer.code]).toEqual([409, 'MailUnavailable']);
    expect(answer.body).toContain('help@example.com');
    expect((await area.browser().post('sign-up', { email: 'ann@example.com' })).code).toBe('SignUpClosed');
    expect((await area.browser().get('session')).json()).toMatchObject({ mail: false, signUp: 'invited' });
  } finally {
    await area.stop();
  }
});
