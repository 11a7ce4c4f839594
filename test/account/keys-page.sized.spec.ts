import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../support/test-account-area.ts';
import { findChromium, findWholeChromium, launchChromium, picture } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { inFullLane, itAtLength } from '../support/lane.ts';
import { moveClock } from '../support/move-clock.ts';
import { makeKey, shownKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
if (executable === null) process.stderr.write('test/account is SKIPPED in browsers: no Chromium is installed.\n');
const whole = findWholeChromium();
if (whole === null) process.stderr.write('Going back to pages in memory is SKIPPED: no whole Chromium is installed.\n');

/** Everything of a page that could keep a text: the tree, fields, storage, addresses. Run in the page. */
const ALL_TEXT = `(async () => JSON.stringify([
  document.documentElement.outerHTML,
  [...document.querySelectorAll('input')].map((input) => input.value),
  { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
  await indexedDB.databases(), await caches.keys(),
  performance.getEntries().map((entry) => entry.name),
]))()`;

const allText = (page: Page): Promise<string> => page.evaluate<string>(ALL_TEXT);

/** Tells the texts of all answers a page got since, by address. They are lost when it is left: ask before that. */
function answersTo(page: Page): () => Promise<readonly { readonly url: string; readonly text: string }[]> {
  const reading: Promise<{ url: string; text: string }>[] = [];
  page.on('response', (response) => {
    const of = (text: string) => ({ url: response.url(), text });
    reading.push(response.text().then(of, () => of('')));
  });
  return () => Promise.all(reading);
}

(executable === null ? describe.skip : describe)('keys, made and ended on the page', () => {
  let world: VisitedArea;
  let browser: Browser;

  beforeAll(async () => {
    world = await VisitedArea.start();
    browser = await launchChromium(executable!);
  });

  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const expectQuiet = ({ complaints, strangers }: Visit): void => expect([complaints, strangers]).toEqual([[], []]);

  const openKeys = async ({ page }: Visit): Promise<void> => {
    await page.goto(`${world.origin}/account/keys`);
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
  };

  it('leads a stranger from an invitation to a first request with their own key, and shows it arrive', async () => {
    const visit = await world.visit(browser);
    const { page } = visit;
    await page.goto(await world.invitation('stranger@example.com'));
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    // The link is no longer in the address, where history and screenshots would keep it.
    expect(page.url()).toBe(`${world.origin}/account/invitation`);
    await page.getByLabel('Password', { exact: true }).fill('stranger@example.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('.field-error').waitFor();
    // A refused password uses the link up as little as it empties the field.
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('stranger@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Your account is ready').waitFor();
    await page.getByRole('link', { name: 'Create an API key' }).click();

    const key = await makeKey(page, 'price sheet');
    await page.getByText('Waiting for the first request').waitFor();
    expect(await page.getByRole('group', { name: 'Try it in a terminal' }).textContent()).toBe(
      `curl -H "Authorization: Bearer ${key}" ${world.service.url}/api/v1/catalog/themes`,
    );
    expect(await world.call(key)).toBe(200);
    await page.getByText('First request arrived').waitFor();
    await picture(page, 'first-request', false);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText(`bmk_…${key.slice(-4)}`).waitFor();
    expect(await page.locator('.key').textContent()).toContain('1 of 1,000');
    expectQuiet(visit);
    await visit.context.close();
  });

  it('has the key in one answer and place only: not in HTML, URL, storage, log, or after Back', async () => {
    const visit = await world.customer(browser, 'careful@example.com');
    const { page } = visit;
    const answers = answersTo(page);
    await openKeys(visit);
    const key = await makeKey(page, 'secret');
    const addresses = await page.evaluate<string>('JSON.stringify([location.href, localStorage, sessionStorage])');
    expect(addresses).not.toContain(key);
    await answers();
    // Away to another site and Back, which may show the page as it was out of memory.
    await page.goto(`${world.service.url}/`);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor({ state: 'attached' });
    expect(await allText(page)).not.toContain(key);
    expect(await allText(page)).not.toContain(key.slice(4, 24));
    // Away by Back from a page that shows one, then forward again.
    await openKeys(visit);
    const second = await makeKey(page, 'second');
    await answers();
    await page.goBack();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor({ state: 'attached' });
    expect(await allText(page)).not.toContain(second);
    const received = await answers();
    for (const one of [key, second])
      expect(received.filter(({ text }) => text.includes(one)).map(({ url }) => url)).toEqual([
        `${world.origin}/account/api/keys`,
      ]);
    await world.area.printed('/account/api/keys');
    for (const log of [world.area.output, world.service.output]) {
      expect(log).not.toContain(key);
      expect(log).not.toContain(second);
    }
    expectQuiet(visit);
    await visit.context.close();
  });

  const describeWithWhole = whole === null ? describe.skip : describe;
  if (inFullLane)
    describeWithWhole('in a browser that keeps pages in memory for Back', () => {
      let keeping: Browser;
      beforeAll(async () => {
        keeping = await launchChromium(whole!, { keepsPages: true });
      });
      afterAll(() => keeping?.close());

      /** Away to another site. The page remembers what can be read of it when it is shown again. */
      async function leave(page: Page): Promise<void> {
        await page.evaluate(`addEventListener('pageshow', () => {
        globalThis.seen = [document.body.innerText];
        requestAnimationFrame(() => globalThis.seen.push(document.body.innerText));
      })`);
        await page.goto(`${world.service.url}/`);
      }

      /** Goes back; returns what could be read at once and in the first frame, null of a page that is loaded again. */
      async function back(page: Page): Promise<readonly string[] | null> {
        // The page may be gone before its answer arrives, which is no failure: where Back led is looked at below.
        await page.evaluate('history.back()').catch(() => undefined);
        const address = (): Promise<string> => page.evaluate<string>('location.href').catch(() => '');
        await eventually('the account area is shown', async () => (await address()).startsWith(world.origin));
        await page.getByRole('heading').first().waitFor();
        // It may be readable again before its first frame is drawn.
        await eventually('the first frame is drawn', () => page.evaluate('(globalThis.seen?.length ?? 2) === 2'));
        return page.evaluate<readonly string[] | null>('globalThis.seen ?? null');
      }

      it('wipes a shown key before the page is kept', async () => {
        const visit = await world.customer(keeping, 'memory@example.com');
        const { page } = visit;
        await openKeys(visit);
        const key = await makeKey(page, 'put away');
        expect(await allText(page)).toContain(key);
        await leave(page);
        const seen = await back(page);
        // The page that Back shows is the one that has shown the key.
        expect(seen).toHaveLength(2);
        await page.getByRole('heading', { name: 'The key is no longer shown' }).waitFor();
        expect(await allText(page)).not.toContain(key.slice(4, 24));
        expectQuiet(visit);
        await visit.context.close();
      });

      it('shows nothing of the account, not for one frame, when the session has ended meanwhile', async () => {
        const visit = await world.customer(keeping, 'ended@example.com');
        const { page, context } = visit;
        await openKeys(visit);
        expect(await page.evaluate<string>('document.body.innerText')).toContain('ended@example.com');
        await leave(page);
        await world.post(context, 'sign-out', {});
        expect(await back(page)).toEqual([
          expect.not.stringContaining('ended@'),
          expect.not.stringContaining('ended@'),
        ]);
        await page.getByRole('heading', { name: 'You were signed out' }).waitFor();
        expect(await page.getByRole('heading', { name: 'Keys' }).isVisible()).toBe(false);
        expectQuiet(visit);
        await context.close();
      });

      it('shows the page as it was left while the session lasts', async () => {
        const visit = await world.customer(keeping, 'lasting@example.com');
        const { page } = visit;
        await openKeys(visit);
        await leave(page);
        expect(await back(page)).toHaveLength(2);
        await page.getByRole('button', { name: 'Create a key' }).waitFor();
        await visit.context.close();
      });

      it('shows nothing of the account once another tab has signed out', async () => {
        const visit = await world.customer(keeping, 'elsewhere@example.com');
        const { page, context } = visit;
        await openKeys(visit);
        await leave(page);
        const { page: other } = await world.tab(visit);
        await other.goto(`${world.origin}/account/keys`);
        await other.getByRole('button', { name: 'Account of' }).click();
        await other.getByRole('button', { name: 'Sign out', exact: true }).click();
        await other.getByText('You are signed out').waitFor();
        for (const text of (await back(page)) ?? []) expect(text).not.toContain('elsewhere@');
        expect(await page.evaluate<string>('document.body.innerText')).not.toContain('elsewhere@');
        await context.close();
      });
    });

  itAtLength(
    'does not lose a key to Escape: it asks whether the key is stored, and wipes it when it is closed',
    async () => {
      const visit = await world.customer(browser, 'escape@example.com');
      const { page } = visit;
      await openKeys(visit);
      const key = await makeKey(page, 'kept');
      await page.keyboard.press('Escape');
      await page.getByText('Have you stored it?').waitFor();
      expect(await shownKey(page)).toBe(key);
      await page.getByRole('button', { name: 'Yes, close' }).click();
      await page.getByText(`bmk_…${key.slice(-4)}`).waitFor();
      expect(await allText(page)).not.toContain(key);
      expectQuiet(visit);
      await visit.context.close();
    },
  );

  itAtLength(
    'rotates with an overlap, in which both keys work, and at once, after which the old one is refused',
    async () => {
      const visit = await world.customer(browser, 'rotate@example.com');
      const { page } = visit;
      await openKeys(visit);
      const first = await makeKey(page, 'shop');
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('button', { name: 'Rotate shop' }).click();
      await page.getByRole('radio', { name: /^1 hour/ }).check();
      await page.getByRole('button', { name: 'Rotate key' }).click();
      const second = await shownKey(page);
      await page.getByText(`The old key, …${first.slice(-4)}, works until`).waitFor();
      expect([await world.call(first), await world.call(second)]).toEqual([200, 200]);
      await page.getByText('First request arrived').waitFor();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page
        .locator('.key', { hasText: `…${second.slice(-4)}` })
        .getByRole('button', { name: 'Rotate shop' })
        .click();
      await page.getByRole('radio', { name: /^Not at all/ }).check();
      await page.getByRole('button', { name: 'Rotate key' }).click();
      const third = await shownKey(page);
      await page.getByText(`The old key, …${second.slice(-4)}, is refused from now on`).waitFor();
      expect([await world.call(first), await world.call(second), await world.call(third)]).toEqual([200, 401, 200]);
      expectQuiet(visit);
      await visit.context.close();
    },
  );

  it('revokes only what is confirmed by its name, and shows the 401 that the API answers from then on', async () => {
    const visit = await world.customer(browser, 'revoke@example.com');
    const { page } = visit;
    await openKeys(visit);
    const key = await makeKey(page, 'leaked');
    expect(await world.call(key)).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke leaked' }).click();
    await page.getByLabel('Type leaked to confirm').fill('another');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Type the name exactly as it is: leaked').waitFor();
    expect(await world.call(key)).toBe(200);
    await page.getByLabel('Type leaked to confirm').fill('leaked');
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('heading', { name: 'Key revoked' }).waitFor();
    expect(await world.call(key)).toBe(401);
    await page.getByLabel('See it refused').fill(`bmk_${'0'.repeat(48)}`);
    await page.getByRole('button', { name: 'Send one request' }).click();
    await page.getByText('This is another key').waitFor();
    await page.getByLabel('See it refused').fill(key);
    await page.getByRole('button', { name: 'Send one request' }).click();
    await page.getByText('HTTP 401').waitFor();
    expect(await page.locator('dialog pre').textContent()).toContain('InvalidApiKey');
    await picture(page, 'revoked', false);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Past keys (1)').waitFor();
    expectQuiet(visit);
    await visit.context.close();
  });

  itAtLength('refuses a sixth key with words that help: which one is idle, and that rotating needs none', async () => {
    const visit = await world.customer(browser, 'collector@example.com');
    const { page } = visit;
    await openKeys(visit);
    for (let number = 1; number <= 5; number++) {
      await makeKey(page, `key ${number}`);
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText(`${number} of 5 active keys`).waitFor();
    }
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('heading', { name: 'All 5 keys are in use' }).waitFor();
    await page.getByText('Used least recently').waitFor();
    await picture(page, 'sixth-key', false);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Rotate/ })
      .click();
    expect(await page.getByRole('radio', { name: /^24 hours/ }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Rotate key', exact: true }).click();
    await shownKey(page);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('5 of 5 active keys').waitFor();
    expectQuiet(visit);
    await visit.context.close();
  });

  it('shows today with a forecast and 30 days as bars with a cursor for the keyboard and a table', async () => {
    // A run may cross UTC midnight.
    await moveClock(world.area.db, new Date().toISOString());
    const visit = await world.customer(browser, 'usage@example.com');
    const { page } = visit;
    await openKeys(visit);
    const key = await makeKey(page, 'counted');
    for (let request = 0; request < 3; request++) expect(await world.call(key)).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('997 left').waitFor();
    await page.getByText(/At today.s pace/).waitFor();
    const chart = page.getByRole('slider', { name: 'Day' });
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/: 3 requests$/);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await eventually('the cursor moves', async () =>
      (await chart.getAttribute('aria-valuetext'))?.endsWith(': 0 requests'),
    );
    await page.getByText('Show as a table').click();
    const days = page.getByRole('region', { name: 'Requests by day' }).locator('tbody tr');
    expect(await days.count()).toBe(30);
    expect(await days.first().textContent()).toContain('3counted');
    expectQuiet(visit);
    await visit.context.close();
  });
});
