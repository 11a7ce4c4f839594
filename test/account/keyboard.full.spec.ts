import type { Browser, Page } from 'playwright-core';
import { codeOf } from '../support/authenticator-app.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { focusedIn, tabTo, untilFocusedOn } from '../support/focus.ts';
import { insertSale } from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

(executable === null ? describe.skip : describe)('the account area by keyboard alone', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start();
    const { db } = world.area;
    await insertSet(db, { set_number: '10497-1', title: 'Galaxy Explorer' });
    await insertSet(db, { set_number: '75192-1', title: 'Millennium Falcon' });
    await raiseDataVersion(db, 'catalog');
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    const ann = await world.area.accountId('ann@example.com');
    for (const sale_date of ['2025-05-04', '2026-05-04']) await insertSale(db, ann, '75192-1', { sale_date });
  });

  afterEach(() => expect([visit.complaints, visit.strangers]).toEqual([[], []]));

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const press = (key: string): Promise<void> => page.keyboard.press(key);
  /** Continues to what is called so, and presses Enter there. */
  const enter = async (name: string | RegExp, key?: 'Shift+Tab'): Promise<void> => {
    await tabTo(page, name, key);
    await press('Enter');
  };
  const open = async (path: string, heading: string): Promise<void> => {
    await page.goto(`${world.origin}/account/${path}`);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.locator('main:not(:has(.skeleton))').waitFor();
  };
  /** Replaces what is in the field with the focus. */
  const type = async (text: string): Promise<void> => {
    await press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  /** Chooses the first set that is found by what is typed. */
  const find = async (text: string): Promise<void> => {
    await page.keyboard.type(text);
    await page.locator('.set-search').getByRole('option').first().waitFor();
    await press('ArrowDown');
    await press('Enter');
  };
  const dialog = (name: string): Promise<void> => page.getByRole('dialog', { name }).waitFor();
  const noDialog = (): Promise<void> => page.getByRole('dialog').waitFor({ state: 'detached' });
  const told = (text: string): Promise<void> =>
    page.locator('main [role=status]').filter({ hasText: text }).first().waitFor();

  it('makes an alert rule, finds it in the list, changes, pauses and deletes it', async () => {
    await open('alerts/rules', 'Rules');
    await enter('Create a rule');
    await dialog('Create a rule');
    await tabTo(page, 'Alert me when');
    await tabTo(page, 'All my holdings');
    await press('ArrowRight');
    await press('ArrowRight');
    await untilFocusedOn(page, 'Selected sets');
    await tabTo(page, 'Add a set');
    await find('galaxy');
    await page.getByRole('list', { name: 'Watched sets' }).waitFor();
    await tabTo(page, 'At or below, $');
    await type('100');
    await tabTo(page, 'Name');
    await type('Explorer below 100');
    await enter('Create rule');
    await page.getByText(/^Tells you when the price of 10497-1 falls to \$100\.00 or below/).waitFor();
    // The button that stood in place of the list is gone with it.
    await untilFocusedOn(page, 'Rules');
    // The set that the rule is about, in its sentence.
    await tabTo(page, '10497-1');

    await enter('Edit Explorer below 100');
    await dialog('Edit “Explorer below 100”');
    await press('Escape');
    await noDialog();
    await untilFocusedOn(page, 'Edit Explorer below 100');
    await tabTo(page, 'Pause Explorer below 100');
    await press('Space');
    await untilFocusedOn(page, 'Resume Explorer below 100');
    await enter('Delete Explorer below 100');
    await dialog('Delete “Explorer below 100”?');
    await enter('Delete rule');
    await page.getByRole('heading', { name: 'Choose what to be alerted about' }).waitFor();
    await untilFocusedOn(page, 'Rules');
  });

  it('changes the password, and turns the authenticator app on', async () => {
    await open('security', 'Security');
    await enter('Change password');
    await untilFocusedOn(page, 'New password');
    await type('short');
    await press('Enter');
    await page.locator('.field-error').waitFor();
    await untilFocusedOn(page, 'New password');
    await type('five other words than before');
    await press('Enter');
    await page.getByText('The password is set. All other sessions have ended.').waitFor();
    await untilFocusedOn(page, 'Change password');

    await enter('Set up');
    await dialog('Set up your authenticator app');
    await press('Escape');
    await noDialog();
    await untilFocusedOn(page, 'Set up');
    await press('Enter');
    await dialog('Set up your authenticator app');
    const secret = (await page.getByRole('group', { name: 'Secret' }).textContent())!;
    await tabTo(page, 'Code');
    await type(codeOf(secret));
    await press('Enter');
    await dialog('Store your recovery codes');
    await enter('I have stored them');
    await page.getByText('10 recovery codes left').waitFor();
    // The button that began it has gone with the state it was for.
    await untilFocusedOn(page, 'Security');
    await tabTo(page, 'New recovery codes');
  });

  it('records a sale, corrects it and takes the correction back', async () => {
    await open('ledger', 'Sales');
    await enter('Record a sale');
    await untilFocusedOn(page, 'Set');
    await find('galaxy');
    await untilFocusedOn(page, 'Copies');
    await type('2');
    await tabTo(page, 'Platform');
    await type('BrickLink');
    await tabTo(page, 'Proceeds, $');
    await type('120');
    await tabTo(page, 'What the copies had cost, $');
    await type('80');
    await enter('Record');
    await told('Recorded a sale of 2 × 10497-1 on BrickLink');
    await untilFocusedOn(page, 'Record a sale');
    await page.getByText('+$40.00').first().waitFor();

    const edit = /^Edit the sale of 10497-1 on /;
    await enter(edit);
    await dialog('Sale of 2 × 10497-1');
    await tabTo(page, 'Proceeds, $');
    await type('130');
    await press('Enter');
    await told('Edited the sale of 2 × 10497-1 on BrickLink');
    await page.getByText('+$50.00').first().waitFor();
    await untilFocusedOn(page, edit);
    await enter('Undo', 'Shift+Tab');
    await told('Undone: Edited the sale of 2 × 10497-1');
    await page.getByText('+$40.00').first().waitFor();
    await untilFocusedOn(page, 'Redo');
  });

  it('makes a brickfolio, renames and deletes it, and brings it back', async () => {
    await open('brickfolios', 'Brickfolios');
    await enter('Create a brickfolio');
    await untilFocusedOn(page, 'Name');
    await type('Attic');
    await press('Enter');
    await told('Created the brickfolio "Attic"');
    await untilFocusedOn(page, 'Create a brickfolio');
    await page.getByRole('link', { name: 'Attic' }).waitFor();
    await enter('Rename Attic');
    await untilFocusedOn(page, 'Name');
    await type('Loft');
    await press('Enter');
    await told('Renamed the brickfolio "Attic" to "Loft"');
    await page.getByRole('link', { name: 'Loft' }).waitFor();
    await eventually('the focus is kept', async () => (await focusedIn(page)).text !== '');
    await enter('Delete Loft');
    await told('Deleted the brickfolio "Loft"');
    await page.getByRole('link', { name: 'Loft' }).waitFor({ state: 'detached' });
    await untilFocusedOn(page, 'Brickfolios');
    await enter('Undo');
    await page.getByRole('link', { name: 'Loft' }).waitFor();
    await untilFocusedOn(page, 'Redo');
  });

  it('chooses the year of the tax report, saves it as a file, prints it and reads its tables', async () => {
    await page.addInitScript('globalThis.printed = 0; globalThis.print = () => { globalThis.printed++; };');
    await open('tax', 'Tax years');
    await page.getByRole('heading', { name: 'Sales in 2026' }).waitFor();
    await tabTo(page, 'Year');
    await press('ArrowDown');
    await page.getByRole('heading', { name: 'Sales in 2025' }).waitFor();
    await untilFocusedOn(page, 'Year');
    const saved = page.waitForEvent('download');
    await enter('Download 2025 as CSV');
    expect((await saved).suggestedFilename()).toBe('brickmarket-sales-2025.csv');
    await enter('Print');
    expect(await page.evaluate('globalThis.printed')).toBe(1);
    await tabTo(page, 'Totals of the year');
    await tabTo(page, 'Lines of the report');
    await tabTo(page, '75192-1 Millennium Falcon');
  });

  it('names a target price for a set, and takes it back', async () => {
    await open('what-to-buy', 'What to buy');
    await tabTo(page, 'Set you would buy');
    await find('falcon');
    await untilFocusedOn(page, 'Target price, $');
    await type('800');
    await press('Enter');
    await told('We’ll alert you when 75192-1 costs $800.00 or less.');
    await untilFocusedOn(page, 'What to buy');
    await enter('Remove the target price of 75192-1');
    await page.locator('.targets').waitFor({ state: 'detached' });
    await untilFocusedOn(page, 'What to buy');
  });

  it('chooses another set for a new holding', async () => {
    await open('holdings', 'Holdings');
    await enter('Add a holding');
    await untilFocusedOn(page, 'Set');
    await find('galaxy');
    await untilFocusedOn(page, 'Copies');
    await enter('Another set', 'Shift+Tab');
    await untilFocusedOn(page, 'Set');
    await press('Escape');
    await noDialog();
    await untilFocusedOn(page, 'Add a holding');
  });
});
