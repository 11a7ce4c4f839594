import type { Browser, Page } from 'playwright-core';
import { insertKey } from '../support/account-builders.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { tabTo } from '../support/focus.ts';
import { checkOnEveryScreen, PHONE } from '../support/page-checks.ts';
import { defaultBrickfolio, insertHolding, insertValueStep } from '../support/portfolio-builders.ts';
import { firstOf, itAtLength } from '../support/lane.ts';
import { CollectionVisitor } from './collection-visitor.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
(executable === null ? describe.skip : describe)('the collection in a browser', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let ann: CollectionVisitor;

  beforeAll(async () => {
    world = await VisitedArea.start();
    const { db } = world.area;
    await insertSet(db, { set_number: '75192-1', title: 'Millennium Falcon', theme: 'Star Wars' });
    await insertSet(db, { set_number: '10497-1', title: 'Galaxy Explorer', theme: 'Icons' });
    const monthAgo = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    await insertValueStep(db, '75192-1', 'sealed', '2025-01-01', 81_234);
    await insertValueStep(db, '75192-1', 'sealed', monthAgo, 84_999);
    await insertValueStep(db, '10497-1', 'sealed', '2025-01-01', 9_001);
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    const { key } = await insertKey(db, await world.area.accountId('ann@example.com'));
    ann = new CollectionVisitor(world, visit, key);
    await ann.open('holdings');
    await ann.add('10497', '1', '', '');
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const press = (name: string | RegExp): Promise<void> => ann.press(name);
  const told = (text: string): Promise<void> => ann.told(text);

  it('is worked by keyboard alone: add, edit, sell, undo, and the focus is never lost', async () => {
    const { keyboard } = page;
    const lot = page.getByRole('button', { name: /^Change 4 × 10497-1, used/ });
    await ann.open('holdings');
    await page.locator('.holding-rows tbody tr').first().waitFor();
    await tabTo(page, 'Add a holding');
    await keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Set' }).waitFor();
    await keyboard.type('galaxy');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await ann.expectFocusKept();
    await ann.type('4');
    await tabTo(page, 'Condition');
    // One letter: a list forgets the first ones when the next come late.
    await keyboard.press('u');
    await tabTo(page, 'Price of one copy, $');
    await ann.type('31.07');
    await keyboard.press('Enter');
    await told('Added 4 × 10497-1 (used)');
    await lot.waitFor();
    await ann.expectFocusKept();
    await ann.expectAgreement();

    await tabTo(page, /^Change 4 × 10497-1, used/);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Price of one copy, $');
    await ann.type('29.99');
    await keyboard.press('Enter');
    await told('Edited 4 × 10497-1 (used)');
    await page.getByRole('cell', { name: '$119.96', exact: true }).waitFor();
    await ann.expectFocusKept();
    await ann.expectAgreement();

    await tabTo(page, /^Change 4 × 10497-1, used/);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Mark sold');
    await keyboard.press('Enter');
    await page.getByLabel('Copies sold').waitFor();
    await tabTo(page, 'Copies sold');
    await ann.type('4');
    await page.getByText('Cost: $119.96.').waitFor();
    await tabTo(page, 'Proceeds, $');
    await ann.type('200');
    await tabTo(page, 'Platform fees, $');
    await ann.type('26.01');
    await tabTo(page, 'Payment fees, $');
    await ann.type('0');
    await tabTo(page, 'Shipping, $');
    await ann.type('0');
    await tabTo(page, 'Mark sold');
    await keyboard.press('Enter');
    await told('Sold 4 × 10497-1 (used)');
    await lot.waitFor({ state: 'detached' });
    await ann.expectFocusKept();
    await ann.expectAgreement();

    await tabTo(page, 'Undo');
    await keyboard.press('Enter');
    await told('Undone: Sold 4 × 10497-1 (used)');
    await lot.waitFor();
    await ann.expectFocusKept();
    await ann.expectAgreement();
  });

  it('shows 50 holdings in 4,000 px of a phone, keeps what is shown for reload and Back, edits all', async () => {
    const ben = await world.customer(browser, 'ben@example.com');
    const { db } = world.area;
    const shelf = await defaultBrickfolio(db, await world.area.accountId('ben@example.com'));
    for (let copy = 1; copy <= 60; copy++)
      await insertHolding(db, shelf, copy % 2 === 0 ? '75192-1' : '10497-1', {
        quantity: copy,
        purchase_price_cents: 10_000,
        notes: copy === 60 ? 'in the cellar, behind the boxes of the winter village' : null,
      });
    const phone = ben.page;
    await phone.setViewportSize(PHONE);
    await phone.goto(`${world.origin}/account/holdings`);
    const rows = phone.locator('.holding-rows tbody tr');
    await phone.locator('.holding-totals').waitFor();
    await rows.nth(49).waitFor();
    expect(await phone.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(4_000);

    await phone.getByLabel('Theme').selectOption('Star Wars');
    await phone.getByLabel('Order').selectOption('Copies, descending');
    await eventually('the largest is first', async () => (await rows.first().innerText()).includes('60 ×'));
    expect(await rows.first().innerText()).toContain('in the cellar');
    // 2 + 4 + ... + 60 copies
    await phone.locator('.holding-totals').filter({ hasText: '930' }).waitFor();
    await phone.reload();
    await eventually('the largest is still first', async () => (await rows.first().innerText()).includes('60 ×'));
    // The themes to choose from may come after the rows.
    await eventually('the theme is kept', async () => (await phone.getByLabel('Theme').inputValue()) === 'Star Wars');
    await phone.getByLabel('Theme').selectOption('');
    await phone.getByRole('button', { name: 'Next' }).click();
    await phone.getByText('51 to 60 of 60').waitFor();
    await rows.first().getByRole('link').click();
    await phone.getByRole('heading', { name: 'What you paid' }).waitFor();
    await phone.goBack();
    await phone.getByText('51 to 60 of 60').waitFor();

    await phone.getByLabel(/^Choose 10 ×/).check();
    await phone.getByRole('button', { name: 'Choose all 60' }).click();
    await phone.getByText('60 holdings chosen').waitFor();
    const bar = phone.getByRole('region', { name: 'Chosen holdings' });
    await bar.getByRole('button', { name: 'Edit' }).click();
    await phone.getByRole('dialog').getByLabel('Status').selectOption('Listed for sale');
    await phone.getByRole('button', { name: 'Save' }).click();
    const said = phone.locator('main [role=status]');
    await said.filter({ hasText: 'Edited 60 holdings (1830 copies)' }).first().waitFor();
    await bar.waitFor({ state: 'detached' });
    await phone.getByLabel('Status').selectOption('Owned');
    await phone.getByText('No holdings match.').waitFor();
    await phone.getByRole('button', { name: 'Undo' }).click();
    await said.filter({ hasText: 'Undone: Edited 60 holdings' }).first().waitFor();
    await phone.getByText('1 to 50 of 60').waitFor();
    expect(ben.complaints).toEqual([]);
    await ben.context.close();
  });

  it('looks light or dark as it is chosen in the menu, whatever the system says, and keeps that', async () => {
    const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    await ann.open('holdings');
    const [light] = [await background()];
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('radio', { name, exact: true }).check({ force: true });
      await page.keyboard.press('Escape');
    };
    await choose('Dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator('.holding-rows tbody tr').first().waitFor();
    expect(await background()).toBe(dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose('Light');
    expect(await background()).toBe(light);
    await choose('System');
    expect(await background()).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await background()).toBe(light);
  });

  itAtLength(
    'adds, edits, splits, sells and undoes, and shows what the API answers to the cent at every step',
    async () => {
      await ann.open('holdings');
      await ann.add('falcon', '3', '649.99', '2025-03-10');
      await ann.expectAgreement();

      await press(/^Change 3 × 75192-1/);
      await page.getByLabel('Price of one copy').fill('six hundred');
      await press('Save');
      await page.locator('.field-error').filter({ hasText: 'Write an amount in dollars' }).waitFor();
      await page.getByLabel('Price of one copy').fill('600.01');
      await press('Save');
      await told('Edited 3 × 75192-1');
      await ann.expectAgreement();

      await press(/^Change 3 × 75192-1/);
      await press('Split');
      await press('Split');
      await told('Split 1 off');
      await ann.expectAgreement();

      await press(/^Change 2 × 75192-1/);
      await press('Mark sold');
      await page.getByLabel('Copies sold').fill('2');
      await page.getByText('Cost: $1,200.02.').waitFor();
      await page.getByLabel('Proceeds').fill('1700');
      await page.getByLabel('Platform fees').fill('221.01');
      for (const other of ['Payment fees', 'Shipping']) await page.getByLabel(other).fill('0');
      await press('Mark sold');
      await told('Sold 2 × 75192-1');
      await ann.expectAgreement();
      await ann.open('ledger');
      await page.getByText('+$278.97').first().waitFor();

      await ann.open('holdings');
      await press('Recent changes');
      await press(/^Undo ?: Sold 2 × 75192-1/);
      await told('Undone: Sold 2 × 75192-1');
      await page.keyboard.press('Escape');
      await ann.expectAgreement();

      await press(/^Change 1 × 10497-1/);
      await press('Delete');
      await told('Deleted 1 × 10497-1');
      await press('Undo');
      await told('Restored 1 × 10497-1');
      await press('Redo');
      await told('Deleted 1 × 10497-1');
      await press('Undo');
      await told('Restored 1 × 10497-1');
      await ann.expectAgreement();
      expect(visit.complaints).toEqual([]);
      expect(visit.strangers).toEqual([]);
    },
  );

  itAtLength(
    'moves, sells picked lots, edits the sale, and makes, renames and deletes brickfolios, to the cent',
    async () => {
      await ann.open('brickfolios');
      await press('Create a brickfolio');
      await page.getByLabel('Name', { exact: true }).fill('Attic (left)');
      await press('Create');
      await told('Created');
      await press('Rename Attic (left)');
      await page.getByLabel('Name', { exact: true }).fill('Attic');
      await page.getByLabel('Description').fill('boxes on the left');
      await press('Save');
      await page.getByText('boxes on the left').waitFor();
      await ann.expectAgreement();

      await ann.open('holdings');
      await ann.add('falcon', '5', '500.50', '2025-06-01');
      await press(/^Change 5 × 75192-1/);
      await press('Move');
      await page.getByLabel('To which brickfolio?').selectOption('Attic');
      await press('Move');
      await told('Moved 5 × 75192-1 (sealed) to Attic');
      await ann.expectAgreement();

      // One of those that were bought last, and one of those bought first.
      await press(/^Change 5 × 75192-1/);
      await press('Mark sold');
      await page.getByLabel('Choose copies').check();
      for (const label of [/^Of 5 copies bought for \$500\.50/, /^Of \d cop\w+ bought for \$600\.01/])
        await page.getByLabel(label).first().fill('1');
      await page.getByLabel('Platform', { exact: true }).fill('BrickLink');
      await page.getByLabel('Proceeds').fill('1500');
      await page.getByLabel('Shipping').fill('20.02');
      for (const other of ['Platform fees', 'Payment fees']) await page.getByLabel(other).fill('0');
      await press('Mark sold');
      await told('Sold 2 × 75192-1 (sealed) on BrickLink');
      await ann.expectAgreement();

      // 1500.00 - 20.02 - 500.50 - 600.01
      await ann.open('ledger');
      await page.getByText('+$379.47').first().waitFor();
      await press(/^Edit the sale of 75192-1/);
      await page.getByText('Cost $1,100.51, from 2 lots.').waitFor();
      await page.getByLabel('Payment fees').fill('43.33');
      await press('Save');
      await told('Edited the sale of 2 × 75192-1 on BrickLink');
      await page.getByText('+$336.14').first().waitFor();
      await ann.expectAgreement();
      await press('Undo');
      await told('Undone: Edited the sale');
      await page.getByText('+$379.47').first().waitFor();
      await ann.expectAgreement();

      // A brickfolio is deleted when nothing is in it, sold copies included.
      await ann.open('brickfolios');
      await page.getByText('boxes on the left').waitFor();
      expect(await page.getByRole('button', { name: 'Delete Attic' }).count()).toBe(0);
      await press('Create a brickfolio');
      await page.getByLabel('Name', { exact: true }).fill('Empty');
      await press('Create');
      await press('Delete Empty');
      await told('Deleted');
      await page.getByRole('link', { name: 'Empty' }).waitFor({ state: 'detached' });
      await ann.expectFocusKept();
      await press('Undo');
      await page.getByRole('link', { name: 'Empty' }).waitFor();
      await press('Delete Empty');
      await page.getByRole('link', { name: 'Empty' }).waitFor({ state: 'detached' });
      await ann.expectAgreement();
      expect(visit.complaints).toEqual([]);
    },
  );

  itAtLength(
    'says which alert rules watch a brickfolio before it is deleted with them, and brings both back',
    async () => {
      const api = `${world.origin}/account/api`;
      const listed = async <Part extends string>(path: string, part: Part) =>
        (
          (await (await visit.context.request.get(`${api}/${path}`)).json()) as Record<
            Part,
            { id: number; name: string }[]
          >
        )[part];
      const rules = async () => (await listed('alerts/rules', 'rules')).map(({ name }) => name);
      await world.post(visit.context, 'brickfolios', { name: 'Watched' });
      const { id } = (await listed('brickfolios', 'brickfolios')).find(({ name }) => name === 'Watched')!;
      const rule = { name: 'exits', kind: 'set.retiring', scope: 'brickfolio', brickfolioId: id, rearmMinutes: 0 };
      await world.post(visit.context, 'alerts/rules', rule);
      await ann.open('brickfolios');
      await press('Delete Watched');
      await page.locator('[role=alert]').filter({ hasText: 'exits' }).first().waitFor();
      expect(await rules()).toEqual(['exits']);
      await press('Delete Watched with its alert rules');
      await told('Deleted');
      expect(await rules()).toEqual([]);
      await press('Undo');
      await page.getByRole('link', { name: 'Watched' }).waitFor();
      expect(await rules()).toEqual(['exits']);
      expect(visit.complaints).toEqual([]);
    },
  );

  itAtLength('tells a second tab that the holding was changed in the first, and keeps what was typed', async () => {
    await ann.open('holdings');
    const other = (await world.tab(visit)).page;
    await other.goto(`${world.origin}/account/holdings`);
    for (const tab of [other, page]) {
      // Drawn once a second behind another.
      await tab.bringToFront();
      await tab.getByRole('button', { name: /^Change 1 × 10497-1/ }).click();
    }
    await page.getByLabel('Price of one copy').fill('70');
    await press('Save');
    await told('Edited 1 × 10497-1');
    await other.bringToFront();
    await other.getByLabel('Notes').fill('typed in the second tab');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('bought for $70.00').waitFor();
    expect(await other.getByLabel('Notes').inputValue()).toBe('typed in the second tab');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.locator('main [role=status]').filter({ hasText: 'Edited 1 × 10497-1' }).first().waitFor();
    await other.close();
    await ann.expectAgreement();
    // Both changes are there: the price of the first tab and the note of the second.
    await ann.open('holdings');
    await press(/^Change 1 × 10497-1/);
    expect(await page.getByLabel('Price of one copy').inputValue()).toBe('70.00');
    expect(await page.getByLabel('Notes').inputValue()).toBe('typed in the second tab');
  });

  it.each(
    firstOf(2, [
      { name: 'overview', path: '/account/overview', heading: 'Returns', last: 'text=/Known values: [0-9]/' },
      { name: 'holdings', path: '/account/holdings', heading: 'Holdings', last: '.holding-rows tbody tr' },
      { name: 'brickfolios', path: '/account/brickfolios', heading: 'Brickfolios', last: '.folio' },
      { name: 'ledger', path: '/account/ledger', heading: 'By platform' },
      { name: 'tax', path: '/account/tax', heading: 'Tax years' },
    ]),
  )('is accessible, fits and moves nothing: $name', async ({ name, path, heading, last }) => {
    await ann.open('holdings');
    if (name === 'ledger') {
      const sale = { setNumber: '10497-1', platform: 'ebay', saleDay: '2026-05-04', grossCents: 12_345 };
      await world.post(visit.context, 'ledger', { ...sale, costBasisCents: 7_000 });
      await world.post(visit.context, 'ledger', { ...sale, saleDay: '2025-05-04', platform: 'bricklink' });
    }
    await checkOnEveryScreen(visit, name, async () => {
      await page.goto('about:blank');
      await page.goto(`${world.origin}${path}`);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      if (last !== undefined) await page.locator(last).first().waitFor();
    });
  });

  it.each(
    firstOf(1, [
      {
        name: 'add-holding-search',
        show: async () => {
          await press('Add a holding');
          await page.getByRole('combobox', { name: 'Set' }).fill('falcon');
          await page.getByRole('dialog').getByRole('option').first().waitFor();
        },
      },
      { name: 'add-holding', show: () => press('Add a holding') },
      { name: 'change-holding', show: () => press(/^Change 1 × 10497-1/) },
      {
        name: 'sell-holding',
        show: async () => {
          await press(/^Change 1 × 10497-1/);
          await press('Mark sold');
          await page.getByLabel('Proceeds').waitFor();
        },
      },
    ]),
  )('has a dialog that is accessible and fits: $name', async ({ name, show }) => {
    await ann.open('holdings');
    await page.locator('.holding-rows tbody tr').first().waitFor();
    await show();
    await page.getByRole('dialog').waitFor();
    await checkOnEveryScreen(visit, name);
    // The first closes the list of sets, where one is open.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Escape');
    await eventually('the dialog is closed', async () => (await page.locator('dialog').count()) === 0);
  });
});
