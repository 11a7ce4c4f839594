import type { Browser, Page } from 'playwright-core';
import { codeOf } from '../support/authenticator-app.ts';
import { PASSWORD } from '../support/test-account-area.ts';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { itAtLength } from '../support/lane.ts';
import { shownKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

(executable === null ? describe.skip : describe)('signing in and out on the page', () => {
  let world: VisitedArea;
  let browser: Browser;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const expectQuiet = ({ complaints, strangers }: Visit): void => expect([complaints, strangers]).toEqual([[], []]);
  const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).first().waitFor();

  async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function withAuthenticator({ page, context }: Visit): Promise<void> {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Account of' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in');
  }

  it('says that address or password is wrong, keeps both, and goes on to the page that was wanted', async () => {
    const { context } = await world.customer(browser, 'wrong@example.com');
    await context.close();
    const visit = await world.visit(browser);
    const { page } = visit;
    await page.goto(`${world.origin}/account/security`);
    await enterPassword(page, 'wrong@example.com', 'not the password');
    await page.getByRole('alert').filter({ hasText: 'Wrong e-mail or password.' }).waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('wrong@example.com');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not the password');
    await enterPassword(page, 'wrong@example.com');
    await heading(page, 'Passkeys');
    expect(page.url()).toBe(`${world.origin}/account/security`);
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength(
    'says whom to ask for a lost password where no mail is sent, and that accounts are by invitation',
    async () => {
      const visit = await world.visit(browser);
      const { page } = visit;
      await page.goto(`${world.origin}/account/sign-in`);
      await page.getByText('This installation sends no mail: ask operator@example.com').waitFor();
      await page.goto(`${world.origin}/account/reset`);
      await page.getByText('Ask operator@example.com for a one-time sign-in link').waitFor();
      await page.goto(`${world.origin}/account/sign-up`);
      await heading(page, 'Accounts are by invitation');
      expectQuiet(visit);
      await visit.context.close();
    },
  );

  it('signs in by a one-time link once; used, expired and unknown links each get their own sentence', async () => {
    const { context } = await world.customer(browser, 'link@example.com');
    await context.close();
    const visit = await world.visit(browser);
    const { page } = visit;
    const link = await world.signInLink('link@example.com');
    await page.goto(link);
    await page.getByText('This link signs you in as link@example.com').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Overview');
    await signOut(page);
    await page.goto(link);
    await heading(page, 'This link has been used');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await page.getByLabel('E-mail address').waitFor();
    await page.goto(await world.signInLink('link@example.com', { isOld: true }));
    await heading(page, 'This link has expired');
    await page.goto(`${world.origin}/account/sign-in#token=${'x'.repeat(43)}`);
    await heading(page, 'This link does not work');
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength('refuses an invitation of an address that has an account by now, and leads to sign-in', async () => {
    const email = 'twice@example.com';
    await world.area.db.query(`INSERT INTO access.account (email, plan) VALUES ($1, 'reseller')`, [email]);
    const invitation = await world.invitation(email);
    const visit = await world.visit(browser);
    const { page, context } = visit;
    await page.goto(await world.signInLink(email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    // A link works once: a user with nothing else is asked at once how to come back.
    await heading(page, 'How will you sign in next time?');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set a password' }).click();
    await heading(page, 'Overview');
    await page.goto(invitation);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('twice@example.com already has an account').waitFor();
    expect(await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      '/account/sign-in',
    );
    expectQuiet(visit);
    await context.close();
  });

  it('adds a passkey and signs in with it alone', async () => {
    const visit = await world.customer(browser, 'passkey@example.com');
    const { page, context } = visit;
    await withAuthenticator(visit);
    await page.goto(`${world.origin}/account/security`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The passkey “laptop” works from now on.').waitFor();
    await page.getByRole('button', { name: 'Account of' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    // The browser may offer the passkey automatically as soon as the address field is there.
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button
      .or(page.getByRole('heading', { name: 'Passkeys' }))
      .first()
      .waitFor();
    // Then the button is gone, perhaps while it is pressed.
    await Promise.race([button.click().catch(() => undefined), heading(page, 'Passkeys')]);
    await heading(page, 'Passkeys');
    await page.getByText('by passkey').waitFor();
    expectQuiet(visit);
    await context.close();
  });

  it('adds a passkey at the offer after the first sign-in by a link', async () => {
    const email = 'offered@example.com';
    await world.area.db.query(`INSERT INTO access.account (email, plan) VALUES ($1, 'reseller')`, [email]);
    const visit = await world.visit(browser);
    const { page } = visit;
    await withAuthenticator(visit);
    await page.goto(await world.signInLink(email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'How will you sign in next time?');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await heading(page, 'Overview');
    await page.goto(`${world.origin}/account/security`);
    await heading(page, 'My first passkey');
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength('turns an authenticator app on, explains a wrong clock, and from then on asks for a code', async () => {
    const visit = await world.customer(browser, 'totp@example.com');
    const { page, context } = visit;
    await page.goto(`${world.origin}/account/security`);
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.getByRole('group', { name: 'Secret' }).textContent())!;
    const picked = page.getByRole('img', { name: 'QR code' });
    await eventually('the picture is there', () =>
      picked.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
    );
    await page.getByLabel('Code').fill(codeOf(secret, Date.now() - 5 * 60_000));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.locator('.field-error').filter({ hasText: 'clock' }).waitFor();
    await picture(page, 'totp-clock', false);
    await page.getByLabel('Code').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await heading(page, 'Store your recovery codes');
    const recovery = (await page.getByRole('group', { name: 'Recovery codes' }).textContent())!.trim().split('\n');
    expect(recovery).toHaveLength(10);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await signOut(page);
    await enterPassword(page, 'totp@example.com');
    await heading(page, 'One more step');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.field-error').waitFor();
    await page.getByLabel('Code').fill(recovery[0]!);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('9 recovery codes left').waitFor();
    expectQuiet(visit);
    await context.close();
  });

  it('asks who it is before a key is made when the sign-in is old, and loses nothing that was typed', async () => {
    const visit = await world.customer(browser, 'stale@example.com');
    const { page, context } = visit;
    await page.goto(`${world.origin}/account/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('typed before');
    await world.area.makeStale();
    await page.getByRole('button', { name: 'Create key' }).click();
    await heading(page, 'Confirm that it is you');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill('not the password');
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await proof.locator('.field-error').waitFor();
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
    await shownKey(page);
    await page.getByText('You won’t see this key again: Brickmarket keeps only a hash of “typed before”.').waitFor();
    expectQuiet(visit);
    await context.close();
  });

  itAtLength('hides a tab when another signs out, wipes a shown key, and goes on after signing in again', async () => {
    const visit = await world.customer(browser, 'tabs@example.com');
    const { page, context } = visit;
    await page.goto(`${world.origin}/account/keys`);
    const { page: other } = await world.tab(visit);
    await other.goto(`${world.origin}/account/keys`);
    await other.getByRole('button', { name: 'Create a key' }).click();
    await other.getByLabel('Name').fill('half typed');
    await heading(page, 'Keys');
    await signOut(page);
    await heading(other, 'You were signed out');
    expect(await other.getByLabel('Name').isVisible()).toBe(false);
    expect(await other.getByRole('heading', { name: 'Keys', level: 1 }).isVisible()).toBe(false);
    await picture(other, 'signed-out-elsewhere', false);
    await enterPassword(other, 'tabs@example.com');
    await other.getByLabel('Name').waitFor();
    expect(await other.getByLabel('Name').inputValue()).toBe('half typed');
    await other.getByRole('button', { name: 'Create key' }).click();
    const key = await shownKey(other);
    // The first tab has noticed the sign-in automatically.
    await heading(page, 'Keys');
    await signOut(page);
    await heading(other, 'You were signed out');
    expect(await other.content()).not.toContain(key);
    expectQuiet(visit);
    await context.close();
  });

  it('shows nothing of the account by Back after signing out', async () => {
    const visit = await world.customer(browser, 'back@example.com');
    const { page, context } = visit;
    await page.goto(`${world.origin}/account/keys`);
    await page.getByRole('link', { name: 'Security' }).click();
    await heading(page, 'Sessions');
    await signOut(page);
    await page.goBack();
    await heading(page, 'Sign in');
    await page.getByText('You are signed out').waitFor();
    expect(await page.content()).not.toContain('back@example.com');
    await page.goForward();
    await heading(page, 'Sign in');
    expect(await page.content()).not.toContain('back@example.com');
    expectQuiet(visit);
    await context.close();
  });

  itAtLength('says that it is offline, keeps what was typed, and sends it when the network is back', async () => {
    const visit = await world.customer(browser, 'offline@example.com');
    const { page, context } = visit;
    await page.goto(`${world.origin}/account/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').fill('on a train');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Nothing you typed is lost').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('on a train');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Create key' }).click();
    await shownKey(page);
    expectQuiet(visit);
    await context.close();
  });

  itAtLength('lists sessions, ends one, and that one is signed out; the log tells of it', async () => {
    const visit = await world.customer(browser, 'sessions@example.com');
    const { page, context } = visit;
    const elsewhere = await world.visit(browser);
    await world.signIn(elsewhere, 'sessions@example.com');
    await elsewhere.page.goto(`${world.origin}/account/keys`);
    await heading(elsewhere.page, 'Keys');
    await page.goto(`${world.origin}/account/security`);
    await page.getByRole('button', { name: /^End Chrom/ }).click();
    await page.getByRole('button', { name: 'End session' }).click();
    await page.getByText(/The session on .* has ended/).waitFor();
    await page.getByRole('button', { name: /^End Chrom/ }).waitFor({ state: 'detached' });
    expect(await page.getByText('this one').count()).toBe(1);
    await elsewhere.page.getByRole('link', { name: 'Usage' }).click();
    await heading(elsewhere.page, 'You were signed out');
    await page.getByRole('button', { name: 'Account of' }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    await eventually('the log shows it', async () => (await page.locator('.event').count()) >= 3);
    expectQuiet(visit);
    await elsewhere.context.close();
    await context.close();
  });
});
