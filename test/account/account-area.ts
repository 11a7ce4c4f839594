import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { hashOfSecret, newSecretToken } from '@brickmarket/identity';
import { Pool } from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ApiProcess } from '../support/api-process.ts';
import { BROWSER_TIMEOUT_MS } from '../support/browser.ts';
import { createTestDatabase } from '../support/test-database.ts';

export const PASSWORD = 'correct horse battery staple';
const LINK_PAGES = { invitation: 'invitation', sign_in: 'sign-in', reset: 'reset' } as const;

/** Chrome's own notes: of an answer that is no success, for which the page has a sentence, and of a cleared cache. */
const NETWORK_NOTE = /^(?:Failed to load resource: |Clear-Site-Data header on )/;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A page with all that was noticed about it from outside. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console said and which errors were not caught, without Chrome's notes of refused requests. */
  readonly complaints: string[];
  /** Requests to other origins; they do not leave the machine. */
  readonly strangers: string[];
  /** Texts of all answers, by address. */
  readonly answers: { url: string; text: string }[];
}

/** The account area and the API, each as its own process on one database, with customers made at will. */
export class AccountArea {
  private constructor(
    /** The owner's connection, to arrange data. */
    readonly db: Pool,
    private readonly drop: () => Promise<void>,
    readonly service: ApiProcess,
    readonly area: ApiProcess,
    /** `http://localhost:PORT` */
    readonly origin: string,
  ) {}

  static async start(): Promise<AccountArea> {
    const database = await createTestDatabase();
    const service = await ApiProcess.start(database.url);
    const port = await freePort();
    const area = await ApiProcess.start(
      database.url,
      {
        ACCOUNT_PORT: String(port),
        API_URL: `${service.url}/api/v1`,
        CONTACT_EMAIL: 'operator@example.com',
        LOG_LEVEL: 'info',
      },
      'apps/account/dist/main.js',
    );
    const db = new Pool({ connectionString: database.url, max: 2 });
    return new AccountArea(db, () => database.drop(), service, area, `http://localhost:${port}`);
  }

  async stop(): Promise<void> {
    await this.area.stop();
    await this.service.stop();
    await this.db.end();
    await this.drop();
  }

  /** A link as the operator or a mail hands it out; an old one is past its time. */
  async link(purpose: keyof typeof LINK_PAGES, email: string, { isOld = false } = {}): Promise<string> {
    const token = newSecretToken();
    await this.db.query(
      `INSERT INTO identity.one_time_token (token_hash, purpose, account_id, email, plan, created_at, expires_at)
       VALUES ($1, $2, (SELECT id FROM access.account WHERE email = $3 AND $2 <> 'invitation'), $3, $4, now(),
               now() + $5::interval)`,
      [
        hashOfSecret(token),
        purpose,
        email,
        purpose === 'invitation' ? 'reseller' : null,
        isOld ? '-1 minute' : '10 minutes',
      ],
    );
    return `${this.origin}/account/${LINK_PAGES[purpose]}#token=${token}`;
  }

  async visit(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    const strangers: string[] = [];
    await context.route(
      (url) => ![this.origin, this.service.url].includes(url.origin) && url.protocol !== 'data:',
      (route) => {
        strangers.push(route.request().url());
        return route.abort();
      },
    );
    return this.tab({ context, strangers, complaints: [], answers: [] });
  }

  /** One more tab of the same browser window. */
  async tab({ context, strangers, complaints, answers }: Omit<Visit, 'page'>): Promise<Visit> {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (!NETWORK_NOTE.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('response', (response) => {
      response.text().then(
        (text) => answers.push({ url: response.url(), text }),
        () => undefined,
      );
    });
    return { context, page, complaints, strangers, answers };
  }

  /** Signs a tab's browser in without a look at the pages. */
  async signIn({ context }: Visit, email: string, password = PASSWORD): Promise<void> {
    const answer = await context.request.post(`${this.origin}/account/api/sign-in/password`, {
      headers: { origin: this.origin },
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`sign-in of ${email}: ${answer.status()} ${await answer.text()}`);
  }

  /** An account that accepted its invitation, with its browser signed in. */
  async customer(browser: Browser, email: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
    const visit = await this.visit(browser, options);
    const token = (await this.link('invitation', email)).split('#token=')[1];
    const answer = await visit.context.request.post(`${this.origin}/account/api/invitations/accept`, {
      headers: { origin: this.origin },
      data: { token, password: PASSWORD },
    });
    if (!answer.ok()) throw new Error(`invitation of ${email}: ${answer.status()} ${await answer.text()}`);
    return visit;
  }

  /** What the API answers to one request with a key. */
  async call(key: string): Promise<number> {
    const answer = await fetch(`${this.service.url}/api/v1/catalog/themes`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  }
}

/** Makes a key by the page and reads it from where it is shown. The dialog stays open. */
export async function makeKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  return shownKey(page);
}

/** The key in the dialog that shows it once. */
export async function shownKey(page: Page): Promise<string> {
  await page.getByRole('heading', { name: 'Copy your key now' }).waitFor();
  const key = await page.getByRole('group', { name: 'Your key' }).textContent();
  if (!/^bmk_[0-9a-f]{48}$/.test(key ?? '')) throw new Error(`no key is shown: ${key}`);
  return key!;
}
