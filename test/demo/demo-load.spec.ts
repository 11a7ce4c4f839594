import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';
import { TestApi } from '../support/test-api.ts';

const AS_OF = '2026-11-01T12:00:00Z';
const SIZE = ['--sets', '80', '--years', '0.5'];
const folder = mkdtempSync(join(tmpdir(), 'demo-load-'));
/** Loaded with seed `a`; no test changes what is in it. */
let loaded: TestApi;
const others: TestApi[] = [];
beforeAll(async () => {
  loaded = await startAt(AS_OF);
  expect(await loadDemo(loaded, '--seed', 'a')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const api of [loaded, ...others]) await api.stop();
  rmSync(folder, { recursive: true });
});

async function startAt(instant: string): Promise<TestApi> {
  const api = await TestApi.start();
  await moveClock(api.db, instant);
  return api;
}

async function startAnother(): Promise<TestApi> {
  const api = await startAt(AS_OF);
  others.push(api);
  return api;
}

const loading = (...flags: string[]) => ['demo', 'load', ...SIZE, '--as-of', AS_OF, '--json', ...flags];
const loadDemo = (api: TestApi, ...flags: string[]) => runCli(loading(...flags), { DATABASE_URL: api.databaseUrl });
/** How a load ends that is refused before anything is invented, which needs no process of its own. */
const refusal = (api: TestApi, ...flags: string[]) => runHere(loading(...flags), { DATABASE_URL: api.databaseUrl });

async function demoKey(api: TestApi): Promise<string> {
  const account = await api.db.query<{ id: number; plan: string }>(
    'SELECT id, plan FROM access.account WHERE email = $1',
    [DEMO_EMAIL],
  );
  expect(account.rows[0]?.plan).toBe('reseller');
  return (await api.key(account.rows[0]!.id)).key;
}

/** A digest of what a caller can see of the whole market. */
async function digestOfAnswers(api: TestApi): Promise<string> {
  const key = await demoKey(api);
  const digest = createHash('sha256');
  const request = async (path: string): Promise<unknown> => {
    const data = await api.data<unknown>(path, key);
    // Collections are opened when the demo is loaded; all else comes from the market's own time.
    digest.update(
      `${path} ${JSON.stringify(data, (name, value: unknown) => (name === 'created_at' ? undefined : value))}\n`,
    );
    return data;
  };
  await request('/catalog/themes');
  const sets = (await request('/catalog/sets/search?q=-1&limit=250')) as { results: { set_number: string }[] };
  const minifigs = (await request('/catalog/minifigs/search?q=fig&limit=250')) as {
    results: { minifig_number: string }[];
  };
  expect(sets.results.length).toBeGreaterThan(50);
  for (const { set_number } of sets.results.slice(0, 40)) {
    await request(`/set/${set_number}`);
    await request(`/set/${set_number}/history`);
    await request(`/set/${set_number}/retail-prices`);
  }
  for (const { minifig_number } of minifigs.results.slice(0, 40)) await request(`/minifig/${minifig_number}`);
  for (const path of [
    '/brickfolio',
    '/brickfolio/entries?limit=250',
    '/brickfolio/analytics',
    '/brickfolio/retail-watch',
    '/salesledger?limit=250',
  ])
    await request(path);
  return digest.digest('hex');
}

it('gives the same answers for the same seed and date, others for another seed', async () => {
  const [same, other] = [await startAnother(), await startAnother()];
  expect(await loadDemo(same, '--seed', 'a')).toMatchObject({ code: 0 });
  expect(await loadDemo(other, '--seed', 'b')).toMatchObject({ code: 0 });
  const digest = await digestOfAnswers(loaded);
  expect(await digestOfAnswers(same)).toBe(digest);
  expect(await digestOfAnswers(other)).not.toBe(digest);
});

it('shows a newcomer a default brickfolio with something in it, and others besides', async () => {
  const { brickfolios } = await loaded.data<{
    brickfolios: { name: string; is_default: boolean; owned_set_count: number }[];
  }>('/brickfolio', await demoKey(loaded));
  expect(brickfolios[0]).toMatchObject({ name: 'Main inventory', is_default: true });
  expect(brickfolios.length).toBeGreaterThan(1);
  for (const { owned_set_count } of brickfolios) expect(owned_set_count).toBeGreaterThan(0);
});

interface ShownSet {
  readonly new_value_usd: number | null;
  readonly minifigs: readonly string[];
  readonly retailers: readonly { current_price: number | null; in_stock: boolean; last_checked_at: string }[];
}

interface ShownPrices {
  readonly retailer_a: { price: number | null; sellerType: string | null; inStock: boolean | null };
  readonly retailer_aExit: { buyBox: number | null; lowestFba: number | null };
}

