import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { DESKTOP } from '../support/page-checks.ts';
import { defaultBrickfolio, insertHolding, insertSale, insertValueStep } from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
/** A sheet of A4 that stands upright, within the margins that browsers leave. */
const SHEET = { width: 718, height: 1_047 };
/** What is there to be pressed, filled in or followed to other pages. The heads of columns sort, and stay as heads. */
const CONTROLS = 'nav a, .site *, .foot *, .button, button:not(.sort), input, select';

/** The elements of a selector that are seen. Run in the page. */
const seen = (selector: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility())
    .map((one) => one.textContent.trim() || one.outerHTML.slice(0, 80))`;

/** What is wider than the sheet or has parts that only scrolling shows: on paper they would be missing. */
const MISSING = `[...document.querySelectorAll('main, main *')].filter((one) => {
  const { overflowX, overflowY } = getComputedStyle(one);
  const isCut = (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) ||
    (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1);
  return one.checkVisibility() && !one.matches('.visually-hidden') &&
    (isCut || one.getBoundingClientRect().right > innerWidth + 0.5);
}).map((one) => one.outerHTML.slice(0, 80))`;

(executable === null ? describe.skip : describe)('the account area on paper', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'dan@example.com');
    ({ page } = visit);
    const { db } = world.area;
    const dan = await world.area.accountId('dan@example.com');
    const shelf = await defaultBrickfolio(db, dan);
    for (const number of ['10497-1', '75192-1']) {
      await insertSet(db, { set_number: number, title: `Set ${number} with a name that is rather long for a column` });
      await insertValueStep(db, number, 'sealed', '2025-01-01', 1_234_567);
    }
    for (let line = 1; line <= 40; line++) {
      const number = line % 2 === 0 ? '10497-1' : '75192-1';
      const day = `2026-05-${String(1 + (line % 28)).padStart(2, '0')}`;
      await insertHolding(db, shelf, number, {
        quantity: line,
        purchase_price_cents: 999_999,
        purchase_date: day,
        notes: 'in the cellar, behind the boxes',
      });
      await insertSale(db, dan, number, { sale_date: day, gross_cents: 10_000 + line, cost_basis_cents: 9_000 });
    }
    await insertSale(db, dan, '10497-1', { sale_date: '2025-06-01', gross_cents: 1_000, cost_basis_cents: 9_000 });
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  /** Opens a page on a screen, then lays it out for paper. */
  async function print(name: string, path: string, last: string): Promise<void> {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize(DESKTOP);
    await page.goto(`${world.origin}/account/${path}`);
    await page.locator(last).first().waitFor();
    expect(await page.evaluate<string[]>(seen(CONTROLS))).not.toEqual([]);
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print' });
    await picture(page, `print-${name}`);
    expect(await page.evaluate<string[]>(seen(CONTROLS))).toEqual([]);
    expect(await page.evaluate<string[]>(MISSING)).toEqual([]);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  }

  it('has holdings with all their columns, and nothing to be pressed', async () => {
    await print('holdings', 'holdings', '.holding-rows tbody tr');
    const heads = await page.evaluate<string[]>(seen('.holding-rows th'));
    expect(heads).toEqual(['Set ↑', 'Copies', 'Bought', 'Cost', 'Value', 'Gain', 'Gain in percent%']);
    expect(await page.evaluate<string[]>(seen('.holding-rows tbody tr'))).toHaveLength(40);
    expect(await page.evaluate<string[]>(seen('.holding-rows tbody tr:first-child td'))).toHaveLength(heads.length);
  });

  it('has every sale and the totals by month and platform, and nothing to be pressed', async () => {
    await print('sales', 'ledger', '.sales > li');
    expect(await page.evaluate<string[]>(seen('.sales > li'))).toHaveLength(41);
    expect(await page.evaluate<string[]>(seen('[aria-label="Totals by Month"] tbody tr'))).toHaveLength(2);
    expect(await page.evaluate<string[]>(seen('[aria-label="Totals by Platform"] tbody tr'))).toHaveLength(1);
  });

  it('has every line of a tax year and its sums, and nothing to be pressed', async () => {
    await print('tax', 'tax?year=2026', '.tax-table .sum');
    expect(await page.evaluate<string[]>(seen('[aria-label="Lines of the report"] tbody tr'))).toHaveLength(40);
    // 40 * 100.00 + (1 + ... + 40) cents, and as much less 40 * 90.00
    const [sum] = await page.evaluate<string[]>(seen('.tax-table .sum'));
    expect([sum!.includes('$4,008.20'), sum!.includes('+$408.20')]).toEqual([true, true]);
  });
});
