import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { systemClock } from '@brickmarket/domain';
import { makeSignInLink } from '@brickmarket/operations/identity';
import { AccountStore, AuditLog, Credentials, OneTimeTokens } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { type Browser, chromium } from 'playwright-core';
import { BenchServer } from '../measure/bench-server.ts';
import { printTable, spreadOf } from '../measure/figures.ts';
import { startServer, startService } from '../measure/server-process.ts';

const ACCOUNT = resolve('apps/account/dist/bundle/main.js');
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
  readonly heading: string;
  readonly isSignedIn: boolean;
  /** Whose page it is. */
  readonly of: 'account' | 'api';
}

const VIEWS: readonly View[] = [
  { name: 'sign-in', path: '/sign-in', heading: 'Sign in', isSignedIn: false, of: 'account' },
  { name: 'keys', path: '/keys', heading: '1 of 5 active keys', isSignedIn: true, of: 'account' },
  // Its text is in the page itself: the script of the reference comes after it.
  { name: 'reference', path: '/docs', heading: 'Brickmarket API', isSignedIn: false, of: 'api' },
];

/** How soon pages of the account area and the reference are there: real Chromium, empty cache, real processes. */
export async function benchFirstView(rounds: number): Promise<void> {
  const executablePath = CHROMIUM.find((path) => path !== '' && existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium is installed; say where one is by CHROMIUM=/path');
  const server = await BenchServer.start();
  const databaseUrl = await server.freshDatabase();
  const database = Database.open({ url: databaseUrl, applicationName: 'bench', poolSize: 2 });
  const port = await freePort();
  const account = await startServer('account area', ACCOUNT, {
    ACCOUNT_PORT: String(port),
    DATABASE_URL: databaseUrl,
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
  });
  const api = await startService('API', { DATABASE_URL: databaseUrl });
  const urls = { account: account.url, api: api.url };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] });
  try {
    const stores = new Stores(database);
    await stores.get(AccountStore).create(EMAIL, 'reseller');
    const context = {
      stores: stores.pick({ tokens: OneTimeTokens, credentials: Credentials, audit: AuditLog }),
      clock: systemClock,
      url: account.url,
    };
    const link = await makeSignInLink(context, EMAIL);
    const cookies = await signIn(browser, account.url, link.url.split('#token=')[1]!);
    const measured = VIEWS.map((): Figures[] => []);
    // The first round warms the processes up and is not counted.
    for (let round = 0; round <= rounds; round++)
      for (const [index, view] of VIEWS.entries()) {
        const figures = await open(browser, urls[view.of], view, cookies);
        if (round > 0) measured[index]!.push(figures);
      }
    printTable(
      ['page, empty cache', 'first contentful paint ms', 'complete ms', 'transferred kB', 'of it scripts kB'],
      VIEWS.map(({ name }, index) => [
        name,
        range(measured[index]!.map(({ paintMs }) => paintMs)),
        range(measured[index]!.map(({ completeMs }) => completeMs)),
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

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['cookies']>>;

/** Signs in, makes the one key that the page shows, and returns the session's cookies. */
async function signIn(browser: Browser, url: string, token: string): Promise<Cookies> {
  const context = await browser.newContext();
  const headers = { origin: new URL(url).origin };
  for (const [path, data] of [
    ['sign-in/link', { token }],
    ['keys', { name: 'price sheet' }],
  ] as const) {
    const answer = await context.request.post(`${url}/api/${path}`, { headers, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  }
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

/** Opens a page in a browser window of its own, which has nothing in its cache. */
async function open(browser: Browser, url: string, view: View, cookies: Cookies): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (view.isSignedIn) await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${url}${view.path}`);
  await page.getByRole('heading', { name: view.heading, exact: true }).waitFor();
  // The heading is in the document a moment before it is painted. Not waitForFunction: the page's policy forbids eval.
  for (let tries = 0; tries < 200 && !(await page.evaluate<boolean>(IS_PAINTED)); tries++) await page.waitForTimeout(5);
  const figures = await page.evaluate<Figures>(FIGURES);
  await context.close();
  return figures;
}

function range(values: readonly number[]): string {
  const { median, min, max } = spreadOf(values);
  return `${median.toFixed(0)} (${min.toFixed(0)} to ${max.toFixed(0)})`;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}
