import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { BROWSER_TIMEOUT_MS, findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { TestApi } from '../support/test-api.ts';

const executable = findChromium();

(executable === null ? describe.skip : describe)('a page of another origin in a browser', () => {
  let api: TestApi;
  let service: InProcessApi;
  let pages: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start();
    await moveClock(api.db, NOON);
    ({ key } = await api.account({ dailyLimit: 1000 }));
    await insertSet(api.db, { set_number: '75192-1', title: 'Great Ship' });
    pages = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<title>x</title>'),
    );
    await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    service = await InProcessApi.start(api.databaseUrl, { CORS_ORIGINS: origin });
    browser = await launchChromium(executable!);
    page = await browser.newPage();
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    pages?.close();
    await api.stop();
  });

  interface Seen {
    readonly status: number;
    readonly remaining: string | null;
    readonly etag: string | null;
    readonly code: string | null;
  }

  /** What the page's own script can read of an answer; a browser throws where it may not. */
  const fetched = (path: string, bearer: string): Promise<Seen> =>
    page.evaluate(
      async ({ url, authorization }) => {
        const answer = await fetch(url, { headers: { authorization } });
        const body = (await answer.json()) as { error?: { code: string } };
        return {
          status: answer.status,
          remaining: answer.headers.get('x-ratelimit-remaining'),
          etag: answer.headers.get('etag'),
          code: body.error?.code ?? null,
        };
      },
      { url: `${service.url}/api/v1${path}`, authorization: `Bearer ${bearer}` },
    );

  it('reads answers, what is left of the allowance, and errors', async () => {
    await page.goto(origin);
    expect(await fetched('/set/75192-1', key)).toEqual({
      status: 200,
      remaining: '999',
      etag: expect.stringMatching(/^W\//),
      code: null,
    });
    expect(await fetched('/catalog/themes?nonsense=1', key)).toMatchObject({
      status: 400,
      remaining: '998',
      code: 'BadRequest',
    });
    expect(await fetched('/set/75192-1', `bmk_${'0'.repeat(48)}`)).toMatchObject({
      status: 401,
      code: 'InvalidApiKey',
    });
  });

  it('reads nothing when its origin is not on the list', async () => {
    await page.goto(origin.replace('127.0.0.1', 'localhost'));
    await expect(fetched('/set/75192-1', key)).rejects.toThrow('Failed to fetch');
  });
});
