import type { Browser, Page, Route } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { untilFocusedOn } from '../support/focus.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const DIALOGS = /\/assets\/collection-dialogs-[\w-]+\.js$/;
const FRONT = /\/assets\/front-[\w-]+\.js$/;

/** Presses the button that has the focus, and tells which dialog is open before any other event. Run in the page. */
const PRESSED = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(document.querySelector('dialog[open] h2')?.textContent ?? 'nothing yet');
  document.activeElement.click();
  port2.postMessage('');
})`;

/** Where the parts of a page are, without the dialog above it. Run in the page. */
const PLACES = `JSON.stringify([...document.querySelectorAll('main > *, main button, main h1')]
  .filter((part) => part.closest('dialog') === null)
  .map((part) => part.getBoundingClientRect()))`;

(executable === null ? describe.skip : describe)('a dialog whose script is fetched when it is opened', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'owner@example.com');
    ({ page } = visit);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const opener = () => page.getByRole('button', { name: 'Add a holding' });
  const openHoldings = async (): Promise<void> => {
    await page.goto(`${world.origin}/account/holdings`);
    await page.getByText('No holdings match.').waitFor();
  };

  it('says so when the script cannot be fetched, gives the focus back, and loads it again when asked', async () => {
    const cutOff = (route: Route): Promise<void> => route.abort('internetdisconnected');
    await page.route(DIALOGS, cutOff);
    await openHoldings();
    await opener().focus();
    await page.keyboard.press('Enter');
    const failed = page.getByRole('dialog', { name: 'This did not load' });
    await failed.getByText('You may be offline, or Brickmarket was updated a moment ago.').waitFor();
    await picture(page, 'dialog-not-loaded');
    await page.keyboard.press('Escape');
    await failed.waitFor({ state: 'detached' });
    await untilFocusedOn(page, 'Add a holding');

    await opener().click();
    await failed.waitFor();
    await page.unroute(DIALOGS, cutOff);
    await failed.getByRole('button', { name: 'Load it again' }).click();
    await page.getByText('No holdings match.').waitFor();
    await opener().click();
    await page.getByRole('dialog', { name: 'Add a holding' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('is announced while its script takes long, moves nothing, and takes and returns the focus', async () => {
    let letGo!: () => void;
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const delay = async (route: Route): Promise<void> => {
      await isLetGo;
      await route.continue();
    };
    await page.route(DIALOGS, delay);
    await openHoldings();
    const before = await page.evaluate<string>(PLACES);
    await opener().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Loading' }).waitFor();
    expect(await page.evaluate<string>(PLACES)).toBe(before);
    letGo();
    const dialog = page.getByRole('dialog', { name: 'Add a holding' });
    await dialog.waitFor();
    await page.unroute(DIALOGS, delay);
    expect(await page.evaluate<string>(PLACES)).toBe(before);
    await page.keyboard.type('galaxy');
    expect(await dialog.getByRole('combobox', { name: 'Set' }).inputValue()).toBe('galaxy');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await untilFocusedOn(page, 'Add a holding');
  });

  it('opens at once after another of the same script, so that what is typed next reaches it', async () => {
    await openHoldings();
    await opener().click();
    await page.getByRole('dialog', { name: 'Add a holding' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Recent changes' }).focus();
    expect(await page.evaluate<string>(PRESSED)).toBe('Recent changes');
    await page.keyboard.press('Escape');
  });

  it('signing in says so too, and the link that led there is kept for the next try', async () => {
    const { page: other } = await world.visit(browser);
    const cutOff = (route: Route): Promise<void> => route.abort('internetdisconnected');
    await other.route(FRONT, cutOff);
    const link = await world.signInLink('owner@example.com');
    await other.goto(link);
    await other.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await other.unroute(FRONT, cutOff);
    await other.getByRole('button', { name: 'Load it again' }).click();
    await other.getByRole('button', { name: 'Sign in' }).first().click();
    await other.waitForURL('**/account/overview');
  });

  it('complains about nothing in the console', () => {
    expect(visit.complaints).toEqual([]);
  });
});
