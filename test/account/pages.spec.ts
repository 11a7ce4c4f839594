import type { Browser } from 'playwright-core';
import { PASSWORD } from '../support/account-process.ts';
import { accessibilityFaults, findChromium, launchChromium, picture } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { makeKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const SCREENS = [
  ['desktop', 'light', DESKTOP],
  ['desktop', 'dark', DESKTOP],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
  ['smallest', 'light', { width: 320, height: 640 }],
] as const;

/** How much of the page has moved by itself since it was opened. Run in the page. */
const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  const add = (entry) => { if (!entry.hadRecentInput) sum += entry.value; };
  new PerformanceObserver((list) => list.getEntries().forEach(add))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300);
})`;

interface Focused {
  readonly text: string;
  readonly outline: string;
  readonly isSeen: boolean;
}

/** Where the focus is and how it shows. Run in the page. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const shown = element.matches('.choice input') ? element.nextSibling : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { top, bottom } = element.getBoundingClientRect();
  return {
    text: (element.labels?.[0] ?? element).textContent.trim() || element.name,
    outline: outlineStyle + ' ' + outlineWidth,
    isSeen: bottom > 0 && top >= 0 && bottom <= innerHeight,
  };
})()`;

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

  const fault = async (visit: Visit, name: string): Promise<unknown[]> => {
    const { page, complaints, strangers } = visit;
    await picture(page, name, !(await page.locator('dialog').count()));
    const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    return [name, isTooWide, await accessibilityFaults(page), [...complaints], [...strangers]];
  };
  const none = (name: string): unknown[] => [name, false, [], [], []];

  const open = async ({ page }: Visit, path: string, heading: string): Promise<void> => {
    // By way of an empty page: a change of the fragment alone would not load anew.
    await page.goto('about:blank');
    await page.goto(path.startsWith('http') ? path : `${world.origin}${path}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };

  it.each(SCREENS)(
    'are accessible, fit and move nothing before signing in: %s, %s',
    async (device, scheme, viewport) => {
      const visit = await world.visit(browser, { viewport, colorScheme: scheme });
      const { page } = visit;
      const pages: [string, string, string][] = [
        ['sign-in', '/account/sign-in', 'Sign in'],
        ['reset', '/account/reset', 'Forgot your password?'],
        ['sign-up', '/account/sign-up', 'Accounts are by invitation'],
        ['invitation', await world.invitation('new@example.com'), 'Create your account'],
        ['expired', await world.signInLink('ann@example.com', { isOld: true }), 'This link has expired'],
      ];
      for (const [name, path, heading] of pages) {
        await open(visit, path, heading);
        expect(await fault(visit, `${name}-${device}-${scheme}`)).toEqual(none(`${name}-${device}-${scheme}`));
        expect([name, await page.evaluate(LAYOUT_SHIFT)]).toEqual([name, 0]);
      }
      await visit.context.close();
    },
  );

  it.each(SCREENS)(
    'are accessible, fit and move nothing after signing in: %s, %s',
    async (device, scheme, viewport) => {
      const visit = await world.visit(browser, { viewport, colorScheme: scheme });
      const { page } = visit;
      await world.signIn(visit, 'ann@example.com');
      const pages: [string, string, string][] = [
        ['keys', '/account', '2 of 5 active keys'],
        ['usage', '/account/usage', 'The last 30 days'],
        ['security', '/account/security', 'Sessions'],
        ['activity', '/account/log', 'Activity'],
        ['missing', '/account/nothing', 'Nothing here'],
      ];
      for (const [name, path, heading] of pages) {
        await open(visit, path, heading);
        if (name === 'activity') await page.locator('.event').first().waitFor();
        expect(await fault(visit, `${name}-${device}-${scheme}`)).toEqual(none(`${name}-${device}-${scheme}`));
        expect([name, await page.evaluate(LAYOUT_SHIFT)]).toEqual([name, 0]);
      }
      await visit.context.close();
    },
  );

  it.each(SCREENS)('have dialogs that are accessible and fit: %s, %s', async (device, scheme, viewport) => {
    const visit = await world.visit(browser, { viewport, colorScheme: scheme });
    const { page } = visit;
    await world.signIn(visit, 'ann@example.com');
    const check = async (name: string, heading: string | RegExp): Promise<void> => {
      await page.getByRole('dialog').getByRole('heading', { name: heading }).waitFor();
      expect(await fault(visit, `${name}-${device}-${scheme}`)).toEqual(none(`${name}-${device}-${scheme}`));
      await page.keyboard.press('Escape');
      await eventually('the dialog is closed', async () => (await page.locator('dialog').count()) === 0);
    };
    await open(visit, '/account/keys', '2 of 5 active keys');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('radio', { name: 'On a date' }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.locator('.field-error').waitFor();
    await check('create', 'Create a key');
    await page.getByRole('button', { name: 'Rotate price sheet' }).click();
    await check('rotate', /^Rotate/);
    await page.getByRole('button', { name: 'Revoke price sheet' }).click();
    await check('revoke', /^Revoke/);
    await open(visit, '/account/security', 'Sessions');
    await page.getByRole('button', { name: 'Set up' }).click();
    await check('totp', 'Set up your authenticator app');
    await page.getByRole('button', { name: 'Change password' }).click();
    await check('password', 'Change password');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await check('passkey', 'Add a passkey');
    await world.area.makeStale();
    await page.getByRole('button', { name: 'Set up' }).click();
    await check('step-up', 'Confirm that it is you');
    await visit.context.close();
  });

  it('can be used with the keyboard alone, show where the focus is and bring it back', async () => {
    const visit = await world.visit(browser, { viewport: PHONE, reducedMotion: 'reduce' });
    const { page } = visit;
    const focused = (): Promise<Focused> => page.evaluate<Focused>(FOCUSED);
    const tabTo = async (text: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press('Tab');
        const now = await focused();
        expect([now.text, now.isSeen]).toEqual([now.text, true]);
        expect([now.text, now.outline]).toEqual([now.text, 'solid 3px']);
        if (now.text.startsWith(text)) return;
      }
      throw new Error(`Tab does not reach "${text}"`);
    };
    await open(visit, '/account/sign-in', 'Sign in');
    await tabTo('Skip to content');
    await tabTo('E-mail address');
    await page.keyboard.type('ann@example.com');
    await tabTo('Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 of 5 active keys' }).waitFor();
    // The heading of the page has the focus: a screen reader reads it, and Tab goes on from there.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
    await tabTo('Create a key');
    await page.keyboard.press('Enter');
    expect((await focused()).text).toBe('Name');
    await page.keyboard.type('by keyboard');
    await tabTo('Never');
    await page.keyboard.press('ArrowRight');
    await tabTo('Create key');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
    await tabTo('I have stored it');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 of 5 active keys' }).waitFor();
    expect((await focused()).text).toBe('Create a key');
    expect(await page.locator('.key').first().textContent()).toMatch(/by keyboard.*in 30 days/);
    await tabTo('Rotate by keyboard');
    await tabTo('Revoke by keyboard');
    await page.keyboard.press('Enter');
    await page.keyboard.type('by keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Key revoked' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: '2 of 5 active keys' }).waitFor();
    // What opened the dialog is gone with the key: the focus is at the heading, not lost.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keys');
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    await visit.context.close();
  });
});
