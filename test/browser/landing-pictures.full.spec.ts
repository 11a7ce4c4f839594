import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import type { Browser } from 'playwright-core';
import { VisitedArea } from '../account/visited-area.ts';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { runCli } from '../support/run-cli.ts';

const FOLDER = 'apps/api/pictures';
const PAGES = ['overview', 'what-to-sell', 'retail'];
const SCHEMES = ['light', 'dark'] as const;
const [WIDTH, HEIGHT] = [1280, 860];
/** All of the pictures on the front page of one reader. */
const MAX_BYTES = 150_000;

/** Whether the pictures on the front page have come, each in its full width. Run in the page. */
const ARE_LOADED = `[...document.querySelectorAll('main img')].every((image) => image.naturalWidth === ${WIDTH})`;

const executable = findChromium();
describe('the pictures on the front page', () => {
  it.each(SCHEMES)('are there in %s, and light to load', (scheme) => {
    const files = PAGES.map((page) => `${page}-${scheme}.webp`);
    expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(files));
    const bytes = files.map((file) => statSync(join(FOLDER, file)).size);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_BYTES);
  });
});

(executable === null ? describe.skip : describe)('the pages of the demo account', () => {
  let world: VisitedArea;
  let browser: Browser;

  beforeAll(async () => {
    world = await VisitedArea.start();
    const environment = { DATABASE_URL: world.area.databaseUrl };
    const loading = ['demo', 'load', '--sets', '400', '--years', '2', '--force'];
    expect(await runCli(loading, environment)).toMatchObject({ code: 0 });
    browser = await launchChromium(executable!);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  // WRITE_PICTURES=1 makes those of the front page again.
  it.each(SCHEMES)('can be pictured in %s', async (colorScheme) => {
    const { page, context, complaints } = await world.visit(browser, {
      viewport: { width: WIDTH, height: HEIGHT },
      colorScheme,
    });
    await page.goto(await world.signInLink(DEMO_EMAIL));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.waitForURL('**/account/overview');
    const debugged = await context.newCDPSession(page);
    for (const path of PAGES) {
      await page.goto(`${world.origin}/account/${path}`);
      await page.locator('main:not(:has(.skeleton)) h1').waitFor();
      if (path === 'overview') await page.locator('canvas').first().waitFor();
      // As for those who have a passkey or a password.
      await page.evaluate("document.querySelector('main .notice')?.remove()");
      const { data } = await debugged.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
      if (process.env['WRITE_PICTURES'] === '1')
        writeFileSync(join(FOLDER, `${path}-${colorScheme}.webp`), Buffer.from(data, 'base64'));
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(SCHEMES)('are on the front page in %s, at their full size', async (colorScheme) => {
    const { page, context, complaints } = await world.visit(browser, { colorScheme });
    await page.goto(world.service.url);
    for (const image of await page.locator('main img').all()) await image.scrollIntoViewIfNeeded();
    await eventually('the pictures are there', () => page.evaluate<boolean>(ARE_LOADED));
    await picture(page, `landing-with-pictures-${colorScheme}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
