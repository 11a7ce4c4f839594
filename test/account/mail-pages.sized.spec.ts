import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../support/test-account-area.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { TestMailbox } from '../support/test-mailbox.ts';
import { itAtLength } from '../support/lane.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const NEW_PASSWORD = 'another four good words';

(executable === null ? describe.skip : describe)('what is done by mail, on the page', () => {
  let world: VisitedArea;
  let mailbox: TestMailbox;
  let browser: Browser;

  beforeAll(async () => {
    mailbox = await TestMailbox.start();
    world = await VisitedArea.start({ SIGN_UP: 'open', ...mailbox.settings });
    browser = await launchChromium(executable!);
  });

  // All tests come from one address, which may ask for ten mails.
  beforeEach(() => world.area.db.query('TRUNCATE identity.attempt_allowance'));

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
    await mailbox?.stop();
  });

  const expectQuiet = ({ complaints, strangers }: Visit): void => expect([complaints, strangers]).toEqual([[], []]);
  const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name }).first().waitFor();
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const expireLinks = (): Promise<unknown> =>
    world.area.db.query(
      `UPDATE identity.one_time_token SET expires_at = now() - interval '1 minute' WHERE used_at IS NULL`,
    );
  /** Every link of a mail opens in a tab of its own, as from a mail program. */
  const follow = async (page: Page, link: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(link);
  };

  it('replaces a forgotten password; expired, used and bad input get a sentence and lose nothing', async () => {
    const owner = await world.customer(browser, 'forgot@example.com');
    const visit = await world.visit(browser);
    const { page } = visit;
    await page.goto(`${world.origin}/account/reset`);
    await press(page, 'Send the link');
    await page.getByText('Enter your e-mail address.').waitFor();
    await page.getByLabel('E-mail address').fill('not an address');
    await press(page, 'Send the link');
    await page.locator('.field-error, .notice.bad').first().waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('not an address');
    // The same sentence for an address without an account; no mail goes there.
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    await press(page, 'Send the link');
    await page.getByText('If nobody@example.com has an account, a link is on its way').waitFor();
    await page.getByLabel('E-mail address').fill('forgot@example.com');
    await press(page, 'Send the link');
    await page.getByText('If forgot@example.com has an account, a link is on its way').waitFor();

    const { link: late } = await mailbox.take('forgot@example.com');
    await expireLinks();
    await follow(page, late);
    await heading(page, 'This link has expired');
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByLabel('E-mail address').fill('forgot@example.com');
    await press(page, 'Send the link');
    const { link } = await mailbox.take('forgot@example.com');
    await follow(page, link);
    await heading(page, 'Choose a new password');
    // The secret is no longer in the address, where history and screenshots would keep it.
    expect(page.url()).toBe(`${world.origin}/account/reset`);
    await page.getByLabel('New password', { exact: true }).fill('forgot@example.com');
    await press(page, 'Set the new password');
    await page.locator('.field-error').waitFor();
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('forgot@example.com');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Set the new password');
    await heading(page, 'Sign in');
    await page.getByLabel('E-mail address').fill('forgot@example.com');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Sign in');
    await heading(page, 'Overview');
    await follow(page, link);
    await heading(page, 'This link has been used');
    // Sessions of the old password have ended.
    await owner.page.goto(`${world.origin}/account/keys`);
    await heading(owner.page, 'Sign in');
    expect(mailbox.received.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
    expectQuiet(visit);
    await owner.context.close();
    await visit.context.close();
  });

  it('asks who has links alone for a proof before a form opens, and mails a link to set a password', async () => {
    const email = 'links-alone@example.com';
    await world.area.db.query(`INSERT INTO access.account (email, plan) VALUES ($1, 'reseller')`, [email]);
    const visit = await world.visit(browser);
    const { page } = visit;
    await page.goto(await world.signInLink(email));
    await press(page, 'Sign in');
    await press(page, 'Skip for now');
    await heading(page, 'Overview');
    await world.area.makeStale();
    await page.goto(`${world.origin}/account/security`);
    const fields = page.locator('dialog input');
    for (const wanted of ['Add a passkey', 'Set a password']) {
      await press(page, wanted);
      await heading(page, 'Confirm that it is you');
      expect(await fields.count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    await press(page, 'Set a password');
    await press(page, 'Mail me a link to set a password');
    await page.getByText(`A link is on its way to ${email}`).waitFor();
    await follow(page, (await mailbox.take(email)).link);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Set the new password');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Sign in');
    await heading(page, 'Overview');
    // Fresh now: the form opens at once.
    await page.goto(`${world.origin}/account/security`);
    await press(page, 'Add a passkey');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength('opens an account for whoever reads the mailbox; a dead link leads to a new one', async () => {
    const { context } = await world.customer(browser, 'has-one@example.com');
    await context.close();
    const visit = await world.visit(browser);
    const { page } = visit;
    await checkOnEveryScreen(visit, 'sign-up-open', async () => {
      await page.goto(`${world.origin}/account/sign-up`);
      await heading(page, 'Create an account');
    });
    const ask = async (email: string): Promise<void> => {
      await page.goto(`${world.origin}/account/sign-up`);
      await page.getByLabel('E-mail address').fill(email);
      await press(page, 'Send the link');
      await page.getByText(`Look in the mail of ${email}`).waitFor();
    };
    // An address with an account: the page says the same, the mail says how to sign in and has no link to open one.
    await ask('has-one@example.com');
    expect(await mailbox.take('has-one@example.com')).toMatchObject({
      token: '',
      text: expect.stringMatching('Sign in: '),
    });
    await ask('fresh@example.com');
    const { link: late } = await mailbox.take('fresh@example.com');
    await expireLinks();
    await follow(page, late);
    await heading(page, 'This link has expired');
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await heading(page, 'Create an account');
    await ask('fresh@example.com');
    const { link } = await mailbox.take('fresh@example.com');
    await follow(page, link);
    await heading(page, 'Create your account');
    await page.getByText('This address is proven.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('short');
    await press(page, 'Create account');
    await page.locator('.field-error').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(page, 'Create account');
    await page.getByText('Your account is ready').waitFor();
    await follow(page, link);
    await heading(page, 'This link has been used');
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength(
    'changes the address once the new mailbox has answered; of a taken one, late or twice it says so',
    async () => {
      const { context: other } = await world.customer(browser, 'taken@example.com');
      await other.close();
      const visit = await world.customer(browser, 'old@example.com');
      const { page } = visit;
      const ask = async (email: string): Promise<string> => {
        await page.goto(`${world.origin}/account/security`);
        await press(page, 'Change address');
        await page.getByLabel('New e-mail address').fill(email);
        await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
        await page.getByText(`A link went to ${email}`).waitFor();
        return (await mailbox.take(email)).link;
      };
      const taken = await ask('taken@example.com');
      expect((await mailbox.take('old@example.com')).text).toContain('taken@example.com');
      await follow(page, taken);
      await press(page, 'Confirm address');
      await page.getByText('The address of the account is what it was').waitFor();
      await page.getByText(/already has an account|belongs to another account/).waitFor();

      const late = await ask('new@example.com');
      await expireLinks();
      await follow(page, late);
      await heading(page, 'This link has expired');
      const link = await ask('new@example.com');
      await follow(page, link);
      await page.getByText('From then on you sign in as new@example.com').waitFor();
      await press(page, 'Confirm address');
      await page.getByText('From now on you sign in as new@example.com').waitFor();
      await follow(page, link);
      await heading(page, 'This link has been used');
      await page.goto(`${world.origin}/account/security`);
      await page.getByText('new@example.com').first().waitFor();
      expectQuiet(visit);
      await visit.context.close();
    },
  );

  itAtLength('takes a changed address back with a new password; a link that has ended since says so', async () => {
    const thief = await world.customer(browser, 'robbed@example.com');
    const change = async (email: string): Promise<string> => {
      await world.post(thief.context, 'address', { email });
      return (await mailbox.take(email)).link;
    };
    const tokenOf = (link: string): string => link.split('#token=')[1]!;
    await world.post(thief.context, 'address/confirm', { token: tokenOf(await change('robber@example.com')) });
    const { link } = await mailbox.take('robbed@example.com', 'take the account back');
    const pending = await change('hideout@example.com');
    const visit = await world.visit(browser);
    const { page } = visit;
    await checkOnEveryScreen(visit, 'restore-address', async () => {
      await follow(page, link);
      await heading(page, 'Take your account back');
    });
    expect(page.url()).toBe(`${world.origin}/account/restore-address`);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await press(page, 'Take it back');
    await page.locator('.field-error').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Take it back');
    await heading(page, 'The account is yours again');
    await checkOnEveryScreen(visit, 'restored-address');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill('robbed@example.com');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Sign in');
    await heading(page, 'Overview');
    await follow(page, link);
    await heading(page, 'This link has been used');
    await follow(page, pending);
    await heading(page, 'This link has ended');
    await thief.page.goto(`${world.origin}/account/keys`);
    await heading(thief.page, 'Sign in');
    expectQuiet(visit);
    await thief.context.close();
    await visit.context.close();
  });
});
