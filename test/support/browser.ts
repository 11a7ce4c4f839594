import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** A page that has not come by then is broken, not slow; a busy host lets anybody wait for minutes. */
export const BROWSER_TIMEOUT_MS = process.env['TEST_ON_BUSY_MACHINE'] === '1' ? 240_000 : 20_000;
/** The first start of a browser reads some hundred megabytes. */
const LAUNCH_TIMEOUT_MS = 300_000;
const FAILURES = join(tmpdir(), `brickmarket-failures-${process.getuid?.() ?? 'user'}`);

declare global {
  /** Called by the test environment with the name of a test that has failed. */
  var lookAtFailure: ((test: string) => Promise<void>) | undefined;
}

/** Draws the same pages without the windows around them, for two thirds of the processor time; keeps none for Back. */
const SHELL = '/usr/bin/chromium-headless-shell';
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const CAMERA_ANSWERS = {
  allowed: '--use-fake-ui-for-media-stream',
  refused: '--use-fake-ui-for-media-stream=deny',
};
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The path of an installed Chromium; null when there is none. The variable CHROMIUM overrides it. */
export function findChromium(): string | null {
  return findInstalled(SHELL, ...BROWSERS);
}

/** The path of a Chromium that keeps pages in memory for Back; null when there is none. */
export function findWholeChromium(): string | null {
  return findInstalled(...BROWSERS);
}

function findInstalled(...places: readonly string[]): string | null {
  return [process.env['CHROMIUM'] ?? '', ...places].find((path) => path !== '' && existsSync(path)) ?? null;
}

interface LaunchOptions {
  /** Whether it keeps pages in memory for Back. */
  readonly keepsPages?: boolean;
  /** Gives it a camera, which shows a moving picture, and an owner who allows or refuses to use it. */
  readonly camera?: 'allowed' | 'refused';
}

/**
 * Starts Chromium without its own background requests, and with no other machine than this one: no name is looked up.
 */
export async function launchChromium(
  executablePath: string,
  { keepsPages = false, camera }: LaunchOptions = {},
): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // The driver turns the back/forward cache off, because its own `goBack` does not notice a page out of it.
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    timeout: LAUNCH_TIMEOUT_MS,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Drawing by an emulated graphics card takes a third of the processor time.
      '--disable-gpu',
      '--disable-dev-shm-usage',
      // One process for all pages: a new one for every page that is opened takes longer than the page.
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
      ...(camera === undefined ? [] : ['--use-fake-device-for-media-stream', CAMERA_ANSWERS[camera]]),
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
    ],
  });
  browsers.push(browser);
  globalThis.lookAtFailure = showOpenPages;
  return browser;
}

const browsers: Browser[] = [];

/** Keeps a picture of every open page, and prints where it is, its address and what its console said. */
async function showOpenPages(test: string): Promise<void> {
  mkdirSync(FAILURES, { recursive: true });
  const pages = browsers.flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(FAILURES, `${test.replaceAll(/[^\w]+/g, '-').slice(0, 120)}-${process.pid}-${index + 1}.png`);
    const isTaken = await page.screenshot({ path, fullPage: true, timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    const said = [
      ...(await page.consoleMessages()).map((message) => `${message.type()}: ${message.text()}`),
      ...(await page.pageErrors()).map((error) => `not caught: ${error.message}`),
    ];
    process.stderr.write(
      `\n"${test}" failed at ${page.url()}\n  picture: ${isTaken ? path : 'could not be taken'}\n` +
        `  console: ${said.join('\n           ') || 'said nothing'}\n`,
    );
  }
}

/**
 * Addresses outside of these origins that the pages of a window ask for, from now on. They are noted, not intercepted,
 * which would turn the cache off: `launchChromium` sees to it that nothing leaves the machine.
 */
export function strangersOf(context: BrowserContext, origins: readonly string[]): readonly string[] {
  const strangers: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!origins.includes(origin) && !['data:', 'blob:'].includes(protocol)) strangers.push(request.url());
  });
  return strangers;
}

let axeSource: string | undefined;

/**
 * What axe finds wrong with a page, a line each, by all its rules or by those about colours only. It is evaluated from
 * outside: the page's policy allows no inline script.
 */
export async function accessibilityFaults(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) {
    axeSource ??= readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(axeSource);
  }
  const options = { resultTypes: ['violations'], ...(rules === 'colours' && { runOnly: COLOUR_RULES }) };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`));
}

/** Set SCREENSHOTS to a folder to look at the pages. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env['SCREENSHOTS'])
    await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}.png`, fullPage });
}
