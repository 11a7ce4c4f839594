import type { ChildProcess } from 'node:child_process';
import { verify } from '@brickmarket/client';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { checkOnEveryScreen } from '../support/page-checks.ts';
import { Receiver } from '../support/receivers.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { firstOf, itAtLength } from '../support/lane.ts';
import { type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();

(executable === null ? describe.skip : describe)('the pages of alerts', () => {
  const folder = new ImportFolder();
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let receiver: Receiver;
  let deliverer: ChildProcess;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    world = await VisitedArea.start({ WEBHOOK_TARGETS: 'loopback' });
    await insertSet(world.area.db, { set_number: '10497-1', title: 'Galaxy Explorer' });
    environment = { DATABASE_URL: world.area.databaseUrl, WEBHOOK_TARGETS: 'loopback' };
    receiver = await Receiver.start();
    deliverer = spawnCli(['deliver'], environment);
    browser = await launchChromium(executable!);
    visit = await world.customer(browser, 'ann@example.com');
    ({ page } = visit);
  });
  afterAll(async () => {
    deliverer?.kill('SIGTERM');
    if (deliverer) await exitOf(deliverer);
    await browser?.close();
    await receiver?.stop();
    await world?.stop();
  });

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const open = async (path: string, last: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${world.origin}${path}`);
    await page.locator(last).first().waitFor();
  };
  const importPrice = async (cents: number, secondsAgo: number): Promise<void> => {
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const file = folder.write(
      `${cents}.csv`,
      `retailer,set_number,observed_at,price_usd\nretailer_a,10497-1,${at},${(cents / 100).toFixed(2)}\n`,
    );
    expect(await runHere(['import', 'retail-prices', file], environment)).toMatchObject({ code: 0 });
  };
  /** Adds an endpoint by the page; returns its secret. */
  const addEndpoint = async (url: string): Promise<string> => {
    await press('Add an endpoint');
    await page.getByLabel('Address').fill(url);
    await press('Add endpoint');
    const secret = await page.getByRole('group', { name: 'Signing secret' }).textContent();
    expect(secret).toMatch(/^whsec_/);
    await press('I have stored it');
    await page.getByRole('link', { name: url, exact: true }).waitFor();
    return secret!;
  };
  const attempts = (): Promise<string[]> => page.locator('.attempts b').allTextContents();

  it('lead from a rule by way of an import to the inbox, and to a receiver that verifies what it gets', async () => {
    const url = receiver.at('/hook');
    await importPrice(12_000, 60);
    await open('/account/alerts', '.empty');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await press('Add an endpoint');
    await page.getByLabel('Address').fill('http://shop.example/hook');
    await press('Add endpoint');
    await page.getByText('The address must begin with https://.').waitFor();
    expect(await page.getByLabel('Address').inputValue()).toBe('http://shop.example/hook');
    await press('Cancel');
    const secret = await addEndpoint(url);
    await page.locator('.folio .tag', { hasText: 'not verified' }).waitFor();
    await page.getByText(/^It gets no alerts yet\. Start your receiver and send it a test/).waitFor();
    await press(`Send a test to ${url}`);
    const test = await eventually('the test arrives', () => receiver.of('/hook')[0]);
    expect(await verify(secret, test.headers, test.body)).toMatchObject({ type: 'endpoint.test' });
    // Automatically, a moment after the answer.
    await page.locator('.folio .tag.good', { hasText: 'on' }).waitFor();

    await page.getByRole('link', { name: 'Rules' }).click();
    await press('Create a rule');
    await page.getByRole('radio', { name: 'Selected sets' }).check();
    await press('Create rule');
    await page.getByText('Add a set that the rule watches, or choose all your holdings.').waitFor();
    await page.getByRole('combobox', { name: 'Add a set' }).fill('galaxy');
    await page.getByRole('option', { name: /Galaxy/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('At or below, $').fill('cheap');
    await press('Create rule');
    await page.getByText('Write an amount in dollars, like 49.99.').waitFor();
    await page.getByLabel('At or below, $').fill('100');
    await page.getByRole('checkbox', { name: url }).check();
    await press('Test on the past year');
    await page.getByText('This rule would have sent no alerts in the past year.').waitFor();
    await page.getByLabel('Name').fill('Explorer below 100');
    await press('Create rule');
    await page.getByText(/^Tells you when the price of 10497-1 falls to \$100\.00 or below by at least 5 %/).waitFor();

    await importPrice(9_900, 1);
    const sent = await eventually('the alert arrives', () => receiver.of('/hook')[1]);
    expect(await verify(secret, sent.headers, sent.body)).toMatchObject({
      type: 'price.dropped',
      data: { set_number: '10497-1', price_usd: 99, previous_price_usd: 120 },
    });
    await open('/account/overview', '.unread-count > span');
    await page.getByRole('link', { name: /^Alerts\s*, 1 unread$/ }).click();
    await page.getByText('Unread: 10497-1 Galaxy Explorer: $99.00 at Retailer A, down from $120.00').waitFor();
    await press('Mark all as read');
    await eventually('nothing is unread', async () => (await page.locator('.unread, .unread-count').count()) === 0);
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  itAtLength('list the attempts at a receiver that fails, and send again under the same id', async () => {
    let answers = 0;
    const url = receiver.at('/flaky', (response) =>
      response.writeHead(answers++ === 0 ? 500 : 204).end(answers === 1 ? 'out of <b>order</b>' : undefined),
    );
    await open('/account/alerts/endpoints', '.folio');
    await addEndpoint(url);
    await page.getByRole('link', { name: url, exact: true }).click();
    await press('Send a test');
    // Automatically: the page looks every two seconds while something is due, and the second attempt comes after five.
    await eventually('the first attempt is listed', async () => (await attempts())[0] === 'HTTP 500');
    await page.getByText('Response', { exact: true }).click();
    await page.getByText('out of <b>order</b>').waitFor();
    await eventually('the second attempt is listed', async () => (await attempts())[1] === 'HTTP 204');
    await page.getByRole('button', { name: /^Send again/ }).click();
    await eventually('the third attempt is listed', async () => (await attempts()).length === 3);
    expect(new Set(receiver.of('/flaky').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await page.locator('.delivery .tag', { hasText: 'delivered' }).waitFor();
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  itAtLength('pause, change and delete a rule, and rotate, pause and delete an endpoint', async () => {
    await open('/account/alerts/rules', '.folio');
    await press('Pause Explorer below 100');
    await page.locator('.folio .tag', { hasText: 'paused' }).waitFor();
    await press('Resume Explorer below 100');
    await page.locator('.folio .tag', { hasText: 'paused' }).waitFor({ state: 'detached' });
    await press('Edit Explorer below 100');
    expect(await page.getByLabel('At or below, $').inputValue()).toBe('100.00');
    await page.getByLabel('At or below, $').fill('90');
    await press('Save');
    await page.getByText(/falls to \$90\.00 or below/).waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    const url = receiver.at('/flaky');
    await press(`Rotate secret of ${url}`);
    await press('Rotate secret');
    await page.getByText(/messages are signed with the old secret as well/).waitFor();
    // Escape asks first: the secret is not stored yet.
    await page.keyboard.press('Escape');
    await press('Yes, close');
    await press(`Pause ${url}`);
    await page.locator('.folio .tag', { hasText: 'paused' }).waitFor();
    await press(`Resume ${url}`);
    await page.locator('.folio .tag', { hasText: 'paused' }).waitFor({ state: 'detached' });
    await press(`Delete ${url}`);
    await press('Delete endpoint');
    await eventually('it is gone', async () => (await page.locator('.folio').count()) === 1);
    // For the pictures: one that has not answered a test.
    await addEndpoint(receiver.at('/unanswered'));
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it.each(
    firstOf<{ name: string; path: string; last: string }>(2, [
      { name: 'inbox', path: '/account/alerts', last: '.event' },
      { name: 'rules', path: '/account/alerts/rules', last: '.folio' },
      { name: 'endpoints', path: '/account/alerts/endpoints', last: '.folio' },
      { name: 'deliveries', path: '/account/alerts/endpoints/1', last: '.delivery' },
    ]),
  )('are accessible, fit and move nothing: $name', async ({ name, path, last }) => {
    await checkOnEveryScreen(visit, `alerts-${name}`, () => open(path, last));
  });

  it('give the feed an address once, which opens until there is another', async () => {
    const newAddress = async (button: string): Promise<string> => {
      await press('RSS feed');
      await press(button);
      const address = await page.getByRole('group', { name: 'Address of your feed' }).textContent();
      await press('I have stored it');
      return address!;
    };
    await open('/account/alerts', '.event');
    const first = await newAddress('Make an address');
    expect(await (await fetch(first)).text()).toContain('<title>10497-1 Galaxy Explorer');
    const second = await newAddress('Make a new address');
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
    await press('RSS feed');
    await press('End the feed');
    await eventually('the feed is gone', async () => (await fetch(second)).status === 404);
  });

  it.each(
    firstOf<{ name: string; path: string; last?: string; button: string; show?: () => Promise<void> }>(1, [
      {
        name: 'rule',
        path: '/account/alerts/rules',
        button: 'Create a rule',
        show: async () => {
          await page.getByRole('radio', { name: 'Selected sets' }).check();
          await press('Create rule');
          await page.locator('.field-error').waitFor();
        },
      },
      { name: 'endpoint', path: '/account/alerts/endpoints', button: 'Add an endpoint' },
      { name: 'feed', path: '/account/alerts', last: '.event', button: 'RSS feed' },
      {
        name: 'feed-address',
        path: '/account/alerts',
        last: '.event',
        button: 'RSS feed',
        show: async () => {
          await press('Make an address');
          await page.getByRole('group', { name: 'Address of your feed' }).waitFor();
        },
      },
    ]),
  )('have a dialog that is accessible and fits: $name', async ({ name, path, last, button, show }) => {
    await open(path, last ?? '.folio');
    await press(button);
    await page.getByRole('dialog').waitFor();
    await show?.();
    await checkOnEveryScreen(visit, `alerts-${name}-dialog`);
  });
});
