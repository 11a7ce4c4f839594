import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_EMAIL, SHIPPED_CATALOG } from '@brickmarket/demo-market';
import { DemoRecord } from '@brickmarket/persistence-ports';
import { findPendingDemo } from '../../apps/cli/src/demo/load-demo.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { jsonHere, runHere } from '../support/run-here.ts';
import type { TestApi } from '../support/test-api.ts';
import { TestMarket } from '../support/test-market.ts';
import { itAtLength } from '../support/lane.ts';
import { AS_OF, demoKey, loadDemo, loading, startAt, tradedSets } from './loaded-demo.ts';

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

async function startAnother(): Promise<TestApi> {
  const api = await startAt(AS_OF);
  others.push(api);
  return api;
}

/** How a load ends that is refused before anything is invented, which needs no process of its own. */
const refusal = (api: TestApi, ...flags: string[]) => runHere(loading(...flags), { DATABASE_URL: api.databaseUrl });

it('shows a newcomer a default brickfolio with something in it, and others besides', async () => {
  const { brickfolios } = await loaded.data<{
    brickfolios: { name: string; is_default: boolean; owned_set_count: number }[];
  }>('/brickfolio', await demoKey(loaded));
  expect(brickfolios[0]).toMatchObject({ name: 'Main inventory', is_default: true });
  expect(brickfolios.length).toBeGreaterThan(1);
  for (const { owned_set_count } of brickfolios) expect(owned_set_count).toBeGreaterThan(0);
});

it('links every sold copy with its sale, as selling it from a holding does', async () => {
  const { rows } = await loaded.db.query(`
    SELECT count(*)::integer AS sold, count(l.holding_id)::integer AS linked,
      (SELECT count(*)::integer FROM portfolio.sale) AS sales, count(DISTINCT l.sale_id)::integer AS "linkedSales"
    FROM portfolio.holding h LEFT JOIN portfolio.sale_lot l ON l.holding_id = h.id WHERE h.status = 'sold'`);
  const { sold, linked, sales, linkedSales } = rows[0] as Record<string, number>;
  expect(sold).toBeGreaterThan(20);
  expect([linked, linkedSales]).toEqual([sold, sales]);
});

const demoRules = () =>
  jsonHere<{ kind: string; watch: string }[]>(['rules', 'list', '--account', DEMO_EMAIL], {
    DATABASE_URL: loaded.databaseUrl,
  });

it('lets a newcomer be told about the sets of the demo account', async () => {
  const rules = await demoRules();
  expect(rules.map(({ kind, watch }) => `${kind} of ${watch}`)).toEqual([
    'value.moved of holdings',
    'price.dropped of holdings',
    'seller.third_party_only of holdings',
    'set.retiring of holdings',
  ]);
});

it('is of a day ago at a first start, also when that is interrupted: the first update brings a whole day', async () => {
  const market = await TestMarket.create();
  const { stores } = market;
  const first = await findPendingDemo(stores, new Date('2027-01-01T00:30:00Z'));
  expect(first?.asOf).toEqual(new Date('2026-12-31T00:30:00Z'));
  const later = new Date('2027-01-05T12:00:00Z');
  await stores.get(DemoRecord).begin({ ...first!, profile: SHIPPED_CATALOG.name });
  expect(await findPendingDemo(stores, later)).toMatchObject(first!);
  await stores.get(DemoRecord).finish();
  expect(await findPendingDemo(stores, later)).toBeNull();
  await market.close();
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
    for (const number of await tradedSets(loaded)) sets.set(number, await loaded.data<ShownSet>(`/set/${number}`, key));
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

itAtLength(
  'can be loaded again after an interruption, reports no change, and writes true values on request',
  async () => {
    await loaded.db.query('UPDATE ops.demo_market SET finished_at = NULL');
    const versions = await loaded.db.query('SELECT * FROM ops.data_kind ORDER BY kind');
    const rules = await demoRules();
    const truth = join(folder, 'truth.csv');
    const again = await loadDemo(loaded, '--seed', 'a', '--truth', truth);
    expect(again.code).toBe(0);
    expect(
      (JSON.parse(again.stdout) as { nothing_changed: boolean }[]).every((summary) => summary.nothing_changed),
    ).toBe(true);
    expect((await loaded.db.query('SELECT * FROM ops.data_kind ORDER BY kind')).rows).toEqual(versions.rows);
    expect(await demoRules()).toEqual(rules);
    expect((await loaded.db.query('SELECT FROM ops.demo_market WHERE finished_at IS NOT NULL')).rowCount).toBe(1);
    expect(readFileSync(truth, 'utf8').split('\r\n').length).toBeGreaterThan(1_000);
  },
);

it('refuses a database with real data or another demo', async () => {
  const real = await startAnother();
  await insertSet(real.db, { set_number: 'real-1' });
  expect(await refusal(real)).toMatchObject({ code: 1, stderr: expect.stringContaining('not a demo') });
  expect((await real.db.query('SELECT FROM catalog.lego_set')).rowCount).toBe(1);
  expect(await refusal(loaded, '--seed', 'b')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('another demo market (seed a)'),
  });
});

itAtLength('is loaded beside real data when that is forced', async () => {
  const real = await startAnother();
  await insertSet(real.db, { set_number: 'real-1' });
  expect(await loadDemo(real, '--force', '--sets', '40')).toMatchObject({ code: 0 });
});

it.each([
  ['--as-of', 'yesterday', '--as-of must be a time such as'],
  ['--years', '-1', 'must be a number of years'],
  ['--sets', '0', 'sets must be'],
])('refuses %s %s', async (flag, value, complaint) => {
  expect(await refusal(loaded, '--seed', 'a', flag, value)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(complaint),
  });
});
