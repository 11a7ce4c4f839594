import { IdentityError } from '@brickmarket/identity';
import { type AccountArea, signInWithPassword } from '@brickmarket/operations/identity';
import { AttemptLimits, AuditLog, Credentials, KnownDevices } from '@brickmarket/persistence-ports';
import { Stores } from '@brickmarket/persistence-postgres';
import { Argon2Hasher } from '../../apps/account/src/area/argon2-hasher.ts';
import { PASSWORD, TestAccountArea } from '../support/test-account-area.ts';
import { eventually } from '../support/eventually.ts';

/** The clock of the account area stands still: as it continues, attempts are allowed again. */
const NOW = new Date();

/** The hasher of the account area, which also counts, and can be as full as under a flood. */
class CountingHasher extends Argon2Hasher {
  count = 0;
  isFull = false;

  override verify(passwordHash: string | null, password: string): Promise<boolean> {
    this.count++;
    if (this.isFull) throw new IdentityError('Overloaded', 'Too many people are signing in at this moment.');
    return super.verify(passwordHash, password);
  }
}

describe('signing in to the account area', () => {
  let area: TestAccountArea;
  beforeAll(async () => {
    area = await TestAccountArea.start({}, { now: () => NOW });
  });
  afterAll(() => area.stop());

  it('opens an account by invitation, once, and signs in with its password', async () => {
    const browser = area.browser();
    const token = await area.invitation('new@example.com');
    const inspected = await browser.post('links/inspect', { token });
    expect(inspected.json()).toMatchObject({ purpose: 'invitation', email: 'new@example.com', plan: 'reseller' });
    const weak = await browser.post('invitations/accept', { token, password: 'short' });
    expect([weak.status, weak.code, weak.json<{ error: { field: string } }>().error.field]).toEqual([
      400,
      'WeakPassword',
      'password',
    ]);
    const accepted = await browser.post('invitations/accept', { token, password: PASSWORD });
    expect(accepted.json()).toMatchObject({ status: 'signed_in', state: { account: { email: 'new@example.com' } } });
    expect((await browser.get('session')).json()).toMatchObject({ signedIn: true, stepUpMethods: ['password'] });
    const again = await area.browser().post('invitations/accept', { token, password: PASSWORD });
    expect([again.status, again.code]).toEqual([410, 'LinkUsed']);
    const other = area.browser();
    const signedIn = await other.post('sign-in/password', { email: ' New@Example.com', password: PASSWORD });
    expect(signedIn.json()).toMatchObject({ status: 'signed_in' });
    expect((await other.get('session')).json()).toMatchObject({ account: { email: 'new@example.com' } });
  });

  it('keeps the session in a cookie that scripts, other hosts and other sites cannot have', async () => {
    const browser = area.browser();
    await area.signedUp('cookie@example.com');
    const answer = await browser.post('sign-in/password', { email: 'cookie@example.com', password: PASSWORD });
    const [session] = [answer.headers['set-cookie']!].flat();
    expect(session).toMatch(/^__Host-brickmarket-session=[A-Za-z0-9_-]{43}; /);
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      expect(session!.split('; ')).toContain(attribute);
    expect(session).not.toMatch(/domain/i);
    const { rows } = await area.db.query<{ stored: string }>('SELECT s::text AS stored FROM identity.session s');
    expect(rows.map(({ stored }) => stored).join()).not.toContain(browser.sessionCookie);
  });

  it('says the same of an unknown address as of a wrong password', async () => {
    await area.signedUp('known@example.com');
    const wrong = await area.browser('198.51.100.1').post('sign-in/password', {
      email: 'known@example.com',
      password: 'another set of words',
    });
    const unknown = await area.browser('198.51.100.1').post('sign-in/password', {
      email: 'unknown@example.com',
      password: 'another set of words',
    });
    expect(wrong.status).toBe(403);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  const useCasesWith = (passwords: CountingHasher): AccountArea => {
    const ports = { credentials: Credentials, attempts: AttemptLimits, devices: KnownDevices, audit: AuditLog };
    return {
      ...area.context,
      stores: new Stores(area.owner).pick(ports),
      passwords,
      inBackground: (work: () => Promise<unknown>) => void work(),
    } as unknown as AccountArea;
  };
  const visitor = { address: '198.51.100.8', network: '198.51.100.8', device: 'a test', deviceToken: null };

  it('hashes the password of an unknown address as of a known one, so that the time tells nothing', async () => {
    await area.signedUp('timed@example.com');
    const hasher = new CountingHasher();
    const useCases = useCasesWith(hasher);
    for (const [email, hashes] of [
      ['timed@example.com', 1],
      ['nobody@example.com', 2],
    ] as const) {
      const attempt = signInWithPassword(useCases, { email, password: 'not the password' }, visitor);
      await expect(attempt).rejects.toMatchObject({ code: 'WrongCredentials' });
      expect(hasher.count).toBe(hashes);
    }
  });

  it('counts no attempt that is refused for want of capacity', async () => {
    await area.signedUp('crowded@example.com');
    const hasher = new CountingHasher();
    const useCases = useCasesWith(hasher);
    const attempt = (): Promise<unknown> =>
      signInWithPassword(useCases, { email: 'crowded@example.com', password: 'not the password' }, visitor);
    hasher.isFull = true;
    for (let count = 0; count < 15; count++) await expect(attempt()).rejects.toMatchObject({ code: 'Overloaded' });
    hasher.isFull = false;
    for (let count = 0; count < 10; count++)
      await expect(attempt()).rejects.toMatchObject({ code: 'WrongCredentials' });
    await expect(attempt()).rejects.toMatchObject({ code: 'TooManyAttempts' });
  });

  it('tries at most ten of 500 concurrent attempts from many addresses, and lets the owner in', async () => {
    const owner = await area.signedUp('target@example.com', '192.0.2.77');
    const attempts = Array.from({ length: 500 }, (_, index) =>
      area
        .browser(`198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`)
        .post('sign-in/password', { email: 'target@example.com', password: `guess number ${index}` }),
    );
    const answers = await Promise.all(attempts);
    const tried = answers.filter(({ code }) => code === 'WrongCredentials');
    const refused = answers.filter(({ code }) => code === 'TooManyAttempts');
    expect(tried.length).toBeLessThanOrEqual(10);
    expect(tried.length + refused.length).toBe(500);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    // A stranger with the right password is refused too, or guessing would continue unnoticed.
    const stranger = await area
      .browser('198.51.100.2')
      .post('sign-in/password', { email: 'target@example.com', password: PASSWORD });
    expect(stranger.code).toBe('TooManyAttempts');
    // The browser that has signed in before has attempts of its own.
    await owner.post('sign-out');
    const back = await owner.post('sign-in/password', { email: 'target@example.com', password: PASSWORD });
    expect(back.json()).toMatchObject({ status: 'signed_in' });
    // And nobody is locked out permanently: a quarter of an hour later anybody may try again.
    await area.db.query(`UPDATE identity.attempt_allowance SET spent_until = spent_until - interval '16 minutes'`);
    const later = await area
      .browser('198.51.100.3')
      .post('sign-in/password', { email: 'target@example.com', password: PASSWORD });
    expect(later.json()).toMatchObject({ status: 'signed_in' });
    const failed = `
      SELECT count(*)::integer AS n FROM identity.audit_event WHERE kind = 'sign_in_failed' AND account_id = $1`;
    const id = await area.accountId('target@example.com');
    await eventually(
      'each failed attempt is in the log',
      async () => (await area.db.query<{ n: number }>(failed, [id])).rows[0]!.n === tried.length,
    );
  });

  it('counts the attempts of a whole IPv6 /64 together, and of one IPv4 address', async () => {
    const tryAt = (address: string, index: number) =>
      area.browser(address).post('sign-in/password', { email: `a${index}@example.com`, password: 'wrong words here' });
    for (let index = 0; index < 30; index++)
      expect((await tryAt(`2001:db8:1:2::${index.toString(16)}`, index)).code).toBe('WrongCredentials');
    expect((await tryAt('2001:db8:1:2:ffff::1', 30)).code).toBe('TooManyAttempts');
    expect((await tryAt('2001:db8:1:3::1', 31)).code).toBe('WrongCredentials');
  });

  it('signs in by a link of the operator once; a used, replaced, expired or unknown one says so', async () => {
    await area.signedUp('linked@example.com');
    const replaced = await area.signInToken('linked@example.com');
    const token = await area.signInToken('linked@example.com');
    const browser = area.browser();
    expect((await browser.post('sign-in/link', { token: replaced })).code).toBe('LinkUsed');
    expect((await browser.post('sign-in/link', { token })).json()).toMatchObject({ status: 'signed_in' });
    expect((await area.browser().post('sign-in/link', { token })).code).toBe('LinkUsed');
    const expired = await area.signInToken('linked@example.com');
    await area.db.query('UPDATE identity.one_time_token SET expires_at = $1 WHERE used_at IS NULL', [NOW]);
    expect((await area.browser().post('sign-in/link', { token: expired })).code).toBe('LinkExpired');
    expect((await area.browser().post('sign-in/link', { token: 'x'.repeat(43) })).code).toBe('LinkUnknown');
  });

  it.each([
    ['sign-in/password', { email: 'ann@example.com' }, 'password'],
    ['sign-in/password', { email: 'no address', password: 'x' }, undefined],
    ['sign-in/password', { email: 'a@example.com', password: 'x', admin: true }, 'admin'],
    ['sign-in/password', { email: 'a\0@example.com', password: 'x' }, 'email'],
    ['sign-in/password', { email: { $gt: '' }, password: 'x' }, 'email'],
    ['sign-in/link', undefined, 'token'],
  ])('answers bad input to %s with a sentence: %j', async (path, body, field) => {
    const answer = await area.browser('198.51.100.9').post(path, body);
    expect([answer.status, answer.code]).toEqual([400, 'BadRequest']);
    const { error } = answer.json<{ error: { message: string; field?: string } }>();
    expect(error.field).toBe(field);
    expect(error.message).toMatch(/^["A-Z].*\.$/);
  });
});
