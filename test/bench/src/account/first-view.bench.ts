import { existsSync } from 'node:fs';
import { AccountStore } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { BenchServer } from '../measure/bench-server.ts';
import { printTable, rangeText, spreadOf } from '../measure/figures.ts';
import { startService } from '../measure/server-process.ts';
import { signInByLink, startAccountArea } from './account-area.ts';

const EMAIL = 'bench@example.com';
const CHROMIUM = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Paint times of the page and what it has transferred, headers included. Run in the page. */
const IS_PAINTED = `performance.getEntriesByName('first-contentful-paint').length > 0`;
const FIGURES = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  const bytes = (entries) => entries.reduce((sum, entry) => sum + entry.transferSize, 0);
  return {
    paintMs: paint.startTime,
    completeMs: performance.now(),
    bytes: bytes(loaded),
    scriptBytes: bytes(loaded.filter((entry) => entry.name.endsWith('.js'))),
  };
})()`;

interface Figures {
  readonly paintMs: number;
  /** When the heading that appears last was there. */
  readonly completeMs: number;
  readonly bytes: number;
  readonly scriptBytes: number;
}

interface View {
  readonly name: string;
  readonly path: string;
  readonly heading: string | RegExp;
  readonly isSignedIn: boolean;
  /** Whose page it is. */
  readonly of: 'account' | 'api';
}

const VIEWS: readonly View[] = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in', isSignedIn: false, of: 'account' },
  { name: 'keys', path: '/keys', heading: '1 of 5 active keys', isSignedIn: true, of: 'account' },
  // Its text is in the page itself: the script of the reference comes after it, and has a heading of its own.
  { name: 'reference', path: '/docs', heading: /^Brickmarket( API)?$/, isSignedIn: false, of: 'api' },
];

/** How soon pages of the account area and the reference are there: real Chromium, empty cache, real processes. */
export async function benchFirstView(rounds: number): Promise<void> {
  const executablePath = CHROMIUM.find((path) => path !== '' && existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium is installed; say where one is by CHROMIUM=/path');
  const server = await BenchServer.start();
  const databaseUrl = await server.freshDatabase();
  const database = Database.open({ url: databaseUrl, applicationName: 'bench', poolSize: 2 });
  const account = await startAccountArea(databaseUrl);
  const api = await startService('API', { DATABASE_URL: databaseUrl });
  const urls = { account: account.url, api: api.url };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    await new Stores(database).get(AccountStore).create(EMAIL, 'reseller');
    const cookie = await signInByLink(databaseUrl, account.url, EMAIL);
    await makeKey(account.url, cookie);
    const measured = VIEWS.map((): Figures[] => []);
    // The first round warms the processes up and is not counted.
    for (let round = 0; round <= rounds; round++)
      for (const [index, view] of VIEWS.entries()) {
        const figures = await open(browser, urls[view.of], view, cookie);
        if (round > 0) measured[index]!.push(figures);
      }
    printTable(
      ['page, empty cache', 'first contentful paint ms', 'complete ms', 'transferred kB', 'of it scripts kB'],
      VIEWS.map(({ name }, index) => [
        name,
        rangeText(
          measured[index]!.map(({ paintMs }) => paintMs),
          0,
        ),
        rangeText(
          measured[index]!.map(({ completeMs }) => completeMs),
          0,
        ),
        (spreadOf(measured[index]!.map(({ bytes }) => bytes)).median / 1_000).toFixed(1),
        (spreadOf(measured[index]!.map(({ scriptBytes }) => scriptBytes)).median / 1_000).toFixed(1),
      ]),
    );
  } finally {
    await browser.close();
    await account.stop();
    await api.stop();
    await database.close();
    await server.stop();
  }
}

/** Makes the one key that the page shows. */
async function makeKey(url: string, cookie: string): Promise<void> {
  const answer = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { cookie, origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'price sheet' }),
  });
  if (!answer.ok) throw new Error(`keys: ${answer.status} ${await answer.text()}`);
}

/** Opens a page in a browser window of its own, which has nothing in its cache. */
async function open(browser: Browser, url: string, view: View, cookie: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (view.isSignedIn) await context.addCookies(cookiesOf(cookie, url));
  const page = await context.newPage();
  await page.goto(`${url}${view.path}`);
  await page.getByRole('heading', { name: view.heading, exact: true }).waitFor();
  // The heading is in the document a moment before it is painted. Not waitForFunction: the page's policy forbids eval.
  for (let tries = 0; tries < 200 && !(await page.evaluate<boolean>(IS_PAINTED)); tries++) await page.waitForTimeout(5);
  const figures = await page.evaluate<Figures>(FIGURES);
  await context.close();
  return figures;
}

/** Cookies as a browser keeps them, of the header that sends them. */
function cookiesOf(header: string, url: string): Parameters<BrowserContext['addCookies']>[0] {
  return header.split('; ').map((cookie) => {
    const end = cookie.indexOf('=');
    const [name, value] = [cookie.slice(0, end), cookie.slice(end + 1)];
    return { name, value, domain: new URL(url).hostname, path: '/', secure: true, httpOnly: true };
  });
}
