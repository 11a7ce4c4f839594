import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../support/browser.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { eventually, exitOf } from '../support/eventually.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { spawnCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { shownKey, type Visit, VisitedArea } from './visited-area.ts';

const executable = findChromium();
const NEW_PERSON = 'new@example.com';
/** A table that a user kept by hand. */
const OWN_TABLE = 'Set,Copies,New or used,What I paid\n10497-1,2,new,80.00\n497-1,1,used,\n';

(executable === null ? describe.skip : describe)('a new person, by what the pages say alone', () => {
  const folder = new ImportFolder();
  let world: VisitedArea;
  let browser: Browser;
  let visit: Visit;
  let page: Page;
  let deliverer: ChildProcess;
  let environment: NodeJS.ProcessEnv;
  let key = '';

  beforeAll(async () => {
    // As "npm start" with its demo has it.
    world = await VisitedArea.start({ LINK_FRESH_MINUTES: '1440' });
    const { db } = world.area;
    for (const [number, title, sealed, used] of [
      ['10497-1', 'Galaxy Explorer', 13_525, 9_000],
      ['497-1', 'Galaxy Explorer of old', 90_000, 31_111],
    ] as const) {
      const id = await insertSet(db, { set_number: number, title });
      await db.query(
        `INSERT INTO market.value_step (item_id, condition, day, value_cents)
         VALUES ($1, 'sealed', '2020-01-01', $2), ($1, 'used', '2020-01-01', $3)`,
        [id, sealed, used],
      );
    }
    environment = { DATABASE_URL: world.area.databaseUrl, ACCOUNT_URL: `${world.origin}/account` };
    expect(
      await runHere(['accounts', 'create', '--email', NEW_PERSON, '--plan', 'reseller'], environment),
    ).toMatchObject({ code: 0 });
    deliverer = spawnCli(['deliver'], environment);
    browser = await launchChromium(executable!);
    visit = await world.visit(browser);
    ({ page } = visit);
  });
  afterAll(async () => {
    deliverer?.kill('SIGTERM');
    if (deliverer) await exitOf(deliverer);
    await browser?.close();
    await world?.stop();
  });

  const follow = (name: string): Promise<void> => page.getByRole('link', { name, exact: true }).first().click();
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();
  const importPrice = async (cents: number, secondsAgo: number): Promise<void> => {
    const at = new Date(Date.now() - secondsAgo * 1_000).toISOString();
    const row = `retailer_a,10497-1,${at},${(cents / 100).toFixed(2)}`;
    const file = folder.write(`${cents}.csv`, `retailer,set_number,observed_at,price_usd\n${row}\n`);
    expect(await runHere(['import', 'retail-prices', file], environment)).toMatchObject({ code: 0 });
  };

  interface Totals {
    readonly total_cost_basis_usd: number;
    readonly total_current_value_usd: number;
  }

  /** Cost and value in cents: by the API's totals, by its analytics, and as the account area has them. */
  const totals = async (): Promise<readonly (readonly number[])[]> => {
    const api = async <Data>(path: string): Promise<Data> => {
      const answer = await fetch(`${world.service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
      return ((await answer.json()) as { data: Data }).data;
    };
    const cents = (one: Totals): number[] =>
      [one.total_cost_basis_usd, one.total_current_value_usd].map((usd) => Math.round(usd * 100));
    const { brickfolios } = await api<{ brickfolios: Totals[] }>('/brickfolio');
    const { summary } = await api<{ summary: Totals }>('/brickfolio/analytics');
    const own = await visit.context.request.get(`${world.origin}/account/api/overview?period=30d`);
    const { totals: shown } = (await own.json()) as { totals: { costCents: number; valueCents: number } };
    return [
      brickfolios.map(cents).reduce((sum, one) => sum.map((amount, index) => amount + one[index]!), [0, 0]),
      cents(summary),
      [shown.costCents, shown.valueCents],
    ];
  };
  const thrice = (cost: number, value: number): number[][] => Array.from({ length: 3 }, () => [cost, value]);

  it('comes from the printed link to the first key, the first collection and the first alert', async () => {
    const printed = await runHere(['accounts', 'sign-in-link', NEW_PERSON], environment);
    await page.goto(/https?:\S+/.exec(printed.stdout)![0]);
    await press('Sign in');
    await page.getByRole('heading', { name: 'How will you sign in next time?' }).waitFor();
    await press('Skip for now');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Add a passkey or set a password' }).waitFor();

    // An hour of looking around is no wall.
    await world.area.db.query(
      `UPDATE identity.session
       SET created_at = created_at - interval '1 hour', verified_at = verified_at - interval '1 hour'`,
    );
    await follow('Create an API key');
    await press('Create a key');
    await page.getByLabel('Name').fill('my script');
    await press('Create key');
    key = await shownKey(page);
    await press('I have stored it');
    expect(await totals()).toEqual(thrice(0, 0));

    await follow('Portfolio');
    await follow('Import a file');
    const buffer = Buffer.from(OWN_TABLE);
    await page
      .getByLabel('Choose a file, or drop it here')
      .setInputFiles({ name: 'my table.csv', mimeType: 'text/csv', buffer });
    await press('Preview');
    await page.getByText('Which column is which?').waitFor();
    await page.getByLabel('Price of one copy, USD').selectOption('What I paid');
    await press('Preview');
    await press('Import 2 rows');
    await page.getByText('Imported: 2 added').waitFor();
    expect(await totals()).toEqual(thrice(16_000, 27_050 + 31_111));
    await follow('Portfolio');
    await page.getByText('$581.61').first().waitFor();
    // The copy without a price is in the value, and in no gain: the page says so next to both.
    await page.getByText('What you paid, without 1 copy of unknown price').waitFor();
    await page.getByText('without $311.11 in copies of unknown price').waitFor();

    await importPrice(12_000, 60);
    await follow('Alerts');
    await follow('Rules');
    await press('Create a rule');
    await page.getByLabel('At or below, $').fill('100');
    await press('Create rule');
    await page.getByText(/falls to \$100\.00 or below/).waitFor();
    await importPrice(9_900, 1);
    await eventually('the alert is in the inbox', async () => {
      await follow('Portfolio');
      return (await page.getByRole('link', { name: /^Alerts\s*, 1 unread$/ }).count()) > 0;
    });
    await page
      .getByRole('link', { name: /^Alerts\s*, 1 unread$/ })
      .first()
      .click();
    await page.getByText('Unread: 10497-1 Galaxy Explorer: $99.00 at Retailer A, down from $120.00').waitFor();
    expect(await totals()).toEqual(thrice(16_000, 27_050 + 31_111));
    expect([visit.complaints, visit.strangers]).toEqual([[], []]);
  });

  it('is asked for a proof before a form opens, and told how to get one who has none', async () => {
    // As if the day were over, or the service were not on one's own machine.
    await world.area.db.query(
      `UPDATE identity.session
       SET created_at = created_at - interval '1 day', verified_at = verified_at - interval '1 day'`,
    );
    await page.reload();
    await follow('API');
    await press('Create a key');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    expect(await page.getByLabel('Name').count()).toBe(0);
    await page.getByText(`npm run brickmarket -- accounts sign-in-link ${NEW_PERSON}`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    expect(await page.getByLabel('Name').count()).toBe(0);
  });
});
