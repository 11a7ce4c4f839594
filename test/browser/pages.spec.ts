import type { Browser, Page } from 'playwright-core';
import { ApiProcess } from '../support/api-process.ts';
import { BROWSER_PATIENCE_MS, findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { TestApi } from '../support/test-api.ts';

const executable = findChromium();
if (executable === null)
  process.stderr.write(
    'test/browser is SKIPPED: no Chromium is installed. On Debian: apt-get install chromium; elsewhere say where it is by CHROMIUM=/path.\n',
  );

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Set SCREENSHOTS to a folder to look at the pages. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png` });
}

(executable === null ? describe.skip : describe)('the pages in a browser', () => {
  let api: TestApi;
  let service: ApiProcess;
  let browser: Browser;
  let origin: string;
  let strangers: string[];
  let complaints: string[];

  beforeAll(async () => {
    api = await TestApi.start();
    await insertSet(api.db, { set_number: '75192-1', title: 'Great Ship', theme: 'Space' });
    service = await ApiProcess.start(api.databaseUrl);
    origin = service.url;
    browser = await launchChromium(executable!);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await api.stop();
  });

  async function open(path: string, viewport = DESKTOP, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ viewport, colorScheme });
    context.setDefaultTimeout(BROWSER_PATIENCE_MS);
    strangers = [];
    complaints = [];
    // Whatever leaves the machine is noted, and does not leave it.
    await context.route(
      (url) => url.origin !== origin && !['data:', 'blob:'].includes(url.protocol),
      (route) => {
        strangers.push(route.request().url());
        return route.abort();
      },
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${origin}${path}`);
    return page;
  }

  /** Nothing is wider than the screen, once all is in its place. */
  const untilItFits = (page: Page): Promise<unknown> =>
    page.waitForFunction('document.documentElement.scrollWidth <= window.innerWidth');

  it.each([
    ['desktop', DESKTOP, 'light'],
    ['desktop', DESKTOP, 'dark'],
    ['phone', PHONE, 'light'],
    ['phone', PHONE, 'dark'],
  ] as const)(
    'lands on a page that fits a %s (%o, %s) and links to what one needs',
    async (device, viewport, scheme) => {
      const page = await open('/', viewport, scheme);
      expect(await page.textContent('h1')).toBe('Brickmarket');
      expect(await page.textContent('pre')).toContain(`${origin}/api/v1/catalog/themes`);
      for (const href of ['/docs', '/openapi.json', '/readyz', '/methodology'])
        expect(await page.locator(`a[href="${href}"]`).count()).toBe(1);
      await untilItFits(page);
      expect([strangers, complaints]).toEqual([[], []]);
      await picture(page, `landing-${device}-${scheme}`);
      await page.context().close();
    },
  );

  it('lets one enter the key once, call a route and see the answer; nothing leaves the machine', async () => {
    const { key, keyId } = await api.account();
    const page = await open('/docs');
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    await page.getByText(`${origin}/api/v1/catalog/themes`).first().waitFor({ state: 'attached' });
    await picture(page, 'docs-desktop');
    await page.getByPlaceholder('Token').first().fill(key);
    await page.getByRole('link', { name: 'All themes' }).click();
    await page.getByRole('button', { name: /Test Request.*themes/ }).click();
    const answered = page.waitForResponse(`${origin}/api/v1/catalog/themes`);
    await page.getByRole('button', { name: /^Send get request/ }).click();
    expect((await answered).status()).toBe(200);
    await page.getByText('Space').last().waitFor();
    await picture(page, 'docs-answer');
    expect(await api.used(keyId)).toBe(1);
    expect([strangers, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  it('shows the reference on a phone', async () => {
    const page = await open('/docs', PHONE, 'dark');
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    await picture(page, 'docs-phone');
    await untilItFits(page);
    expect([strangers, complaints]).toEqual([[], []]);
    await page.context().close();
  });
});
