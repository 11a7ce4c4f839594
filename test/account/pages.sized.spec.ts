import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../support/test-account-area.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { tabTo, untilFocusedOn } from '../support/focus.ts';
import { checkOnEveryScreen, PHONE } from '../support/page-checks.ts';
import { firstOf } from '../support/lane.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { makeKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

(executable === null ? describe.skip : describe)('the pages of the account area', () => {
  let world: VisitedArea;
  let browser: Browser;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
    const visit = await world.customer(browser, 'ann@example.com');
    await visit.page.goto(`${world.origin}/account/keys`);
    for (const name of ['price sheet', 'shop server, nightly import']) {
      const key = await makeKey(visit.page, name);
      for (let request = 0; request < 4; request++) await world.call(key);
      await visit.page.getByRole('button', { name: 'I have stored it' }).click();
    }
    await visit.context.close();
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const open = async ({ page }: Visit, path: string, heading: string): Promise<void> => {
    // By way of an empty page: a change of the fragment alone would not load again.
    await page.goto('about:blank');
    await page.goto(path.startsWith('http') ? path : `${world.origin}${path}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };

  it.each(
    firstOf<{ name: string; path: string | (() => Promise<string>); heading: string }>(1, [
      { name: 'sign-in', path: '/account/sign-in', heading: 'Sign in' },
      { name: 'reset', path: '/account/reset', heading: 'Forgot your password?' },
      { name: 'sign-up', path: '/account/sign-up', heading: 'Accounts are by invitation' },
      { name: 'invitation', path: () => world.invitation('new@example.com'), heading: 'Create your account' },
      {
        name: 'expired',
        path: () => world.signInLink('ann@example.com', { isOld: true }),
        heading: 'This link has expired',
      },
    ]),
  )('are accessible, fit and move nothing before signing in: $name', async ({ name, path, heading }) => {
    const visit = await world.visit(browser);
    const address = typeof path === 'string' ? path : await path();
    await checkOnEveryScreen(visit, name, () => open(visit, address, heading));
    await visit.context.close();
  });

  describe('after signing in', () => {
    let visit: Visit;
    let page: Page;

    beforeAll(async () => {
      visit = await world.visit(browser);
      ({ page } = visit);
      await world.signIn(visit, 'ann@example.com');
    });
    afterAll(() => visit?.context.close());

    // A new page is one more line: its heading, or what else is there last, is waited for.
    it.each(
      firstOf<{ name: string; path: string; heading: string; last?: string }>(3, [
        { name: 'keys', path: '/account/keys', heading: '2 of 5 active keys' },
        { name: 'empty', path: '/account', heading: 'Three ways to begin' },
        { name: 'usage', path: '/account/usage', heading: 'The last 30 days' },
        { name: 'security', path: '/account/security', heading: 'Sessions' },
        { name: 'activity', path: '/account/log', heading: 'Activity', last: '.event' },
        { name: 'missing', path: '/account/nothing', heading: 'Nothing here' },
      ]),
    )('are accessible, fit and move nothing: $name', async ({ name, path, heading, last }) => {
      await checkOnEveryScreen(visit, name, async () => {
        await open(visit, path, heading);
        if (last !== undefined) await page.locator(last).first().waitFor();
      });
    });

    const press = (name: string): Promise<void> => page.getByRole('button', { name }).click();
    const onKeys = { path: '/account/keys', heading: '2 of 5 active keys' };
    const onSecurity = { path: '/account/security', heading: 'Sessions' };

    async function submitWithoutDate(): Promise<void> {
      await press('Create a key');
      await page.getByRole('radio', { name: 'On a date' }).check();
      await press('Create key');
      await page.locator('.field-error').waitFor();
    }

    async function setUpLater(): Promise<void> {
      await world.area.makeStale();
      await press('Set up');
    }

    // A new dialog is one more line: the page it is on, how it is opened, and its title.
    it.each(
      firstOf<{ name: string; path: string; heading: string; show: () => Promise<void>; title: string | RegExp }>(2, [
        { name: 'create', ...onKeys, show: submitWithoutDate, title: 'Create a key' },
        { name: 'rotate', ...onKeys, show: () => press('Rotate price sheet'), title: /^Rotate/ },
        { name: 'revoke', ...onKeys, show: () => press('Revoke price sheet'), title: /^Revoke/ },
        { name: 'totp', ...onSecurity, show: () => press('Set up'), title: 'Set up your authenticator app' },
        { name: 'password', ...onSecurity, show: () => press('Change password'), title: 'Change password' },
        { name: 'passkey', ...onSecurity, show: () => press('Add a passkey'), title: 'Add a passkey' },
        { name: 'step-up', ...onSecurity, show: setUpLater, title: 'Confirm that it is you' },
      ]),
    )('have a dialog that is accessible and fits: $name', async ({ name, path, heading, show, title }) => {
      if (page.url() !== `${world.origin}${path}`) await open(visit, path, heading);
      await show();
      await page.getByRole('dialog').getByRole('heading', { name: title }).waitFor();
      await checkOnEveryScreen(visit, name);
      await page.keyboard.press('Escape');
      await eventually('the dialog is closed', async () => (await page.locator('dialog').count()) === 0);
    });
  });

  it('can be used with the keyboard alone, show where the focus is and bring it back', async () => {
    const visit = await world.visit(browser, { viewport: PHONE, reducedMotion: 'reduce' });
    const { page } = visit;
    await open(visit, '/account/sign-in', 'Sign in');
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'E-mail address');
    await page.keyboard.type('ann@example.com');
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    // The heading of the page has the focus: a screen reader reads it, and Tab continues from there.
    await page.getByRole('heading', { name: 'Three ways to begin' }).waitFor();
    await untilFocusedOn(page, 'Overview');
    await tabTo(page, 'Create an API key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 of 5 active keys' }).waitFor();
    await untilFocusedOn(page, 'Keys');
    await tabTo(page, 'Create a key');
    await page.keyboard.press('Enter');
    await untilFocusedOn(page, 'Name');
    await page.keyboard.type('by keyboard');
    await tabTo(page, 'Never');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    await tabTo(page, 'I have stored it');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 of 5 active keys' }).waitFor();
    await untilFocusedOn(page, 'Create a key');
    expect(await page.locator('.key').first().textContent()).toMatch(/by keyboard.*in 30 days/);
    await tabTo(page, 'Rotate by keyboard');
    await tabTo(page, 'Revoke by keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Key revoked' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: '2 of 5 active keys' }).waitFor();
    // What opened the dialog is gone with the key: the focus is at the heading, not lost.
    await untilFocusedOn(page, 'Keys');
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    await visit.context.close();
  });

  it('are reached by a bar at the bottom of a phone, wherever one has scrolled to', async () => {
    const visit = await world.visit(browser, { viewport: PHONE });
    const { page } = visit;
    await world.signIn(visit, 'ann@example.com');
    await open(visit, '/account/security', 'Sessions');
    for (const end of [0, 100_000]) {
      await page.evaluate(`scrollTo(0, ${end})`);
      const bar = (await page.getByRole('navigation', { name: 'Account', exact: true }).boundingBox())!;
      expect(Math.round(bar.y + bar.height)).toBe(PHONE.height);
      expect([bar.x, bar.width]).toEqual([0, PHONE.width]);
      expect(bar.height).toBeLessThan(PHONE.height / 8);
    }
    await visit.context.close();
  });

  it('are in four places, begin with the overview, and are searched from everywhere by "/"', async () => {
    const set = await insertSet(world.area.db, { set_number: '10497-1', title: 'Galaxy Explorer' });
    await listAtRetailers(world.area.db, set, { upc: '673419357388', retailer_a: { price_cents: 9_999 } });
    await raiseDataVersion(world.area.db, 'catalog');
    const visit = await world.visit(browser);
    const { page } = visit;
    await world.signIn(visit, 'ann@example.com');
    await open(visit, '/account', 'Overview');
    const links = (name: string): Promise<string[]> =>
      page.getByRole('navigation', { name, exact: true }).getByRole('link').allInnerTexts();
    expect(await links('Account')).toEqual(['Portfolio', 'Market', 'Alerts', 'API']);
    const pages: Record<string, string[]> = {};
    for (const place of await links('Account')) {
      await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: place }).click();
      pages[place] = await links(place);
      for (const name of pages[place]) {
        // The reference is a page of the API.
        if (name === 'Reference') continue;
        const link = page
          .getByRole('navigation', { name: place, exact: true })
          .getByRole('link', { name, exact: true });
        await link.click();
        await link.and(page.locator('[aria-current=page]')).waitFor();
        await page.locator('main:not(:has(.skeleton)) h1').waitFor();
        await page.keyboard.press('/');
        await untilFocusedOn(page, 'Number, name or barcode');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
    expect(pages).toEqual({
      Portfolio: ['Overview', 'Holdings', 'What to sell', 'Sales', 'Brickfolios', 'Import and export', 'Tax'],
      Market: ['Sets', 'What to buy', 'Retail', 'Movers', 'Retiring'],
      Alerts: ['Inbox', 'Rules', 'Webhooks'],
      API: ['Keys', 'Usage', 'Reference'],
    });
    await page.getByRole('button', { name: 'Account of' }).click();
    expect(await page.locator('#account-menu').getByRole('link').allInnerTexts()).toEqual(['Security', 'Activity']);
    await page.keyboard.press('Escape');
    for (const typed of ['galaxy', '10497', '673419357388']) {
      await open(visit, '/account/usage', 'Usage');
      await page.keyboard.press('/');
      await untilFocusedOn(page, 'Number, name or barcode');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: 'Galaxy Explorer' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Galaxy Explorer', level: 1 }).waitFor();
    }
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
    await visit.context.close();
  });
});
