import type { Browser } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { DESKTOP, PHONE } from '../support/page-checks.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const word = (length: number): string => 'Bauklötzchen'.repeat(Math.ceil(length / 12)).slice(0, length);

(executable === null ? describe.skip : describe)('words that are longer than a line', () => {
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
    const { db } = world.area;
    const set = { set_number: '1-1', title: word(300), theme: word(200), subtheme: word(150) };
    await insertSet(db, set);
    visit = await world.customer(browser, 'ann@example.com');
    const account = await world.area.accountId('ann@example.com');
    const brickfolio = await defaultBrickfolio(db, account);
    await insertHolding(db, brickfolio, '1-1', { quantity: 2, notes: word(400) });
    await world.post(visit.context, 'brickfolios', { name: word(100), description: word(500) });
    const facts = { setNumber: '1-1', condition: 'sealed', quantity: 1, brickfolioId: brickfolio, status: 'owned' };
    await world.post(visit.context, 'holdings', { ...facts, boughtFrom: word(200), storedAt: word(200) });
    await world.post(visit.context, 'alerts/rules', {
      name: word(100),
      kind: 'price.dropped',
      scope: 'sets',
      setNumbers: ['1-1'],
      belowCents: 9_900,
    });
  });
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });

  it.each(['sets/1-1', 'sets?q=1-1', 'holdings', 'brickfolios', 'overview', 'alerts/rules'])(
    'are wrapped on /%s, which is no wider than its window',
    async (path) => {
      const { page } = visit;
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        await page.goto(`${world.origin}/account/${path}`);
        await page.locator('main').getByText('Bauklötzchen').first().waitFor({ state: 'attached' });
        await picture(page, `long-words-${path.replaceAll(/\W/g, '-')}-${viewport.width}`);
        expect([viewport.width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          viewport.width,
          viewport.width,
        ]);
      }
    },
  );
});
