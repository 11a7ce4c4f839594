import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { firstOf } from '../support/lane.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { insertValue } from '../support/value-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

const COLLECTION = `set_number,quantity,condition,purchase_price_usd,purchase_date
1-1,2,sealed,80.00,2023-12-25
2-1,1,sealed,99.99,2024-03-01
4-1,1,sealed,100.00,2024-03-01
`;

(executable === null ? describe.skip : describe)('values that rest on no recent sales', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    world = await VisitedArea.start();
    const { db } = world.area;
    const set = (number: string, title: string) => insertSet(db, { set_number: number, title, theme: 'Castle' });
    const [narrow, wide, none, sold] = await Promise.all([
      set('1-1', 'Estimated'),
      set('2-1', 'Estimated widely'),
      set('3-1', 'Unsold'),
      set('4-1', 'Sold'),
    ]);
    const modelled = { data_tier: 'modelled' };
    await insertValue(db, narrow!, 'sealed', {
      value_cents: 80_500,
      low_cents: 65_000,
      high_cents: 99_000,
      ...modelled,
    });
    await insertValue(db, wide!, 'sealed', { value_cents: 20_000, low_cents: 9_000, high_cents: 40_000, ...modelled });
    await insertValue(db, sold!, 'sealed', { value_cents: 15_000, low_cents: 14_000, high_cents: 16_000 });
    for (const [id, cents] of [
      [narrow, 80_500],
      [wide, 20_000],
      [sold, 15_000],
    ])
      await db.query(`INSERT INTO market.value_step VALUES ($1, 'sealed', current_date - 9, $2)`, [id, cents]);
    for (const id of [narrow, none])
      await db.query(`INSERT INTO market.month_series VALUES ($1, 'sealed', '2023-01-01', '2026-10-01')`, [id]);
    // Months that stand alone: the first, one in between, and the last sale.
    await db.query(
      `INSERT INTO market.month_value
       SELECT $1, 'sealed', m::date, v, v - 1500, v + 1500, 2, NULL
       FROM (VALUES ('2023-01-01', 60000), ('2023-09-01', 70000), ('2024-12-01', 79799)) AS months (m, v)`,
      [narrow],
    );
    await db.query(`INSERT INTO market.month_value VALUES ($1, 'sealed', '2024-12-01', 79799, 78000, 81000, 1, NULL)`, [
      none,
    ]);
    await raiseDataVersion(db, 'catalog', 'market');
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    await page.goto(`${world.origin}/account/import`);
    const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(COLLECTION) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await page.getByText('Imported: 3 added').waitFor();
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
  const shown = async (number: string): Promise<string> => {
    await open(`/account/sets/${number}`, '.todays');
    return (await page.locator('.today').first().innerText()).replaceAll(/\s+/g, ' ');
  };

  it('begin with their range, and say when the last sales were', async () => {
    expect(await shown('1-1')).toContain(
      'New and sealed $650.00 to $990.00 About $805.00, estimated, no recent sales (last: Dec 2024, $797.99)',
    );
  });

  it('have no figure but their range where that is wider than a factor of three', async () => {
    const text = await shown('2-1');
    expect(text).toContain('$90.00 to $400.00 Next sale most likely in this range, estimated, no recent sales');
    // Nor what would be left of it after fees.
    expect(text).not.toContain('$200.00');
  });

  it('are not there where nothing can be said; the last sale is', async () => {
    expect(await shown('3-1')).toContain('No value: no recent sales (last: Dec 2024, $797.99).');
    await open('/account/sets/2-1', '.todays');
    expect(await page.locator('.today').nth(1).innerText()).toContain('No value: no sales are known.');
  });

  it('leave a value of recent sales as it is', async () => {
    expect(await shown('4-1')).toContain(
      'New and sealed $150.00 Next sale most likely $140.00 to $160.00, from many sales',
    );
  });

  it('are ranges among other sets', async () => {
    await open('/account/sets', '.set-card');
    const card = page.locator('.set-card', { hasText: 'Estimated widely' });
    expect((await card.locator('dl').innerText()).replaceAll(/\s+/g, ' ')).toBe('New about $90.00 to $400.00 Used –');
  });

  it('say nothing of forecasts that there are not', async () => {
    expect(await shown('4-1')).not.toContain('forecast');
    await open('/account/overview', '.figures');
    expect(await page.locator('main').innerText()).not.toContain('A year ahead');
  });

  it('are named in the total', async () => {
    await open('/account/overview', '.figures');
    expect(await page.locator('.figures').first().innerText()).toContain(
      '4 copies of 3 sets, of which $1,810.00 estimated',
    );
  });

  it.each(
    firstOf(2, [
      ['estimated', '/account/sets/1-1', '.line-plot canvas'],
      ['estimated-widely', '/account/sets/2-1', '.todays'],
      ['without-value', '/account/sets/3-1', '.line-plot canvas'],
      ['sets-estimated', '/account/sets', '.set-card'],
      ['overview-estimated', '/account/overview', '.line-plot canvas'],
    ] as const),
  )('fit every screen: %s', async (name, path, last) => {
    await checkOnEveryScreen(visit, name, () => open(path, last));
  });
});