describe('what a newcomer sees is plausible:', () => {
  const sets = new Map<string, ShownSet>();
  let key: string;
  beforeAll(async () => {
    key = await demoKey(loaded);
    const { results } = await loaded.data<{ results: { set_number: string }[] }>(
      '/catalog/sets/search?q=-1&limit=250',
      key,
    );
    for (const { set_number } of results) sets.set(set_number, await loaded.data<ShownSet>(`/set/${set_number}`, key));
  });

  it('no minifigure is worth a multiple of a sealed set it comes in, however few sales tell of either', async () => {
    let compared = 0;
    for (const { minifigs, new_value_usd } of sets.values()) {
      if (new_value_usd === null) continue;
      for (const number of minifigs) {
        const { current_value_usd } = await loaded.data<{ current_value_usd: number | null }>(
          `/minifig/${number}`,
          key,
        );
        if (current_value_usd === null) continue;
        compared++;
        // Truly it is 60 % at most; what is computed from a few sales may be off.
        expect(current_value_usd).toBeLessThan(1.5 * new_value_usd);
      }
    }
    expect(compared).toBeGreaterThan(5);
  });

  it('the sales ledger has earned money on the whole', async () => {
    const { sales } = await loaded.data<{ sales: { profit_loss_usd: number | null }[] }>('/salesledger?limit=250', key);
    expect(sales.length).toBeGreaterThan(20);
    expect(sales.reduce((sum, { profit_loss_usd }) => sum + (profit_loss_usd ?? 0), 0)).toBeGreaterThan(0);
  });

  it('the buy box is the price shown, and nothing in stock was seen longer than some days ago', async () => {
    const offers = [...sets.values()].flatMap(({ retailers }) => retailers);
    expect(offers.filter(({ in_stock }) => in_stock).length).toBeGreaterThan(20);
    for (const { in_stock, last_checked_at } of offers)
      if (in_stock) expect(Date.parse(AS_OF) - Date.parse(last_checked_at)).toBeLessThan(3 * 86_400_000);
    // Some are no longer sold, and say so.
    expect(offers.some(({ current_price }) => current_price === null)).toBe(true);
    for (const { current_price, in_stock } of offers) if (current_price === null) expect(in_stock).toBe(false);
    let inBuyBox = 0;
    for (const number of sets.keys()) {
      const shown = await loaded.data<ShownPrices | null>(`/set/${number}/retail-prices`, key);
      if (!shown || shown.retailer_a.inStock !== true) continue;
      inBuyBox++;
      expect(shown.retailer_aExit.buyBox).toBe(shown.retailer_a.price);
      if (shown.retailer_aExit.lowestFba !== null)
        expect(shown.retailer_aExit.lowestFba).toBeGreaterThanOrEqual(shown.retailer_a.price!);
    }
    expect(inBuyBox).toBeGreaterThan(10);
  });
});

it('can be loaded again after an interruption, reports no change, and writes true values on request', async () => {
  await loaded.db.query('UPDATE ops.demo_market SET finished_at = NULL');
  const versions = await loaded.db.query('SELECT * FROM ops.data_kind ORDER BY kind');
  const truth = join(folder, 'truth.csv');
  const again = await loadDemo(loaded, '--seed', 'a', '--truth', truth);
  expect(again.code).toBe(0);
  expect((JSON.parse(again.stdout) as { nothing_changed: boolean }[]).every((summary) => summary.nothing_changed)).toBe(
    true,
  );
  expect((await loaded.db.query('SELECT * FROM ops.data_kind ORDER BY kind')).rows).toEqual(versions.rows);
  expect((await loaded.db.query('SELECT FROM ops.demo_market WHERE finished_at IS NOT NULL')).rowCount).toBe(1);
  expect(readFileSync(truth, 'utf8').split('\r\n').length).toBeGreaterThan(1_000);
});

it('refuses a database with real data or another demo, unless forced', async () => {
  const real = await startAnother();
  await insertSet(real.db, { set_number: 'real-1' });
  expect(await refusal(real)).toMatchObject({ code: 1, stderr: expect.stringContaining('no demo') });
  expect((await real.db.query('SELECT FROM catalog.lego_set')).rowCount).toBe(1);
  expect(await loadDemo(real, '--force', '--sets', '40')).toMatchObject({ code: 0 });
  expect(await refusal(loaded, '--seed', 'b')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('another demo market (seed a)'),
  });
});

it.each([
  ['--as-of', 'yesterday', '--as-of yesterday is no instant'],
  ['--years', '-1', 'write a number of years'],
  ['--sets', '0', 'sets must be'],
])('refuses %s %s', async (flag, value, complaint) => {
  expect(await refusal(loaded, '--seed', 'a', flag, value)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(complaint),
  });
});
