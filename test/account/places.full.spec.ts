import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { defaultBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const WIDTHS = [1280, 1024, 768, 390, 320];
const PAGES = [
  ...['overview', 'holdings', 'ledger', 'brickfolios', 'import', 'tax', 'what-to-sell'],
  ...['sets', 'sets/10497-1', 'retail', 'movers', 'retiring', 'what-to-buy'],
  ...['alerts', 'alerts/rules', 'alerts/endpoints', 'keys', 'usage', 'security', 'log'],
];

/** What of the ways to other pages is cut off by the window or by what it stands in. Run in the page. */
const CLIPPED = `[...document.querySelectorAll('.site a, .site button, .tabs a')].flatMap((link) => {
  const { left, right, top, bottom, width } = link.getBoundingClientRect();
  if (width === 0) return [];
  const isOutside = left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
  const isFuller = link.scrollWidth > link.clientWidth + 1;
  return isOutside || isFuller ? [link.textContent] : [];
})`;

(executable === null ? describe.skip : describe)('the places of the account area', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start();
    const { db } = world.area;
    await insertSet(db, { set_number: '10497-1', title: 'Galaxy Explorer', theme: 'Icons' });
    await insertValueStep(db, '10497-1', 'sealed', '2026-01-01', 12_400);
    await raiseDataVersion(db, 'catalog', 'market');
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'a.rather.long.address@bricks-and-figures.example.com');
    ({ page } = visit);
    const folio = await defaultBrickfolio(
      db,
      await world.area.accountId('a.rather.long.address@bricks-and-figures.example.com'),
    );
    await insertHolding(db, folio, '10497-1', { quantity: 2, purchase_price_cents: 9_999 });
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  it.each(WIDTHS)('are all in view and cut nothing off at %i px, on every page', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    for (const path of PAGES) {
      await page.goto(`${world.origin}/account/${path}`);
      await page.locator('h1').waitFor();
      // Some pages wait for two answers.
      await page.locator('main:not(:has(.skeleton))').waitFor();
      const clipped = await page.evaluate<string[]>(CLIPPED);
      const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      if (clipped.length > 0 || isWider) faults.push(`${path}: ${clipped.join(', ')} ${isWider ? 'too wide' : ''}`);
      await picture(page, `${path.replace('/', '-')}-${width}`);
    }
    expect(faults).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('show the API calls behind their figures by one switch, which is remembered', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const calls = page.locator('.figure .curl');
    const turn = async (isOn: boolean): Promise<void> => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByLabel('Show API calls').setChecked(isOn);
      await page.keyboard.press('Escape');
    };
    await page.goto(`${world.origin}/account/overview`);
    await page.locator('.figure').first().waitFor();
    expect(await calls.count()).toBe(0);
    await turn(true);
    await page.getByText('"Authorization: Bearer $KEY"').first().waitFor();
    for (const path of ['overview', 'ledger']) {
      await page.goto(`${world.origin}/account/${path}`);
      await calls.first().waitFor();
    }
    await turn(false);
    await calls.first().waitFor({ state: 'detached' });
  });
});
