import { PASSWORD, TestAccountArea } from '../support/test-account-area.ts';

describe('sessions of the account area', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start();
  });
  afterAll(() => area.stop());

  const signIn = async (email: string) => {
    const browser = area.browser('192.0.2.10');
    await browser.post('sign-in/password', { email, password: PASSWORD });
    return browser;
  };

  it('is worthless once it was signed out, also for whoever copied the cookie', async () => {
    const browser = await area.signedUp('out@example.com');
    const thief = area.browser();
    thief.sessionCookie = browser.sessionCookie!;
    expect((await thief.get('keys')).status).toBe(200);
    expect((await browser.post('sign-out')).status).toBe(204);
    expect(browser.sessionCookie).toBeUndefined();
    expect((await thief.get('keys')).code).toBe('NotSignedIn');
    expect((await thief.get('session')).json()).toMatchObject({ signedIn: false, account: null, session: null });
  });

  it('never takes over a secret that somebody else has planted', async () => {
    await area.signedUp('fixed@example.com');
    const planted = 'A'.repeat(43);
    const victim = area.browser();
    victim.sessionCookie = planted;
    await victim.post('sign-in/password', { email: 'fixed@example.com', password: PASSWORD });
    expect(victim.sessionCookie).not.toBe(planted);
    const attacker = area.browser();
    attacker.sessionCookie = planted;
    expect((await attacker.get('keys')).code).toBe('NotSignedIn');
  });

  it('ends the session that a browser had before it signs in again', async () => {
    const browser = await area.signedUp('again@example.com');
    const before = browser.sessionCookie!;
    await browser.post('sign-in/password', { email: 'again@example.com', password: PASSWORD });
    expect(browser.sessionCookie).not.toBe(before);
    const old = area.browser();
    old.sessionCookie = before;
    expect((await old.get('keys')).code).toBe('NotSignedIn');
  });

  it('gets a new secret with a step-up and a new password, and the old one is worthless', async () => {
    const browser = await area.signedUp('fresh@example.com');
    const replay = area.browser();
    for (const [path, body] of [
      ['step-up/password', { password: PASSWORD }],
      ['password', { password: 'another four good words' }],
    ] as const) {
      replay.sessionCookie = browser.sessionCookie!;
      expect((await browser.post(path, body)).status).toBe(200);
      expect(browser.sessionCookie).not.toBe(replay.sessionCookie);
      expect((await replay.get('keys')).code).toBe('NotSignedIn');
      expect((await browser.get('keys')).status).toBe(200);
    }
  });

  it('lists where an account is signed in; one or all others can be ended, and nobody else’s', async () => {
    const first = await area.signedUp('many@example.com');
    const second = await signIn('many@example.com');
    const third = await signIn('many@example.com');
    const stranger = await area.signedUp('stranger@example.com');
    const { sessions } = (await first.get('sessions')).json<{ sessions: { id: number; isCurrent: boolean }[] }>();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session) => session.isCurrent)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ device: 'Firefox on Linux' });
    const { session } = (await second.get('session')).json<{ session: { id: number } }>();
    expect((await stranger.delete(`sessions/${session.id}`)).code).toBe('NotFound');
    expect((await first.delete(`sessions/${session.id}`)).status).toBe(204);
    expect((await second.get('keys')).code).toBe('NotSignedIn');
    expect((await first.post('sessions/end-others')).json()).toEqual({ ended: 1 });
    expect((await third.get('keys')).code).toBe('NotSignedIn');
    expect((await first.get('keys')).status).toBe(200);
    expect((await stranger.get('keys')).status).toBe(200);
  });

  it('ends every other session when the password changes', async () => {
    const browser = await area.signedUp('change@example.com');
    const other = await signIn('change@example.com');
    await browser.post('password', { password: 'another four good words' });
    expect((await other.get('keys')).code).toBe('NotSignedIn');
    const old = await other.post('sign-in/password', { email: 'change@example.com', password: PASSWORD });
    expect(old.code).toBe('WrongCredentials');
  });

  it('has room for fifty: the one that was not used for longest ends, and the log says so', async () => {
    const first = await area.signedUp('crowd@example.com');
    const accountId = await area.accountId('crowd@example.com');
    await area.db.query(
      `INSERT INTO identity.session (account_id, token_hash, method, device, address, created_at, last_used_at,
         verified_at, expires_at)
       SELECT $1, sha256(n::text::bytea), 'password', 'Safari on iOS', '192.0.2.' || n, now(),
         now() - n * interval '1 hour', now(), now() + interval '1 day' FROM generate_series(1, 49) n`,
      [accountId],
    );
    const late = await signIn('crowd@example.com');
    const { sessions } = (await late.get('sessions')).json<{ sessions: { address: string }[] }>();
    expect(sessions).toHaveLength(50);
    expect(sessions.map(({ address }) => address)).not.toContain('192.0.2.49');
    expect((await first.get('keys')).status).toBe(200);
    expect((await first.get('audit?limit=2')).json()).toMatchObject({
      events: [{ kind: 'signed_in' }, { kind: 'session_ended', summary: expect.stringContaining('192.0.2.49') }],
    });
  });

  it.each([
    ['idle for a week', `last_used_at = now() - interval '7 days'`],
    ['a month old', `expires_at = now()`],
  ])('has ended when it is %s', async (_name, change) => {
    const browser = await area.signedUp(`${change.length}@example.com`);
    await area.db.query(`UPDATE identity.session SET ${change}`);
    expect((await browser.get('keys')).code).toBe('NotSignedIn');
  });

  it('tells its owner in the log what happened, from where, and page by page', async () => {
    const browser = await area.signedUp('log@example.com', '198.51.100.44');
    await browser.post('keys', { name: 'shop' });
    const first = (await browser.get('audit?limit=2')).json<{ events: object[]; nextBefore: number }>();
    expect(first.events).toMatchObject([
      { kind: 'key_created', summary: expect.stringContaining('"shop"'), address: '198.51.100.44' },
      { kind: 'signed_in', device: 'Firefox on Linux' },
    ]);
    const rest = (await browser.get(`audit?before=${first.nextBefore}`)).json<{
      events: object[];
      nextBefore: null;
    }>();
    expect(rest.events).toMatchObject([{ kind: 'password_set' }, { kind: 'account_created' }]);
    expect(rest.nextBefore).toBeNull();
    expect((await browser.get('audit?limit=0')).code).toBe('BadRequest');
    expect((await browser.get('audit?page=2')).code).toBe('BadRequest');
  });
});
