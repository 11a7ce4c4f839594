import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { firstOf } from '../support/lane.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { aPicture, send } from '../support/picture-host.ts';
import { Receiver } from '../support/receivers.ts';
import { insertValue } from '../support/value-builders.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const TITLES = ['Millennium Falcon', 'Galaxy Explorer with a name that is rather long for a telephone', 'Titanic'];
const COLORS = [
  [190, 30, 30],
  [30, 80, 190],
] as const;

(executable === null ? describe.skip : describe)('pages with pictures of sets', () => {
  let world: VisitedArea;
  let host: Receiver;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    host = await Receiver.start();
    world = await VisitedArea.start({ SET_PICTURES: 'loopback' });
    const { db } = world.area;
    for (const [at, title] of TITLES.entries()) {
      // The last one has an address at which there is no picture.
      const picture = host.at(`/${at}.png`, at < 2 ? send(aPicture(COLORS[at]!)) : send('no such file', 'text/html'));
      const facts = { title, theme: 'Icons', year: 2022 - at, pieces: 1_254, image_url: picture };
      const setId = await insertSet(db, { set_number: `1049${at}-1`, ...facts });
      await insertValue(db, setId, 'sealed', { value_cents: 13_525, low_cents: 11_000, high_cents: 16_000 });
    }
    await raiseDataVersion(db, 'catalog', 'market');
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
    for (const at of TITLES.keys())
      await world.post(visit.context, 'holdings', { setNumber: `1049${at}-1`, purchasePriceCents: 98_765_432 });
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
    await host?.stop();
  });

  const open = async (path: string, last: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${world.origin}${path}`);
    await page.locator(last).first().waitFor();
  };

  it.each(
    firstOf<{ name: string; path: string; last: string }>(2, [
      { name: 'pictures-holdings', path: '/account/holdings', last: '.set-thumb img.loaded' },
      { name: 'pictures-sets', path: '/account/sets', last: '.set-picture img.loaded' },
      { name: 'pictures-set', path: '/account/sets/10490-1', last: '.set-picture img.loaded' },
      { name: 'pictures-set-without', path: '/account/sets/10492-1', last: '.set-picture svg' },
      { name: 'pictures-overview', path: '/account', last: '.page-head' },
    ]),
  )('are accessible, fit, move nothing, and ask nobody else: $name', async ({ name, path, last }) => {
    await checkOnEveryScreen(visit, name, () => open(path, last));
  });

  it('show bricks while a picture is loading, and where there is none', async () => {
    let release = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      host.at('/late.png', (response) => {
        release = () => send(aPicture([20, 120, 60]))(response);
        resolve();
      });
    });
    await insertSet(world.area.db, { set_number: '75192-1', title: 'Late', image_url: host.at('/late.png') });
    await raiseDataVersion(world.area.db, 'catalog');
    await open('/account/sets/75192-1', '.set-picture svg');
    const image = page.locator('.set-picture img');
    const attributes = ['loading', 'width', 'height', 'alt'].map((name) => image.getAttribute(name));
    expect(await Promise.all(attributes)).toEqual(['lazy', '176', '88', '']);
    await asked;
    release();
    await page.locator('.set-picture img.loaded').waitFor();
    expect(await page.locator('.set-picture svg').count()).toBe(0);
    await open('/account/sets/10492-1', '.set-picture svg');
    await image.waitFor({ state: 'detached' });
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('are beside the sets that a search suggests', async () => {
    await open('/account/sets', '.set-card');
    await page.getByRole('combobox', { name: 'Find a set' }).fill('falcon');
    await page.getByRole('option').locator('img.loaded').waitFor();
  });
});
