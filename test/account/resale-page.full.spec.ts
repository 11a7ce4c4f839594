import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { defaultBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { insertValue } from '../support/value-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

(executable === null ? describe.skip : describe)('the pages of what to sell and what to buy', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start({ RETAILER_A_NAME: 'Brick & Co' });
    const { db } = world.area;
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    const shelf = await defaultBrickfolio(db, await world.area.accountId('ann@example.com'));
    for (const [number, cents] of [
      ['10497-1', 25_000],
      ['75192-1', 84_999],
    ] as const) {
      const id = await insertSet(db, {
        set_number: number,
        title: `Set ${number} with a name that is rather long for a telephone`,
        ...{ box_width_mm: 480, box_height_mm: 378, box_depth_mm: 94, box_weight_g: 2150 },
      });
      await insertValueStep(db, number, 'sealed', '2026-01-01', cents);
      await insertValue(db, id, 'sealed', { value_cents: cents, low_cents: cents - 900, high_cents: cents + 900 });
      await db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2026-08-01', '2026-10-01')`, [id]);
      await db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2026-10-01', $2, $2, $2, 7, NULL)`, [
        id,
        cents,
      ]);
      const offer = { price_cents: cents - 8_000, in_stock: true, last_checked_at: new Date().toISOString() };
      await listAtRetailers(db, id, { retailer_a: { ...offer, lowest_fba_cents: cents + 3_000, at_lowest: true } });
      await insertHolding(db, shelf, number, {
        quantity: 2,
        purchase_price_cents: cents - 10_000,
        purchase_date: '2025-01-01',
      });
    }
    await insertHolding(db, shelf, '10497-1', { purchase_price_cents: null });
    await raiseDataVersion(db, 'catalog', 'market', 'retail');
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const open = async (path: string, last: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${world.origin}/account/${path}`);
    await page.locator(last).first().waitFor();
  };

  it.each<{ name: string; path: string; last: string; press?: string }>([
    { name: 'what-to-sell', path: 'what-to-sell', last: '.deals li' },
    { name: 'what-to-buy', path: 'what-to-buy', last: '.deals li' },
    { name: 'selling-fees', path: 'what-to-sell', last: '.deals li', press: 'Your fees' },
  ])('are accessible, fit and move nothing: $name', async ({ name, path, last, press }) => {
    await checkOnEveryScreen(visit, name, async () => {
      await open(path, last);
      if (press === undefined) return;
      await page.getByRole('button', { name: press }).click();
      await page.getByLabel('Commission, %').waitFor();
    });
  });

  it('show the sums of each platform, and follow the fees that are typed, by keyboard alone', async () => {
    await open('what-to-sell', '.deals li');
    const line = page.locator('.deals > li').filter({ hasText: '10497-1' });
    const ebay = line.locator('.sums li').filter({ hasText: 'eBay' });
    expect(await ebay.textContent()).toBe('eBay $250.00 − $34.40 fees = you’d keep $215.60');
    await page.getByRole('button', { name: 'Your fees' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fees as published, in force since 14 Feb 2025.').waitFor();
    await page.getByLabel('Commission, %').focus();
    await page.keyboard.type('120');
    await page.keyboard.press('Enter');
    await page.getByText('Fees of 120 % are more than the price itself').waitFor();
    await page.getByLabel('Commission, %').fill('10');
    await page.getByLabel('Shipping per copy, $').fill('12.50');
    await page.keyboard.press('Enter');
    await page.getByText('$250.00 − $25.40 fees − $12.50 shipping = you’d keep $212.10').waitFor();
    await page.getByRole('button', { name: 'Your fees' }).click();
    await page.getByRole('button', { name: 'Use the published fees' }).click();
    await page.getByText('$250.00 − $34.40 fees = you’d keep $215.60').waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('say on the page of a set what a copy would leave on each marketplace, as what to sell does', async () => {
    const sums = () => page.locator('.sums').first().getByRole('listitem').allTextContents();
    await open('what-to-sell', '.deals li');
    const line = page.locator('.deals > li').filter({ hasText: '10497-1' });
    const listed = await line.locator('.sums').getByRole('listitem').allTextContents();
    expect(listed).toContain('eBay $250.00 − $34.40 fees = you’d keep $215.60');
    await open('sets/10497-1', '.today');
    expect(await sums()).toEqual(listed);
    // There is no value of used copies.
    expect(await page.locator('.sums').count()).toBe(1);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('keep order and filters in the address: reload brings the same, Back what was shown before', async () => {
    const chip = (name: string, pressed: boolean) => page.getByRole('button', { name, exact: true, pressed });
    await open('what-to-sell', '.deals li');
    await chip('Margin', true).waitFor();
    await chip('Gain', false).click();
    await page.waitForURL('**/what-to-sell?order=gain');
    await page.reload();
    await chip('Gain', true).waitFor();
    await page.goBack();
    await page.waitForURL('**/what-to-sell');
    await chip('Margin', true).waitFor();

    await open('what-to-buy', '.deals li');
    await page.locator('.deals').getByText('at Brick & Co;').first().waitFor();
    await page.getByLabel('Gain of at least, $').fill('12.50');
    await page.getByLabel('Retailer').selectOption('Brick & Co');
    await page.getByLabel('Sets', { exact: true }).selectOption('Sets you don’t own');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/what-to-buy?leastGainCents=1250&retailer=retailer_a&notOwned=true');
    const filters = () =>
      Promise.all(
        ['Gain of at least, $', 'Retailer', 'Sets'].map((name) => page.getByLabel(name, { exact: true }).inputValue()),
      );
    await page.getByText('0 offers of 0 leave a gain.').waitFor();
    await page.reload();
    await page.getByText('0 offers of 0 leave a gain.').waitFor();
    expect(await filters()).toEqual(['12.50', 'retailer_a', 'true']);
    await page.goBack();
    await page.locator('.deals li').first().waitFor();
    expect(await filters()).toEqual(['', '', '']);
    // A link to it shows the same, without anything pressed.
    await open('what-to-buy?retailer=retailer_a', '.deals li');
    expect(await filters()).toEqual(['', 'retailer_a', '']);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('say net, fees and gain while a sale is typed, and refuse a negative price and a day to come', async () => {
    await open('holdings?q=10497-1', '.holding-rows');
    await page.getByRole('button', { name: /^Change 2 × 10497-1/ }).click();
    await page.getByRole('button', { name: 'Mark sold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Proceeds, $').fill('250');
    // The purchase that the dialog was opened for; the oldest copy is the one of unknown price and day.
    await dialog.getByText('You keep $215.60 after $34.40 of fees and shipping. Gain +$65.60.').waitFor();
    await dialog.getByLabel('Oldest first').check();
    await dialog.getByText('Gain unknown').waitFor();
    await dialog.getByLabel('Choose copies').check();
    await dialog.getByText('Gain +$65.60.').waitFor();
    await dialog.getByLabel('Shipping, $').fill('5.60');
    await dialog.getByText('You keep $210.00 after $40.00 of fees and shipping. Gain +$60.00.').waitFor();

    await dialog.getByLabel('Sold on').fill('2999-01-01');
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await dialog.getByText('2999-01-01 is after tomorrow: correct the date.').waitFor();
    await dialog.getByLabel('Proceeds, $').fill('-250');
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await dialog.getByText('Write an amount in dollars, like 49.99.').waitFor();
    expect((await world.area.db.query('SELECT FROM portfolio.sale')).rows).toHaveLength(0);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('sell the purchase that was chosen, at its cost, with the fees of the platform', async () => {
    await open('holdings?q=10497-1', '.holding-rows');
    await page.getByRole('button', { name: /^Change 2 × 10497-1/ }).click();
    await page.getByRole('button', { name: 'Mark sold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Proceeds, $').fill('250');
    await dialog.getByText('You keep $215.60').waitFor();
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await page.locator('main [role=status]').filter({ hasText: 'Sold 1 × 10497-1' }).first().waitFor();
    const { rows } = await world.area.db.query(
      `SELECT cost_basis_cents, gross_cents - platform_fees_cents - payment_fees_cents - shipping_cents AS kept
       FROM portfolio.sale`,
    );
    expect(rows).toEqual([{ cost_basis_cents: 15_000, kept: 21_560 }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('main [role=status]').filter({ hasText: 'Undone' }).first().waitFor();
  });

  it('say that other copies are the oldest by now, show these, and sell them when asked again', async () => {
    await open('holdings?q=75192-1', '.holding-rows');
    await page.getByRole('button', { name: /^Change 2 × 75192-1/ }).click();
    await page.getByRole('button', { name: 'Mark sold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Oldest first').check();
    for (const fee of ['Platform fees, $', 'Payment fees, $', 'Shipping, $']) await dialog.getByLabel(fee).fill('0');
    await dialog.getByLabel('Proceeds, $').fill('900');
    await dialog.getByText('1 bought for $749.99 on').waitFor();
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await dialog.getByRole('alert').getByText('No fees on eBay?').waitFor();
    expect((await world.area.db.query('SELECT FROM portfolio.sale')).rows).toHaveLength(0);
    const older = { setNumber: '75192-1', quantity: 1, purchasePriceCents: 50_000, purchaseDay: '2024-01-01' };
    await world.post(visit.context, 'holdings', older);
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await dialog.getByRole('alert').getByText('Your copies of 75192-1 (sealed) were changed').waitFor();
    await dialog.getByText('1 bought for $500.00 on').waitFor();
    await dialog.getByText('Gain +$400.00.').waitFor();
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await page.locator('main [role=status]').filter({ hasText: 'Sold 1 × 75192-1' }).first().waitFor();
    const { rows } = await world.area.db.query('SELECT cost_basis_cents FROM portfolio.sale');
    expect(rows).toEqual([{ cost_basis_cents: 50_000 }]);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('make an alert rule of a target price, and take it away again', async () => {
    await open('what-to-buy', '.deals li');
    await page.getByRole('combobox', { name: 'Set you would buy' }).fill('75192');
    await page.locator('.set-search').getByRole('option').first().click();
    await page.getByLabel('Target price, $').fill('-5');
    await page.getByRole('button', { name: 'Alert me' }).click();
    await page.getByText('Write an amount in dollars, like 49.99.').waitFor();
    await page.getByLabel('Target price, $').fill('800');
    await page.getByRole('button', { name: 'Alert me' }).click();
    await page.getByText('We’ll alert you when 75192-1 costs $800.00 or less. It costs $769.99 now').waitFor();
    await page.locator('.targets').getByText('$800.00').waitFor();
    const rules = await world.area.db.query('SELECT kind, below_cents, min_change_pct FROM events.rule');
    expect(rules.rows).toEqual([{ kind: 'price.dropped', below_cents: 80_000, min_change_pct: 0 }]);
    await page.getByRole('button', { name: 'Remove the target price of 75192-1' }).click();
    await page.locator('.targets').getByText('$800.00').waitFor({ state: 'detached' });
    expect((await world.area.db.query('SELECT FROM events.rule')).rows).toHaveLength(0);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });
});
