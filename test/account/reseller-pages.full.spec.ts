import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually } from '../support/eventually.ts';
import {
  defaultBrickfolio,
  insertBrickfolio,
  insertHolding,
  insertSale,
  insertValueStep,
} from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const FEES = ['Platform fees, $', 'Payment fees, $', 'Shipping, $'];

(executable === null ? describe.skip : describe)('the pages a reseller works with all day', () => {
  let world: VisitedArea;
  let browser: Browser;

  beforeAll(async () => {
    world = await VisitedArea.start();
    for (const number of ['10497-1', '75192-1']) await insertSet(world.area.db, { set_number: number });
    browser = await launchChromium(executable!);
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const open = async ({ page }: Visit, path: string, last: string): Promise<void> => {
    await page.goto(`${world.origin}/account/${path}`);
    await page.locator(last).first().waitFor();
  };
  const read = async <Answer>({ context }: Visit, path: string): Promise<Answer> =>
    (await (await context.request.get(`${world.origin}/account/api/${path}`)).json()) as Answer;
  const told = (page: Page, text: string): Promise<void> =>
    page.locator('main [role=status]').filter({ hasText: text }).first().waitFor();

  /** An account with copies of two sets in two brickfolios, the oldest in the second. */
  async function withTwoBrickfolios(email: string): Promise<Visit> {
    const { db } = world.area;
    const visit = await world.customer(browser, email);
    const id = await world.area.accountId(email);
    const [shelf, attic] = [await defaultBrickfolio(db, id), await insertBrickfolio(db, id, 'Attic')];
    const bought = (price: number, day: string) => ({ purchase_price_cents: price, purchase_date: day });
    await insertHolding(db, shelf, '10497-1', { quantity: 3, ...bought(5_000, '2025-02-01') });
    await insertHolding(db, attic, '10497-1', bought(4_000, '2025-01-01'));
    await insertHolding(db, shelf, '75192-1', { quantity: 2, ...bought(60_000, '2025-03-01') });
    return visit;
  }

  interface Facts {
    readonly setNumber: string;
    readonly quantity: number;
    readonly status: string;
    readonly brickfolio: string;
  }
  const holdingsOf = async (visit: Visit): Promise<readonly Facts[]> =>
    (await read<{ holdings: (Facts & { version: number })[] }>(visit, 'holdings?limit=250&sort=added')).holdings.map(
      ({ version: _version, ...facts }) => facts,
    );

  /** What is filled in for sales on eBay together, each of a set, copies and proceeds. */
  const feesOf = async (visit: Visit, ...sales: readonly (readonly [string, number, number])[]) => {
    const names = ['platformFeesCents', 'paymentFeesCents', 'shippingCents'] as const;
    const estimates = await Promise.all(
      sales.map(async ([set, copies, gross]) => {
        const path = `selling-fees/ebay/estimate?setNumber=${set}&copies=${copies}&grossCents=${gross}`;
        return (await read<{ estimate: Readonly<Record<(typeof names)[number], number>> }>(visit, path)).estimate;
      }),
    );
    return names.map((name) => estimates.reduce((sum, estimate) => sum + estimate[name], 0));
  };

  it('move, sell and delete several holdings at once, and take each back by one undo', async () => {
    const visit = await withTwoBrickfolios('ann@example.com');
    const { page } = visit;
    const before = await holdingsOf(visit);
    const dialog = page.getByRole('dialog');
    const sales = async () =>
      (
        await read<{ sales: { setNumber: string; netCents: number; profitCents: number }[] }>(
          visit,
          'ledger?sort=set_number&direction=asc',
        )
      ).sales.map(({ setNumber, netCents, profitCents }) => [setNumber, netCents, profitCents]);
    const doWithAll = async (name: string, said: string, fill: () => Promise<void>): Promise<void> => {
      await open(visit, 'holdings', '.holding-rows tbody tr');
      await page.getByLabel('Choose all on this page').check();
      await page.getByText('3 holdings chosen').waitFor();
      await page.getByRole('region', { name: 'Chosen holdings' }).getByRole('button', { name }).click();
      await fill();
      await dialog.getByRole('button', { name, exact: true }).click();
      await told(page, said);
    };
    const takeBack = async (said: string): Promise<void> => {
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await told(page, said);
      expect(await holdingsOf(visit)).toEqual(before);
    };

    await doWithAll('Move', 'Moved 2 holdings (5 copies) to Attic', async () => {
      await dialog.getByLabel('To which brickfolio?').selectOption('Attic');
    });
    expect((await holdingsOf(visit)).map(({ brickfolio }) => brickfolio)).toEqual(['Attic', 'Attic', 'Attic']);
    await takeBack('Undone: Moved 2 holdings');

    await doWithAll('Mark sold', 'Sold 3 holdings (6 copies) on eBay', async () => {
      await dialog.getByLabel('4 × 10497-1, sealed').fill('400');
      await dialog.getByLabel('2 × 75192-1, sealed').fill('1600');
      const fees = await feesOf(visit, ['10497-1', 4, 40_000], ['75192-1', 2, 160_000]);
      await eventually('the fees of both sets are filled in', async () => {
        const shown = await Promise.all(FEES.map((label) => dialog.getByLabel(label).inputValue()));
        return JSON.stringify(shown.map((dollars) => Math.round(Number(dollars) * 100))) === JSON.stringify(fees);
      });
      expect(fees[0]).toBeGreaterThan(20_000);
      for (const label of FEES) await dialog.getByLabel(label).fill('0');
      await dialog.getByRole('button', { name: 'Mark sold', exact: true }).click();
      await dialog.getByRole('alert').getByText('No fees on eBay?').waitFor();
      expect(await sales()).toEqual([]);
      await dialog.getByLabel('Platform fees, $').fill('200');
      // 400 + 1600 - 200 - (3 * 50 + 40 + 2 * 600)
      await dialog.getByText('Proceeds $2,000.00, after fees $1,800.00. Gain: +$410.00.').waitFor();
    });
    expect((await holdingsOf(visit)).map(({ status }) => status)).toEqual(['sold', 'sold', 'sold']);
    expect(await sales()).toEqual([
      ['10497-1', 36_000, 17_000],
      ['75192-1', 144_000, 24_000],
    ]);
    await takeBack('Undone: Sold 3 holdings');
    expect(await sales()).toEqual([]);

    await doWithAll('Delete', 'Deleted 3 holdings (6 copies)', () =>
      dialog.getByText('6 copies of 2 sets will be deleted. Undo brings them back.').waitFor(),
    );
    expect(await holdingsOf(visit)).toEqual([]);
    await takeBack('Restored 3 holdings');
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
    await visit.context.close();
  });

  it('say which copies of which brickfolio a sale takes, and take these', async () => {
    const visit = await withTwoBrickfolios('bob@example.com');
    const { page } = visit;
    const [{ brickfolio: shelf }] = (await holdingsOf(visit)) as [Facts];
    await open(visit, 'holdings', '.holding-rows tbody tr');
    await page.getByRole('button', { name: /^Change 3 × 10497-1/ }).click();
    await page.getByRole('button', { name: 'Mark sold' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Oldest first').check();
    await dialog.getByText(/^The oldest are taken from all your brickfolios. 1 bought for \$40\.00 on /).waitFor();
    await dialog.getByLabel('Copies sold').fill('2');
    const said = dialog.getByText('Cost: $90.00.');
    await said.waitFor();
    expect(await said.textContent()).toMatch(
      / 1 bought for \$40\.00 on .*, in Attic; 1 bought for \$50\.00 on .*, in /,
    );
    await dialog.getByLabel('Proceeds, $').fill('150');
    await dialog.getByText('after $0.00 of fees').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Mark sold' }).click();
    await told(page, 'Sold 2 × 10497-1');
    expect(
      (await holdingsOf(visit))
        .filter(({ setNumber }) => setNumber === '10497-1')
        .map(({ quantity, status, brickfolio }) => `${quantity} ${status} in ${brickfolio}`)
        .toSorted(),
    ).toEqual([`1 sold in ${shelf}`, '1 sold in Attic', `2 owned in ${shelf}`].toSorted());
    expect((await read<{ sales: object[] }>(visit, 'ledger')).sales).toMatchObject([{ costBasisCents: 9_000 }]);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
    await visit.context.close();
  });

  it('show the ten best and the ten worst of more, and a period of one’s own that a reload keeps', async () => {
    const visit = await world.customer(browser, 'cat@example.com');
    const { page } = visit;
    const { db } = world.area;
    const shelf = await defaultBrickfolio(db, await world.area.accountId('cat@example.com'));
    // Twelve that gained 1 to 12 percent, and twelve that lost as much.
    for (let percent = -12; percent <= 12; percent++) {
      if (percent === 0) continue;
      const number = `${700 + percent}-1`;
      await insertSet(db, { set_number: number });
      await insertValueStep(db, number, 'sealed', '2025-01-01', 10_000 + percent * 100);
      await insertHolding(db, shelf, number, { purchase_price_cents: 10_000, purchase_date: '2025-01-01' });
    }
    const ten = Array.from({ length: 10 }, (_, index) => 12 - index);
    type Moved = { gainPct: number };
    const { best, worst } = await read<{ best: Moved[]; worst: Moved[] }>(visit, 'overview?period=30d');
    expect(best.map(({ gainPct }) => gainPct)).toEqual(ten);
    expect(worst.map(({ gainPct }) => gainPct)).toEqual(ten.map((percent) => -percent));

    await open(visit, 'overview', '.moves li');
    const ranked = (title: string): Promise<string[]> =>
      page
        .locator('.two-columns > div')
        .filter({ has: page.getByRole('heading', { name: title }) })
        .getByRole('listitem')
        .locator('> b')
        .allTextContents();
    const shown = (await ranked('Ten best')).map((text) => Number.parseFloat(text.replace('+', '')));
    expect(shown).toEqual(ten);
    expect((await ranked('Ten worst')).map((text) => Number.parseFloat(text.replace('−', '-')))).toEqual(
      ten.map((percent) => -percent),
    );

    await page.getByRole('radio', { name: 'Other' }).check({ force: true });
    const [from, until] = [daysAgo(100), daysAgo(40)];
    await page.getByLabel('From', { exact: true }).fill(until);
    await page.getByLabel('Until', { exact: true }).fill(from);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/begin before it ends/).waitFor();
    await page.getByLabel('From', { exact: true }).fill(from);
    await page.getByLabel('Until', { exact: true }).fill(until);
    const asked = page.waitForResponse((answer) => answer.url().includes(`/overview?from=${from}&until=${until}`));
    await page.getByRole('button', { name: 'Show' }).click();
    const { history } = (await (await asked).json()) as { history: { days: string[] } };
    expect([history.days[0], history.days.at(-1), history.days.length]).toEqual([from, until, 61]);
    await page.waitForURL(`**/overview?period=days&from=${from}&until=${until}`);
    await page.reload();
    await page.getByRole('heading', { name: /^Time-weighted, .* to / }).waitFor();
    expect([
      await page.getByLabel('From', { exact: true }).inputValue(),
      await page.getByLabel('Until', { exact: true }).inputValue(),
    ]).toEqual([from, until]);
    await visit.context.close();
  });

  it('find, filter and sort sales, and keep that in the address', async () => {
    const visit = await world.customer(browser, 'dan@example.com');
    const { page } = visit;
    const { db } = world.area;
    const dan = await world.area.accountId('dan@example.com');
    for (let sale = 1; sale <= 40; sale++)
      await insertSale(db, dan, sale % 2 === 0 ? '10497-1' : '75192-1', {
        sale_date: `2026-05-${String(1 + (sale % 28)).padStart(2, '0')}`,
        platform: sale % 4 === 0 ? 'bricklink' : 'ebay',
        gross_cents: 10_000 + sale,
        cost_basis_cents: 9_000,
      });
    await insertSale(db, dan, '10497-1', { sale_date: '2025-06-01', gross_cents: 1_000, cost_basis_cents: 9_000 });
    const rows = page.locator('.sales > li');
    const numberOf = (count: number): Promise<unknown> =>
      eventually(`${count} sales are shown`, async () => (await rows.count()) === count);
    await open(visit, 'ledger', '.sales > li');
    await numberOf(41);
    const filters = page.getByRole('search', { name: 'Sales' });
    await filters.getByLabel('Number or name').fill('75192');
    await numberOf(20);
    await filters.getByLabel('Number or name').fill('');
    await filters.getByLabel('Platform').selectOption('BrickLink');
    await numberOf(10);
    await filters.getByLabel('Platform').selectOption('All');
    await filters.getByLabel('Year').selectOption('2025');
    await numberOf(1);
    await filters.getByLabel('Year').selectOption('All');
    await filters.getByLabel('Order').selectOption('Largest loss first');
    const first = (gain: string): Promise<unknown> =>
      eventually(`${gain} is first`, async () => (await rows.first().innerText()).includes(gain));
    await first('−$80.00');
    await filters.getByLabel('Order').selectOption('Largest gain first');
    await first('+$10.40');
    await page.reload();
    await first('+$10.40');
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
    await visit.context.close();
  });
});
