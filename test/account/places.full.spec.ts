import type { ChildProcess } from 'node:child_process';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium, picture } from '../support/browser.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { AT_REST } from '../support/page-checks.ts';
import { Receiver } from '../support/receivers.ts';
import { runCli, spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { makeKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const WIDTHS = [1280, 1024, 768, 390, 320];
/** The widths that are looked at in dark colours too. */
const IN_BOTH_SCHEMES = new Set([1280, 390]);
const RULE = { kind: 'price.dropped', minChangePct: 5, rearmMinutes: 1_440, mail: false, endpointIds: [] };

interface Offer {
  readonly priceCents: number | null;
}

interface Shown {
  readonly name: string;
  readonly path: string;
  /** What is there when all of it has come. */
  readonly last?: string;
  /** Opens what is on top of the page. */
  readonly show?: () => Promise<unknown>;
}

/** What of the ways to other pages is cut off by the window or by what it stands in. Run in the page. */
const CLIPPED = `[...document.querySelectorAll('.site a, .site button, .tabs a')].flatMap((link) => {
  const { left, right, top, bottom, width } = link.getBoundingClientRect();
  if (width === 0) return [];
  const isOutside = left < 0 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5;
  const isFuller = link.scrollWidth > link.clientWidth + 1;
  return isOutside || isFuller ? [link.textContent] : [];
})`;

/** What of a text is hidden by the box it stands in, and which buttons of a dialog are out of view. Run in the page. */
const CUT_OFF = `[
  ...[...document.querySelectorAll('main *, dialog *')].filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    return ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1;
  }),
  ...[...document.querySelectorAll('dialog[open] .dialog-actions button')].filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  }),
].map((element) => element.outerHTML.slice(0, 120))`;

/** A drawing follows the window in the frame after it. Run in the page. */
const REDRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/**
 * How many of these sets are named by links to their pages, and which are named without. What is pressed is no link,
 * and a form that is filled in is not left by one; on the page of a set its own number stands for itself. Run in the
 * page.
 */
const namedSets = (numbers: readonly string[]): string => `(() => {
  const numbers = new Set(${JSON.stringify(numbers)});
  const bare = [];
  let linked = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    for (const [word] of data.matchAll(/[\\w.-]*\\w/g)) {
      const path = '/account/sets/' + word;
      if (!numbers.has(word) || location.pathname === path) continue;
      if (parent.closest('a[href="' + path + '"]') !== null) linked++;
      else if (parent.closest('a .visually-hidden, button, label, option, [role=option], dialog:has(form)') === null)
        bare.push(parent.outerHTML.slice(0, 120));
    }
  }
  return { linked, bare };
})()`;
/** Where sets are named: a page that shows none would prove nothing. */
const PAGES_OF_SETS = [
  ...['overview', 'holdings', 'holdings-sold', 'recent-changes', 'undo', 'what-to-sell', 'sales', 'import-rows', 'tax'],
  ...['sets', 'what-to-buy', 'retail', 'movers', 'retiring', 'inbox', 'rules', 'deliveries'],
];

(executable === null ? describe.skip : describe)('the places of the account area', () => {
  const folder = new ImportFolder();
  let receiver: Receiver;
  let world: VisitedArea;
  let browser: Browser;
  let deliverer: ChildProcess;
  let visit: Visit;
  let page: Page;
  let set: string;

  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();
  const choose = (file: string): Promise<void> =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'my table.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

  beforeAll(async () => {
    world = await VisitedArea.start({ WEBHOOK_TARGETS: 'loopback' });
    const environment = { DATABASE_URL: world.area.databaseUrl, WEBHOOK_TARGETS: 'loopback' };
    const loading = ['demo', 'load', '--sets', '400', '--years', '2', '--force'];
    expect(await runCli(loading, environment)).toMatchObject({ code: 0 });
    browser = await launchChromium(executable!);
    visit = await world.visit(browser);
    ({ page } = visit);
    await page.goto(await world.signInLink(DEMO_EMAIL));
    await press('Sign in');
    await press('Skip for now');
    await page.waitForURL('**/account/overview');

    const watch = await visit.context.request.get(`${world.origin}/account/api/retail-watch`);
    const { rows } = (await watch.json()) as { rows: { setNumber: string; retail: { retailer_a: Offer | null } }[] };
    const watched = rows.find(({ retail }) => typeof retail.retailer_a?.priceCents === 'number')!;
    set = watched.setNumber;
    // Matches events with rules.
    deliverer = spawnCli(['deliver'], environment);
    receiver = await Receiver.start();
    await world.post(visit.context, 'alerts/endpoints', { url: receiver.at('/hook'), description: 'my shop' });
    await world.post(visit.context, 'alerts/endpoints/1/test', {});
    await eventually('the endpoint is verified', async () => {
      const listed = await visit.context.request.get(`${world.origin}/account/api/alerts/endpoints`);
      return ((await listed.json()) as { endpoints: { state: string }[] }).endpoints[0]!.state !== 'unverified';
    });
    const told = { ...RULE, endpointIds: [1] };
    await world.post(visit.context, 'alerts/rules', { ...told, name: 'A held set drops', scope: 'holdings' });
    const price = watched.retail.retailer_a!.priceCents!;
    const wished = { scope: 'sets', setNumbers: [set], belowCents: Math.round(price * 0.9) };
    await world.post(visit.context, 'alerts/rules', { ...told, ...wished, name: `Target price of ${set}` });
    await world.post(visit.context, 'holdings', { setNumber: set, quantity: 2 });
    const fallen = (price * 0.008).toFixed(2);
    const prices = folder.write(
      'now.csv',
      `retailer,set_number,observed_at,price_usd\nretailer_a,${set},${new Date().toISOString()},${fallen}\n`,
    );
    expect(await runHere(['import', 'retail-prices', prices], environment)).toMatchObject({ code: 0 });
    const alert = await eventually('the alert is in the inbox', async () => {
      const inbox = await visit.context.request.get(`${world.origin}/account/api/alerts`);
      const { alerts } = (await inbox.json()) as { alerts: { id: number; rules: string[] }[] };
      return alerts.find(({ rules }) => rules.includes('A held set drops'));
    });
    // Read: the count of unread ones hangs over the corner of its link.
    await world.post(visit.context, 'alerts/read', { through: alert.id });
    await page.goto(`${world.origin}/account/keys`);
    await makeKey(page, 'price sheet');
    await press('I have stored it');
  });

  afterAll(async () => {
    deliverer?.kill('SIGTERM');
    if (deliverer) await exitOf(deliverer);
    await browser?.close();
    await receiver?.stop();
    await world?.stop();
  });

  const several = (then: string) => async (): Promise<void> => {
    for (const row of [0, 1]) await page.locator('.holding-rows tbody input').nth(row).check();
    await page.getByRole('region', { name: 'Chosen holdings' }).getByRole('button', { name: then }).click();
    await page.getByRole('dialog').waitFor();
    // All that can be told of several at once.
    for (const box of await page.locator('dialog .optional > label input').all()) await box.check();
  };
  const opened = (button: string | RegExp) => async (): Promise<void> => {
    await press(button);
    await page.getByRole('dialog').waitFor();
  };
  const openRule = async (): Promise<void> => {
    await opened('Create a rule')();
    await press('Test on the past year');
    await page.locator('dialog .tried').waitFor();
  };
  const openSale = async (): Promise<void> => {
    await opened(/^Change \d/)();
    await press('Mark sold');
    await page.getByLabel('Proceeds').fill('250');
    await press(/^Fill in/);
    await page.getByText(/^You keep/).waitFor();
  };
  const mapColumns = async (): Promise<void> => {
    await choose(`What,How many,Paid for it\n${set},2,80.00\n`);
    await press('Preview');
    await page.getByText('Which column is which?').waitFor();
  };
  const previewed = async (): Promise<void> => {
    await choose(`set_number,quantity,condition,purchase_price_usd\n${set},1,sealed,80.00\n0000-1,many,used,\n`);
    await press('Preview');
    await page.locator('.import-row').first().waitFor();
  };
  const correct = async (): Promise<void> => {
    await previewed();
    await opened(/^Correct line/)();
  };
  const takeBack = async (): Promise<void> => {
    await opened('Recent changes')();
    await press(/^Undo/);
    await page.locator('main [role=status] .undo').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const search = async (): Promise<void> => {
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('combobox').fill(set);
    await page.getByRole('option').first().waitFor();
  };

  /** Every page, and what is opened on top of one. A new one is one more line. */
  const shown = (): readonly Shown[] => [
    { name: 'overview', path: 'overview', last: 'canvas' },
    { name: 'search', path: 'overview', show: search },
    { name: 'menu', path: 'overview', show: () => press(/^Account of/) },
    { name: 'holdings', path: 'holdings', last: '.holding-rows' },
    { name: 'holdings-sold', path: 'holdings?status=sold', last: '.holding-rows' },
    { name: 'add-holding', path: `sets/${set}`, show: opened(/^Add/) },
    { name: 'change-holding', path: 'holdings', last: '.holding-rows', show: opened(/^Change \d/) },
    { name: 'sell-holding', path: 'holdings', last: '.holding-rows', show: openSale },
    { name: 'several-edit', path: 'holdings', last: '.holding-rows', show: several('Edit') },
    { name: 'several-move', path: 'holdings', last: '.holding-rows', show: several('Move') },
    { name: 'several-sell', path: 'holdings', last: '.holding-rows', show: several('Mark sold') },
    { name: 'several-delete', path: 'holdings', last: '.holding-rows', show: several('Delete') },
    { name: 'recent-changes', path: 'holdings', show: opened('Recent changes') },
    { name: 'undo', path: 'holdings', last: '.holding-rows', show: takeBack },
    { name: 'what-to-sell', path: 'what-to-sell', last: '.deals' },
    { name: 'selling-fees', path: 'what-to-sell', last: '.deals', show: opened('Your fees') },
    { name: 'sales', path: 'ledger', last: '.sales' },
    { name: 'sale', path: 'ledger', last: '.sales', show: opened(/^Edit/) },
    { name: 'brickfolios', path: 'brickfolios', last: '.folio' },
    { name: 'brickfolio', path: 'brickfolios', show: opened('Create a brickfolio') },
    { name: 'import', path: 'import' },
    { name: 'import-columns', path: 'import', show: mapColumns },
    { name: 'import-rows', path: 'import', show: previewed },
    { name: 'import-correct', path: 'import', show: correct },
    { name: 'tax', path: 'tax' },
    { name: 'sets', path: 'sets', last: '.set-card' },
    { name: 'set', path: `sets/${set}`, last: '.line-plot canvas >> nth=1' },
    { name: 'set-of-others', path: 'sets/0000-9' },
    { name: 'what-to-buy', path: 'what-to-buy' },
    { name: 'retail', path: 'retail', last: '.watch li' },
    { name: 'movers', path: 'movers' },
    { name: 'retiring', path: 'retiring' },
    { name: 'inbox', path: 'alerts', last: '.event' },
    { name: 'feed', path: 'alerts', last: '.event', show: opened('feed') },
    { name: 'rules', path: 'alerts/rules', last: '.folio' },
    { name: 'rule', path: 'alerts/rules', last: '.folio', show: openRule },
    { name: 'endpoints', path: 'alerts/endpoints', last: '.folio' },
    { name: 'endpoint', path: 'alerts/endpoints', last: '.folio', show: opened('Add an endpoint') },
    { name: 'deliveries', path: 'alerts/endpoints/1', last: '.delivery >> nth=1' },
    { name: 'keys', path: 'keys', last: '.key' },
    { name: 'create-key', path: 'keys', last: '.key', show: opened('Create a key') },
    { name: 'rotate-key', path: 'keys', last: '.key', show: opened(/^Rotate/) },
    { name: 'revoke-key', path: 'keys', last: '.key', show: opened(/^Revoke/) },
    { name: 'usage', path: 'usage' },
    { name: 'security', path: 'security' },
    { name: 'set-password', path: 'security', show: opened('Set a password') },
    { name: 'add-passkey', path: 'security', show: opened('Add a passkey') },
    { name: 'activity', path: 'log', last: '.event' },
    { name: 'nothing', path: 'nothing' },
  ];

  const open = async ({ path, last, show }: Shown): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${world.origin}/account/${path}`);
    await page.locator('h1').waitFor();
    // Some pages wait for two answers.
    await page.locator('main:not(:has(.skeleton))').waitFor();
    if (last !== undefined) await page.locator(last).first().waitFor();
    await show?.();
  };

  describe('on every page and in every dialog', () => {
    const faults: string[] = [];
    const naming: string[] = [];
    const bare: string[] = [];

    const look = async ({ name, show }: Shown, width: number): Promise<void> => {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(REDRAWN);
      await page.evaluate(AT_REST);
      const clipped = await page.evaluate<string[]>(show === undefined ? CLIPPED : '[]');
      const cut = await page.evaluate<string[]>(CUT_OFF);
      const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      const found = [...clipped, ...cut, ...(isWider ? ['too wide'] : [])];
      if (found.length > 0) faults.push(`${name} at ${width} px: ${found.join(', ')}`);
      for (const colorScheme of IN_BOTH_SCHEMES.has(width) ? (['dark', 'light'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(AT_REST);
        await picture(page, `${name}-${width}-${colorScheme}`, show === undefined);
      }
    };

    beforeAll(async () => {
      const sets = await world.area.db.query<{ number: string }>('SELECT set_number AS number FROM catalog.lego_set');
      const script = namedSets(sets.rows.map(({ number }) => number));
      for (const [at, one] of shown().entries()) {
        // Opened at another width each, then seen at all: a page is laid out by style sheets, and drawings follow.
        const widths = [...WIDTHS.slice(at % WIDTHS.length), ...WIDTHS.slice(0, at % WIDTHS.length)];
        await page.setViewportSize({ width: widths[0]!, height: 800 });
        await open(one);
        for (const width of widths) await look(one, width);
        // What else is opened on top of a page is a form: nothing in it has to be a link.
        if (one.show !== undefined && !PAGES_OF_SETS.includes(one.name)) continue;
        // A dialog waits for its own answer.
        await page.locator('body:not(:has(.skeleton))').waitFor();
        const named = await page.evaluate<{ linked: number; bare: string[] }>(script);
        if (named.linked > 0) naming.push(one.name);
        bare.push(...named.bare.map((text) => `${one.name}: ${text}`));
      }
    });

    it(`are in view and cut nothing off at ${WIDTHS.join(', ')} px`, () => {
      expect(faults).toEqual([]);
      expect(visit.complaints).toEqual([]);
    });

    it('lead from every set that they name to its page', () => {
      expect(bare).toEqual([]);
      expect(naming).toEqual(expect.arrayContaining(PAGES_OF_SETS));
    });
  });

  it('show the API calls behind their figures by one switch, which is remembered', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const calls = page.locator('.figure .curl');
    const turn = async (isOn: boolean): Promise<void> => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByLabel('Show API calls').setChecked(isOn);
      await page.keyboard.press('Escape');
    };
    await page.goto(`${world.origin}/account/overview`);
    await page.locator('.figure').first().waitFor();
    expect(await calls.count()).toBe(0);
    await turn(true);
    await page.getByText('"Authorization: Bearer $KEY"').first().waitFor();
    for (const path of ['overview', 'ledger']) {
      await page.goto(`${world.origin}/account/${path}`);
      await calls.first().waitFor();
    }
    await turn(false);
    await calls.first().waitFor({ state: 'detached' });
  });
});
