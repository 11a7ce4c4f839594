import type { Browser, Page } from 'playwright-core';
import { insertKey } from '../support/account-builders.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { insertValueStep } from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const signed = (usd: number) => `${usd > 0 ? '+' : usd < 0 ? '−' : ''}${USD.format(Math.abs(usd))}`;

(executable === null ? describe.skip : describe)('the collection in a browser', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let key: string;

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
    visit.context.setDefaultTimeout(30_000);
    key = (await insertKey(db, await world.area.accountId('ann@example.com'))).key;
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  async function asked<Data>(path: string): Promise<Data> {
    const answer = await fetch(`${world.service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { data: Data }).data;
  }

  const figure = (label: string): Promise<string | null> =>
    page
      .locator('.figure')
      .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
      .locator('.figure-value')
      .textContent();

  /** The overview and the ledger show what the API answers, to the cent. */
  async function expectAgreement(): Promise<void> {
    const [{ summary }, { sales }] = await Promise.all([
      asked<{ summary: Record<string, number> }>('/brickfolio/analytics'),
      asked<{ sales: { net_proceeds_usd: number; profit_loss_usd: number | null }[] }>('/salesledger'),
    ]);
    await page.goto(`${world.origin}/account/overview`);
    await page.getByRole('heading', { name: 'Returns' }).waitFor();
    expect([await figure('Value'), await figure('Cost'), await figure('Unrealized gain')]).toEqual([
      USD.format(summary['total_current_value_usd']!),
      USD.format(summary['total_cost_basis_usd']!),
      signed(summary['unrealized_gain_loss_usd']!),
    ]);
    const known = sales.flatMap(({ profit_loss_usd }) => (profit_loss_usd === null ? [] : [profit_loss_usd]));
    const realized = Math.round(known.reduce((sum, usd) => sum + usd * 100, 0)) / 100;
    expect(await figure('Realized gain')).toBe(sales.length > known.length ? 'unknown' : signed(realized));
    await page.goto(`${world.origin}/account/holdings`);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  }

  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const told = (text: string): Promise<void> =>
    page.locator('main [role=status]').filter({ hasText: text }).first().waitFor();

  async function add(search: string, copies: string, price: string, day: string): Promise<void> {
    await press('Add a holding');
    await page.getByRole('combobox', { name: 'Set' }).fill(search);
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Copies').fill(copies);
    await page.getByLabel('Price of one copy').fill(price);
    await page.getByLabel('Bought on').fill(day);
    await press('Add');
    await told('Added');
  }

  it('adds, edits, splits, sells and undoes, and shows what the API answers to the cent at every step', async () => {
    await page.goto(`${world.origin}/account/holdings`);
    await add('falcon', '3', '649.99', '2025-03-10');
    await expectAgreement();
    await add('10497', '1', '', '');
    await expectAgreement();

    await press(/^Change 3 × 75192-1/);
    await page.getByLabel('Price of one copy').fill('six hundred');
    await press('Save');
    await page.locator('.field-error').filter({ hasText: 'Write an amount in dollars' }).waitFor();
    await page.getByLabel('Price of one copy').fill('600.01');
    await press('Save');
    await told('Edited 3 × 75192-1');
    await expectAgreement();

    await press(/^Change 3 × 75192-1/);
    await press('Split');
    await press('Split');
    await told('Split 1 off');
    await expectAgreement();

    await press(/^Change 2 × 75192-1/);
    await press('Mark sold');
    await page.getByLabel('Copies sold').fill('2');
    await page.getByText('Cost: $1,200.02.').waitFor();
    await page.getByLabel('Proceeds').fill('1700');
    await page.getByLabel('Platform fees').fill('221.01');
    await press('Mark sold');
    await told('Sold 2 × 75192-1');
    await expectAgreement();
    await page.goto(`${world.origin}/account/ledger`);
    await page.getByText('+$278.97').first().waitFor();

    await page.goto(`${world.origin}/account/holdings`);
    await press('Recent changes');
    await press(/^Undo ?: Sold 2 × 75192-1/);
    await told('Undone: Sold 2 × 75192-1');
    await page.keyboard.press('Escape');
    await expectAgreement();

    await press(/^Change 1 × 10497-1/);
    await press('Delete');
    await told('Deleted 1 × 10497-1');
    await press('Undo');
    await told('Undone: Deleted');
    await expectAgreement();
    expect(visit.complaints).toEqual([]);
    expect(visit.strangers).toEqual([]);
  });

  it('tells a second tab that the holding was changed in the first, and keeps what was typed', async () => {
    await page.goto(`${world.origin}/account/holdings`);
    const other = (await world.tab(visit)).page;
    await other.goto(`${world.origin}/account/holdings`);
    for (const tab of [page, other]) await tab.getByRole('button', { name: /^Change 1 × 10497-1/ }).click();
    await page.getByLabel('Price of one copy').fill('70');
    await press('Save');
    await told('Edited 1 × 10497-1');
    await other.getByLabel('Notes').fill('typed in the second tab');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('bought for $70.00').waitFor();
    expect(await other.getByLabel('Notes').inputValue()).toBe('typed in the second tab');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.locator('main [role=status]').filter({ hasText: 'Edited 1 × 10497-1' }).first().waitFor();
    await other.close();
    await expectAgreement();
    // Both changes are there: the price of the first tab and the note of the second.
    await press(/^Change 1 × 10497-1/);
    expect(await page.getByLabel('Price of one copy').inputValue()).toBe('70.00');
    expect(await page.getByLabel('Notes').inputValue()).toBe('typed in the second tab');
  });

  it.each([
    { name: 'overview', path: '/account/overview', heading: 'Returns' },
    { name: 'holdings', path: '/account/holdings', heading: 'Holdings', last: '.lots tbody tr' },
    { name: 'brickfolios', path: '/account/brickfolios', heading: 'Brickfolios', last: '.folio' },
    { name: 'ledger', path: '/account/ledger', heading: 'Tax years' },
  ])('is accessible, fits and moves nothing: $name', async ({ name, path, heading, last }) => {
    await page.goto(`${world.origin}/account/holdings`);
    if (name === 'ledger') {
      const sale = { set_number: '10497-1', platform: 'ebay', sale_date: '2026-05-04', gross_cents: 12_345 };
      await world.post(visit.context, 'ledger', { ...sale, cost_basis_cents: 7_000 });
      await world.post(visit.context, 'ledger', { ...sale, sale_date: '2025-05-04', platform: 'bricklink' });
    }
    await checkOnEveryScreen(visit, name, async () => {
      await page.goto('about:blank');
      await page.goto(`${world.origin}${path}`);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
      if (last !== undefined) await page.locator(last).first().waitFor();
    });
  });

  it.each([
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
  ])('has a dialog that is accessible and fits: $name', async ({ name, show }) => {
    await page.goto(`${world.origin}/account/holdings`);
    await page.locator('.lots tbody tr').first().waitFor();
    await show();
    await page.getByRole('dialog').waitFor();
    await checkOnEveryScreen(visit, name);
    await page.keyboard.press('Escape');
    await eventually('the dialog is closed', async () => (await page.locator('dialog').count()) === 0);
  });
});
