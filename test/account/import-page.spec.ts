import type { Browser } from 'playwright-core';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { makeKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

/** An export of BrickEconomy: a row for each copy, days in the owner's own order. */
const EXPORT = `"Number","SetName","Theme","Paid","Condition","Date","Notes"
"10497-1","Galaxy Explorer","Icons","99.99","new","25/12/2023",""
"10497-1","Galaxy Explorer","Icons","99.99","new","25/12/2023",""
"75193-1","UCS Falcon","Star Wars","649.50","usedcomplete","01/02/2022","from a fair"
"497-1","Galaxy Explorer","Space","free","new","03/03/2021",""
`;

(executable === null ? describe.skip : describe)('an import on the page', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let key: string;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
    const { db } = world.area;
    for (const [number, title, sealed, used] of [
      ['10497-1', 'Galaxy Explorer', 13_525, 9_000],
      ['75192-1', 'Millennium Falcon', 80_000, 61_249],
      ['497-1', 'Galaxy Explorer', 90_000, 31_111],
    ] as const) {
      const id = await insertSet(db, { set_number: number, title });
      await db.query(
        `INSERT INTO market.value_step (item_id, condition, day, value_cents)
         VALUES ($1, 'sealed', '2020-01-01', $2), ($1, 'used', '2020-01-01', $3)`,
        [id, sealed, used],
      );
    }
    visit = await world.customer(browser, 'ann@example.com');
    await visit.page.goto(`${world.origin}/account/keys`);
    key = await makeKey(visit.page, 'totals');
    await visit.page.getByRole('button', { name: 'I have stored it' }).click();
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  it('saves an export, and says why when there are too many', async () => {
    const { page } = visit;
    await page.goto(`${world.origin}/account/import`);
    const link = page.getByRole('link', { name: 'Export collection' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('brickmarket-collection.csv');
    const running: Promise<{ status(): number }>[] = [];
    const lock = await world.area.db.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE portfolio.sale IN ACCESS EXCLUSIVE MODE');
      const url = `${world.origin}/account/api/export/sales.csv`;
      running.push(visit.context.request.get(url), visit.context.request.get(url));
      await eventually('two exports wait', async () => {
        const waiting = await world.area.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.rowCount === 2;
      });
      await link.click();
      await page.getByRole('alert').getByText('Two of your exports are in progress.').waitFor();
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    expect((await Promise.all(running)).map((answer) => answer.status())).toEqual([200, 200]);
  });

  const api = async <Data>(path: string): Promise<Data> => {
    const headers = { authorization: `Bearer ${key}` };
    return ((await (await fetch(`${world.service.url}/api/v1${path}`, { headers })).json()) as { data: Data }).data;
  };
  /** Cost and value by the API's totals, by its analytics, and as the sum of its entries: cents. */
  const totals = async (): Promise<readonly (readonly number[])[]> => {
    const cents = (usd: number): number => Math.round(usd * 100);
    type Summary = { total_cost_basis_usd: number; total_current_value_usd: number };
    type Entry = { quantity: number; purchase_price_usd: number | null; total_current_value_usd: number };
    const { brickfolios } = await api<{ brickfolios: Summary[] }>('/brickfolio');
    const { summary } = await api<{ summary: Summary }>('/brickfolio/analytics');
    const { entries } = await api<{ entries: Entry[] }>('/brickfolio/entries');
    const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
    return [
      [
        sum(brickfolios.map((one) => cents(one.total_cost_basis_usd))),
        sum(brickfolios.map((one) => cents(one.total_current_value_usd))),
      ],
      [cents(summary.total_cost_basis_usd), cents(summary.total_current_value_usd)],
      [
        sum(entries.map((one) => one.quantity * cents(one.purchase_price_usd ?? 0))),
        sum(entries.map((one) => cents(one.total_current_value_usd))),
      ],
    ];
  };
  const thrice = (cost: number, value: number): number[][] => Array.from({ length: 3 }, () => [cost, value]);
  const upload = async (name: string): Promise<void> => {
    const { page } = visit;
    await page.goto(`${world.origin}/account/import`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(EXPORT, 'utf8') });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Rows' }).waitFor();
  };
  const chip = (text: string) => visit.page.getByRole('button', { name: text, exact: true });

  it('is corrected, committed and undone, and the totals are the API’s to the cent at every step', async () => {
    const { page } = visit;
    expect(await totals()).toEqual(thrice(0, 0));
    await upload('economy.csv');
    await page.getByText('Recognised as: BrickEconomy collection.').waitFor();
    await chip('New 2').waitFor();
    await chip('Rejected 2').click();
    await page.getByText('set 75193-1 is not in the catalog').waitFor();
    await checkOnEveryScreen(visit, 'import-preview');
    expect(await totals()).toEqual(thrice(0, 0));

    // The nearest set is one click; a price that is a word is written again, by keyboard.
    await page.getByRole('button', { name: /^Use 75192-1/ }).click();
    await chip('New 3').waitFor();
    await page.getByRole('button', { name: 'Correct line 5' }).click();
    await page.getByRole('combobox', { name: 'Find the set' }).fill('497');
    await page.getByRole('option', { name: /^497-1/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Set number').inputValue()).toBe('497-1');
    await page.getByLabel('Price of one copy, USD').fill('0');
    await checkOnEveryScreen(visit, 'import-correct');
    await page.getByRole('button', { name: 'Correct the row' }).click();
    await chip('New 4').waitFor();
    expect(await totals()).toEqual(thrice(0, 0));

    await page.getByRole('button', { name: 'Import 4 rows' }).click();
    await page.getByText('Imported: 4 added').waitFor();
    await page.getByRole('link', { name: 'See your holdings' }).waitFor();
    const imported = thrice(9_999 + 9_999 + 64_950 + 0, 13_525 + 13_525 + 61_249 + 90_000);
    expect(await totals()).toEqual(imported);

    // The same file again: what was there is there, and nothing is added.
    await upload('economy.csv');
    await chip('Same 2').waitFor();
    await page.getByRole('button', { name: 'Import 0 rows' }).waitFor();
    expect(await totals()).toEqual(imported);

    await page.goto(`${world.origin}/account/import`);
    await page.getByRole('link', { name: 'economy.csv' }).nth(1).click();
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByText('everything is as it was before the import').waitFor();
    expect(await totals()).toEqual(thrice(0, 0));
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('says in a sentence why a file cannot be read, and asks what it has to know', async () => {
    const { page } = visit;
    await page.goto(`${world.origin}/account/import`);
    const buffer = Buffer.from('Number,SetName,Paid,Condition,Date\n10497,x,1,new,03/04/2024\n');
    const choose = () =>
      page.locator('input[type=file]').setInputFiles({ name: 'us.csv', mimeType: 'text/csv', buffer });
    await choose();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('can be read with the day first or the month first').waitFor();
    // The file is still there: an answer is all that is needed.
    await page.getByLabel('Date format').selectOption('MM/DD/YYYY');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('4 Mar 2024').first().waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('takes the columns of a list of sales in the same way', async () => {
    const { page } = visit;
    await page.goto(`${world.origin}/account/import`);
    const buffer = Buffer.from('What,Sold when,Got\n10497-1,2026-02-27,120.00\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'sold.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Set number, day and proceeds are needed.').waitFor();
    expect(await page.getByLabel('This file lists').inputValue()).toBe('sales');
    await page.getByLabel('Set number').selectOption('What');
    await page.getByLabel('Sold on').selectOption('Sold when');
    await page.getByLabel('Proceeds, USD').selectOption('Got');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('27 Feb 2026').first().waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('shows the columns of a table of one’s own, takes what they are, and remembers it', async () => {
    const { page } = visit;
    const choose = async (name: string): Promise<void> => {
      await page.goto(`${world.origin}/account/import`);
      const buffer = Buffer.from('LEGO,How many,Was,Spent\n10497-1,2,new,5.50\n');
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
    };
    await choose('sheet.csv');
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download a template' }).click(),
    ]);
    expect(template.suggestedFilename()).toBe('brickmarket-template.csv');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Your file has these columns: LEGO, How many, Was, Spent.').waitFor();
    expect(await page.getByLabel('Set number').innerText()).toContain('How many (2)');
    expect(await page.getByLabel('Copies', { exact: true }).inputValue()).toBe('How many');
    await page.getByLabel('Set number').selectOption('LEGO');
    await page.getByLabel('Condition', { exact: true }).selectOption('Was');
    await page.getByLabel('Price of one copy, USD').selectOption('Spent');
    await checkOnEveryScreen(visit, 'import-columns');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('10497-1 Galaxy Explorer').waitFor();
    await page.getByText('Copies go into My Brickfolio').waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('Imported: 1 added').waitFor();
    expect(await totals()).toEqual(thrice(1_100, 27_050));

    // The same header again is known; into another brickfolio these would be more copies of what is there.
    await world.area.db.query(
      `INSERT INTO portfolio.brickfolio (account_id, name)
       SELECT id, 'Attic' FROM access.account WHERE email = 'ann@example.com'`,
    );
    await choose('again.csv');
    await page.getByLabel('Put copies into').selectOption('Attic');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Copies go into Attic').waitFor();
    await page.getByText('1 new row would add to copies').waitFor();
    await page.getByText('You have 2 copies of this already, from sheet.csv.').waitFor();
    await page.getByText('Read the file in another way').click();
    await page.getByLabel('Put copies into').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await chip('Same 1').waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });
});
