import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { eventually } from '../support/eventually.ts';
import { storeForecast } from '../support/forecast-builders.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { insertValue } from '../support/value-builders.ts';
import { firstOf } from '../support/lane.ts';
import { moveClock } from '../support/move-clock.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** One moment for all tests: a run may cross the end of a month. */
const STARTED = new Date();

/** The first day of a month, so many after this one. */
function monthAhead(months: number): Date {
  return new Date(Date.UTC(STARTED.getUTCFullYear(), STARTED.getUTCMonth() + months, 1));
}

const COLLECTION = `set_number,quantity,condition,purchase_price_usd,purchase_date
10497-1,2,sealed,80.00,2023-12-25
10498,1,sealed,99.99,2024-03-01
497-1,many,used,,
`;

(executable === null ? describe.skip : describe)('the pages of sets, retail and import', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let importPath = '';

  beforeAll(async () => {
    world = await VisitedArea.start();
    const { db } = world.area;
    const now = STARTED.toISOString();
    await moveClock(db, now);
    const setId = await insertSet(db, {
      set_number: '10497-1',
      title: 'Galaxy Explorer with a name that is rather long for a telephone',
      theme: 'Icons',
      year: 2022,
      pieces: 1_254,
      msrp_cents: 9_999,
      release_date: '2022-08-01',
      exit_date: new Date(STARTED.getTime() + 60 * 86_400_000).toISOString().slice(0, 10),
    });
    await insertSet(db, { set_number: '497-1', title: 'Galaxy Explorer', year: 1979, pieces: 338 });
    await insertValue(db, setId, 'sealed', { value_cents: 13_525, low_cents: 11_000, high_cents: 16_000 });
    await db.query(
      `INSERT INTO market.value_step (item_id, condition, day, value_cents)
       VALUES ($1, 'sealed', access.clock()::date - 200, 10820)`,
      [setId],
    );
    await listAtRetailers(db, setId, {
      retailer_a: {
        price_cents: 9_999,
        seller_type: 'third_party',
        at_lowest: true,
        flip_1p_to_3p: true,
        changed_at: '2026-11-10T00:00:00Z',
        last_change_cents: -1_000,
        lowest_fba_cents: 12_000,
        fba_sellers: 3,
        last_checked_at: now,
      },
      retailer_b: { price_cents: 10_999, seller_type: 'retailer', in_stock: true, last_checked_at: now },
    });
    await db.query(
      `INSERT INTO retail.price_change
       SELECT $1, r::retail.retailer, timestamptz '2026-01-01Z' + n * interval '9 days', 9000 + (n * 7919) % 3000,
              'retailer'
       FROM generate_series(1, 30) n, (VALUES ('retailer_a'), ('retailer_b')) v (r)`,
      [setId],
    );
    await db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2024-01-01', '2026-10-01')`, [setId]);
    await db.query(
      `INSERT INTO market.month_value
       SELECT $1, 'sealed', m::date, v, v - 1500, v + 1500, 5, NULL
       FROM (SELECT m, 9000 + 100 * (row_number() OVER (ORDER BY m))::integer AS v
             FROM generate_series(date '2024-01-01', date '2026-10-01', interval '1 month') m) months
       WHERE m <> '2024-02-01'`,
      [setId],
    );
    await raiseDataVersion(db, 'catalog', 'market');
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    await page.goto(`${world.origin}/account/import`);
    const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(COLLECTION) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('Imported: 1 added').waitFor();
    importPath = new URL(page.url()).pathname;
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const open = async (path: string, last: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${world.origin}${path}`);
    await page.locator(last).first().waitFor();
  };

  it.each(
    firstOf<{ name: string; path: () => string; last: string }>(3, [
      { name: 'sets', path: () => '/account/sets', last: '.set-card' },
      { name: 'set', path: () => '/account/sets/10497-1', last: '.line-plot canvas >> nth=1' },
      { name: 'movers', path: () => '/account/movers', last: '.two-columns' },
      { name: 'retiring', path: () => '/account/retiring', last: '.section' },
      { name: 'retail', path: () => '/account/retail', last: '.watch li' },
      { name: 'import', path: () => '/account/import', last: '.rows li' },
      { name: 'import-rows', path: () => importPath, last: '.import-row' },
    ]),
  )('are accessible, fit and move nothing: $name', async ({ name, path, last }) => {
    await checkOnEveryScreen(visit, name, () => open(path(), last));
  });

  it('have charts with a cursor by keyboard, whose values are read out, and a table of the same numbers', async () => {
    await open('/account/sets/10497-1', '.line-plot canvas');
    const chart = page.getByRole('figure', { name: 'Monthly prices, sealed' });
    const said = chart.getByRole('status');
    const says = (text: string): Promise<unknown> =>
      eventually(`the chart says ${text}`, async () => (await said.textContent()) === text);
    // Drawn: from then on nothing but the person moves its cursor.
    await chart.locator('canvas').waitFor();
    await says('October 2026New $124.00 ($109.00 to $139.00)');
    await chart.getByRole('application').focus();
    await page.keyboard.press('ArrowLeft');
    await says('September 2026New $123.00 ($108.00 to $138.00)');
    await page.keyboard.press('Home');
    await says('January 2024New $91.00 ($76.00 to $106.00)');
    await page.keyboard.press('ArrowLeft');
    await says('January 2024New $91.00 ($76.00 to $106.00)');
    await page.keyboard.press('ArrowRight');
    await says('February 2024New no sales');
    await chart.getByText('Show as a table').click();
    expect(await chart.getByRole('row').nth(1).textContent()).toBe('October 2026$124.00 ($109.00 to $139.00)');
    expect(await chart.getByRole('row').count()).toBe(35);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('say when a set retires, on its own page and among those that retire soon', async () => {
    await open('/account/sets/10497-1', '.fact-grid');
    const fact = page.locator('.fact-grid > div').filter({ hasText: /^Retires/ });
    const [, day] = /^Retires(\d{1,2} \w{3,4} 20\d\d)$/.exec((await fact.textContent())!)!;
    await open('/account/retiring', '.set-card');
    await page.getByText(`Retires ${day}`, { exact: true }).waitFor();
  });

  it('lead from the first letters of a name to the page of the set, by keyboard', async () => {
    await open('/account/sets', '.set-card');
    await page.getByRole('combobox', { name: 'Find a set' }).focus();
    await page.keyboard.type('galax');
    await page.getByRole('option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What you paid' }).waitFor();
    expect(page.url()).toBe(`${world.origin}/account/sets/10497-1`);
    await page.getByText('2 unsold, on average $80.00 each.').waitFor();
  });

  it('act: a set is added, found among the holdings to sell it, and watched, from its own page', async () => {
    await open('/account/sets/10497-1', '.line-plot canvas');
    await page.getByRole('button', { name: 'Add 10497-1 to your holdings' }).click();
    await page.getByLabel('Price of one copy, $').fill('85.00');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('3 unsold, on average').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 unsold, on average $80.00 each.').waitFor();
    await page.getByRole('link', { name: 'Sell 10497-1' }).click();
    await page.locator('.holding-rows').getByRole('link', { name: '10497-1' }).click();
    await page.getByRole('link', { name: 'Alert me about 10497-1' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Create a rule' }).waitFor();
    await page.getByRole('dialog').getByText('10497-1').first().waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('draw every set differently: by theme, pieces and number', async () => {
    await open('/account/sets', '.set-card');
    const drawings = await page.locator('.set-picture').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
    expect(new Set(drawings).size).toBe(drawings.length);
    expect(drawings.length).toBeGreaterThan(1);
  });

  describe('once the market’s past carries a forecast of sealed sets', () => {
    beforeAll(async () => {
      const { db } = world.area;
      const setId = await insertSet(db, { set_number: '10294-1', title: 'Titanic', theme: 'Icons', pieces: 9_090 });
      const [first, last] = [-30, -1].map((months) => monthAhead(months).toISOString().slice(0, 10));
      for (const condition of ['sealed', 'used'] as const) {
        await insertValue(db, setId, condition, { value_cents: 10_000, low_cents: 9_000, high_cents: 11_000 });
        await db.query('INSERT INTO market.month_series VALUES ($1, $2, $3, $4)', [setId, condition, first, last]);
        await db.query(
          `INSERT INTO market.month_value
           SELECT $1, $2, m::date, v, v - 900, v + 900, 5, NULL
           FROM (SELECT m, 8000 + 60 * (row_number() OVER (ORDER BY m))::integer AS v
                 FROM generate_series($3::date, $4::date, interval '1 month') m) months`,
          [setId, condition, first, last],
        );
      }
      await storeForecast(world.area.databaseUrl, { six: null, twelve: null, sales: null });
      await raiseDataVersion(db, 'catalog', 'market');
    });

    const month = (months: number): string => MONTH.format(monthAhead(months));

    it('are accessible, fit and move nothing', async () => {
      await checkOnEveryScreen(visit, 'set-forecast', () => open('/account/sets/10294-1', '.line-plot canvas'));
    });

    it('go on from today’s value to what is expected in 6 and 12 months, read out and in the table', async () => {
      await open('/account/sets/10294-1', '.line-plot canvas');
      const chart = page.getByRole('figure', { name: 'Monthly prices, sealed' });
      const says = (text: string): Promise<unknown> =>
        eventually(`the chart says ${text}`, async () => (await chart.getByRole('status').textContent()) === text);
      const [today, inHalfAYear, inAYear] = [`${month(0)}, today`, `${month(6)}, expected`, `${month(12)}, expected`];
      await says(`${today}New $100.00 ($90.00 to $110.00)`);
      await chart
        .getByRole('application', { name: `Monthly prices, sealed, from ${month(-30)} to ${inAYear}`, exact: true })
        .focus();
      await page.keyboard.press('ArrowRight');
      await says(`${inHalfAYear}New about $110.00, most likely $99.53 to $121.57`);
      await page.keyboard.press('End');
      await says(`${inAYear}New about $120.00, most likely $108.58 to $132.62`);
      await chart.getByText('Show as a table').click();
      expect((await chart.getByRole('row').allTextContents()).slice(1, 5)).toEqual([
        `${inAYear}about $120.00, most likely $108.58 to $132.62`,
        `${inHalfAYear}about $110.00, most likely $99.53 to $121.57`,
        `${today}$100.00 ($90.00 to $110.00)`,
        `${month(-1)}$98.00 ($89.00 to $107.00)`,
      ]);
      await page.getByText('Dashed: what is expected from today on, with its 80 % range.').waitFor();
      expect([visit.complaints, visit.strangers]).toEqual([[], []]);
    });

    it('end with the last complete month where nothing is forecast: used copies', async () => {
      await open('/account/sets/10294-1', '.line-plot canvas');
      await page.getByRole('button', { name: 'Used', exact: true }).click();
      const chart = page.getByRole('figure', { name: 'Monthly prices, used' });
      await chart
        .getByRole('application', { name: `Monthly prices, used, from ${month(-30)} to ${month(-1)}`, exact: true })
        .waitFor();
      await chart.getByText('Show as a table').click();
      expect((await chart.getByRole('row').allTextContents())[1]).toBe(`${month(-1)}$98.00 ($89.00 to $107.00)`);
      expect(await page.getByText('Dashed: what is expected').count()).toBe(0);
    });
  });
});
