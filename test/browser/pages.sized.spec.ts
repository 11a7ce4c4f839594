import type { Browser, Page } from 'playwright-core';
import { BROWSER_TIMEOUT_MS, findChromium, launchChromium, picture, strangersOf } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { itAtLength } from '../support/lane.ts';
import { checkOnEveryScreen, DESKTOP, PHONE } from '../support/page-checks.ts';
import { runCli } from '../support/run-cli.ts';
import { TestApi } from '../support/test-api.ts';

const executable = findChromium();
if (executable === null)
  process.stderr.write(
    'test/browser is SKIPPED: no Chromium is installed. On Debian: apt-get install chromium; ' +
      'elsewhere say where it is by CHROMIUM=/path.\n',
  );

const ACCOUNT_URL = 'http://localhost:3001/account';

/** Two months of scores, one of them over, with the figures of the backtest: a demo has none on its first day. */
const SCORES_LIKE_THE_BACKTEST = `
INSERT INTO market.scorecard (month, sales, report, reported_at, closed_at)
SELECT month, (figures #>> '{overall,sales}')::integer,
  jsonb_set(figures, '{by,kind}', jsonb_build_object('sealed', figures -> 'overall')), now(),
  CASE WHEN month < '2026-10-01' THEN now() END
FROM (SELECT report -> 'againstSales' AS figures FROM market.backtest ORDER BY id DESC LIMIT 1) latest,
  (VALUES (date '2026-09-01'), (date '2026-10-01')) AS m (month)`;

/** The tables that are wider than their place. Run in the page. */
const SCROLLING_TABLES = `[...document.querySelectorAll('.scroll')]
  .filter((area) => area.scrollWidth > area.clientWidth)
  .map((area) => area.textContent)`;

interface Focused {
  readonly href: string | null;
  readonly outline: string;
  readonly isSeen: boolean;
  readonly isTable: boolean;
}

/** Where the focus is and how it shows. Run in the page. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom } = element.getBoundingClientRect();
  return {
    href: element.getAttribute('href'),
    outline: outlineStyle + ' ' + outlineWidth,
    isSeen: bottom > 0 && top >= 0,
    isTable: element.getAttribute('role') === 'region',
  };
})()`;

function letGoLater(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

(executable === null ? describe.skip : describe)('the pages in a browser', () => {
  let api: TestApi;
  let service: InProcessApi;
  let browser: Browser;
  let origin: string;
  let strangers: readonly string[];
  let complaints: string[];

  beforeAll(async () => {
    api = await TestApi.start();
    const loaded = await runCli(['demo', 'load', '--sets', '60', '--years', '1.5'], { DATABASE_URL: api.databaseUrl });
    expect(loaded).toMatchObject({ code: 0 });
    await api.db.query(SCORES_LIKE_THE_BACKTEST);
    // With the link to the account area, which makes the navigation wider.
    service = await InProcessApi.start(api.databaseUrl, { ACCOUNT_URL });
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
    context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    strangers = strangersOf(context, [origin]);
    complaints = [];
    const page = await context.newPage();
    page.on('console', (message) => {
      // The reference tells its version.
      if (message.type() !== 'info') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${origin}${path}`);
    return page;
  }

  /** Nothing is wider than the screen, once all is in its place. */
  const untilItFits = (page: Page): Promise<unknown> =>
    eventually('the page is no wider than the window', () =>
      page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
    );

  it('lands on a page that fits every screen and links to what one needs', async () => {
    const page = await open('/');
    expect(await page.textContent('pre')).toContain(`${origin}/api/v1/catalog/themes`);
    for (const href of ['/docs', '/openapi.json', '/status', '/methodology'])
      expect(await page.locator(`a[href="${href}"]`).count()).toBeGreaterThan(0);
    await checkOnEveryScreen({ page, complaints, strangers }, 'landing', () => page.reload());
    await page.context().close();
  });

  it('shows how good the values are on every screen, readably', async () => {
    const page = await open('/methodology');
    const reopen = async (): Promise<void> => {
      await page.reload();
      await page.getByRole('heading', { name: 'How good the values are' }).waitFor();
    };
    const checkTable = async (viewport: { readonly width: number }): Promise<void> => {
      expect(await page.locator('table').count()).toBe(1);
      if (viewport.width >= DESKTOP.width) expect(await page.evaluate(SCROLLING_TABLES)).toEqual([]);
    };
    await checkOnEveryScreen({ page, complaints, strangers }, 'methodology', reopen, checkTable);
    await page.context().close();
  });

  itAtLength('has one header on every page, which says where one is', async () => {
    const headers: string[] = [];
    for (const path of ['/', '/docs', '/methodology']) {
      const page = await open(path);
      expect(await page.locator('header.site a[aria-current="page"]').getAttribute('href')).toBe(path);
      headers.push((await page.locator('header.site').innerHTML()).replace(' aria-current="page"', ''));
      await page.context().close();
    }
    expect(new Set(headers).size).toBe(1);
  });

  it('can be used with the keyboard alone, and shows where the focus is', async () => {
    const page = await open('/methodology', PHONE);
    const focused = () => page.evaluate<Focused>(FOCUSED);
    for (const href of ['#content', '/', '/docs', '/methodology', ACCOUNT_URL]) {
      await page.keyboard.press('Tab');
      expect(await focused()).toEqual({ href, outline: 'solid 3px', isSeen: true, isTable: false });
    }
    // The details of the seven points come before the table.
    for (let point = 0; point < 8; point++) await page.keyboard.press('Tab');
    expect(await focused()).toMatchObject({ isTable: true, outline: 'solid 3px' });
    await page.keyboard.press('ArrowRight');
    // Evaluated through the debugger: the page's own policy forbids the eval that a waiting function needs.
    await eventually('the table scrolls by keyboard', () => page.evaluate('document.activeElement.scrollLeft > 0'));
    await page.context().close();
  });

  itAtLength('lets one enter the key once, call a route and see the answer; nothing leaves the machine', async () => {
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
    await page.getByText('Architecture').last().waitFor();
    await picture(page, 'docs-answer');
    expect(await api.used(keyId)).toBe(1);
    expect([strangers, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  itAtLength('can be read before the script of the reference has arrived, and without it', async () => {
    const page = await open('/');
    const { promise: isLetGo, resolve: letGo } = letGoLater();
    await page.route('**/docs/reference.js', async (route) => {
      await isLetGo;
      await route.continue();
    });
    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { name: 'Brickmarket API' }).waitFor();
    await page.getByText('GET /catalog/themes').waitFor();
    await picture(page, 'docs-before-script');
    letGo();
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    expect(await page.getByText('The full reference, in which every request can be tried, is loading.').count()).toBe(
      0,
    );
    expect([strangers, complaints]).toEqual([[], []]);
    await page.context().close();
  });

  itAtLength('shows the reference on a phone', async () => {
    const page = await open('/docs', PHONE, 'dark');
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    await picture(page, 'docs-phone');
    await untilItFits(page);
    expect([strangers, complaints]).toEqual([[], []]);
    await page.context().close();
  });
});
