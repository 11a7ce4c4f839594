import type { Browser, BrowserContext, Page } from 'playwright-core';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { PASSWORD, TestAccountArea } from '../support/test-account-area.ts';
import { BROWSER_TIMEOUT_MS, strangersOf } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { InProcessApi } from '../support/in-process-api.ts';

/** Chrome's own notes: of an answer that is no success, for which the page has a sentence, and of a cleared cache. */
const NETWORK_NOTE = /^(?:Failed to load resource: |Clear-Site-Data header on )/;

/** A page with all that was noticed about it from outside. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console said and which errors were not caught, without Chrome's notes of refused requests. */
  readonly complaints: string[];
  /** Requests to other origins; they do not leave the machine. */
  readonly strangers: readonly string[];
}

type ContextOptions = Parameters<Browser['newContext']>[0];

/** The account area and the API on one database, visited in a browser. */
export class VisitedArea {
  private constructor(
    readonly area: TestAccountArea,
    readonly service: InProcessApi,
  ) {}

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<VisitedArea> {
    const apiPort = String(await freePort());
    const area = await TestAccountArea.start({
      API_URL: `http://127.0.0.1:${apiPort}/api/v1`,
      CONTACT_EMAIL: 'operator@example.com',
      ...environment,
    });
    return new VisitedArea(area, await InProcessApi.start(area.databaseUrl, { PORT: apiPort }));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.area.stop();
  }

  /** `http://localhost:PORT` */
  get origin(): string {
    return this.area.origin;
  }

  async invitation(email: string): Promise<string> {
    return `${this.origin}/account/invitation#token=${await this.area.invitation(email)}`;
  }

  /** The operator's one-time link; an old one is past its time. */
  async signInLink(email: string, { isOld = false } = {}): Promise<string> {
    const token = await this.area.signInToken(email);
    if (isOld)
      await this.area.db.query(
        `UPDATE identity.one_time_token SET expires_at = now() - interval '1 minute'
         WHERE purpose = 'sign_in' AND used_at IS NULL`,
      );
    return `${this.origin}/account/sign-in#token=${token}`;
  }

  async visit(browser: Browser, options: ContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    return this.tab({ context, strangers: strangersOf(context, [this.origin, this.service.url]), complaints: [] });
  }

  /** One more tab of the same browser window. */
  async tab({ context, strangers, complaints }: Omit<Visit, 'page'>): Promise<Visit> {
    const page = await context.newPage();
    page.on('console', (message) => {
      if (!NETWORK_NOTE.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    return { context, page, complaints, strangers };
  }

  /** Signs a browser in without showing it a page. */
  async signIn({ context }: Visit, email: string): Promise<void> {
    await this.post(context, 'sign-in/password', { email, password: PASSWORD });
  }

  /** An account that accepted its invitation, with its browser signed in. */
  async customer(browser: Browser, email: string): Promise<Visit> {
    const visit = await this.visit(browser);
    const token = await this.area.invitation(email);
    await this.post(visit.context, 'invitations/accept', { token, password: PASSWORD });
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

  /** One write of a browser that is signed in, or wants to be. */
  async post(context: BrowserContext, path: string, data: object): Promise<void> {
    const headers = { origin: this.origin };
    const answer = await context.request.post(`${this.origin}/account/api/${path}`, { headers, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
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
