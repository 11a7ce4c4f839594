import { Client } from 'pg';
import { documentedFetch as fetch } from '../support/documented-client.ts';
import { type AreaAnswer, TestAccountArea, type TestBrowser } from '../support/test-account-area.ts';
import { insertKey } from '../support/account-builders.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { defaultBrickfolio, insertValueStep } from '../support/portfolio-builders.ts';

interface Holding {
  id: number;
  version: number;
  brickfolioId: number;
  setNumber: string;
  quantity: number;
  condition: string;
  status: string;
  purchasePriceCents: number | null;
  purchaseDay: string | null;
  costCents: number | null;
  valueCents: number | null;
  gainCents: number | null;
  gainPct: number | null;
  countsInTotals: boolean;
  brickfolio: string;
  sold: { saleDay: string; platform: string } | null;
}
interface Sale {
  id: number;
  version: number;
  setNumber: string;
  quantity: number;
  netCents: number;
  profitCents: number | null;
  costBasisCents: number | null;
}
const cents = (usd: number | null) => (usd === null ? null : Math.round(usd * 100));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const inDays = (days: number) => new Date(Date.parse(NOON) + days * 86_400_000).toISOString().slice(0, 10);
const today = () => inDays(0);

/** Everything of a collection that can be asked for without a number. */
const LISTS = [
  ...[
    'holdings',
    'holdings/totals',
    'holdings/filters',
    'holdings/unsold?setNumber=100-1&condition=sealed',
    'changes',
    'brickfolios',
  ],
  ...[
    'ledger',
    'ledger/totals',
    'ledger/tax-year/2026',
    'ledger/tax-report/2026',
    'overview?period=30d',
    'overview/market?period=30d',
    'retail-watch',
    'imports',
  ],
  ...['export/collection.csv', 'export/sales.csv'],
];

describe('the collection in the account area, beside a real API', () => {
  let area: TestAccountArea;
  let api: InProcessApi;
  let ann: TestBrowser;
  let bob: TestBrowser;
  let key: string;
  let shelf: number;
  let withoutAnn: readonly string[];

  beforeAll(async () => {
    area = await TestAccountArea.start();
    await moveClock(area.db, NOON);
    for (const number of ['100-1', '200-1', '300-1', '400-1', '500-1'])
      await insertSet(area.db, { set_number: number, theme: number === '300-1' ? 'Castle' : 'Space' });
    await insertValueStep(area.db, '100-1', 'sealed', '2026-01-01', 12_345);
    await insertValueStep(area.db, '100-1', 'used', '2026-01-01', 6_001);
    await insertValueStep(area.db, '200-1', 'sealed', '2026-01-01', 999);
    api = await InProcessApi.start(area.databaseUrl);
    bob = await area.signedUp('bob@example.com');
    withoutAnn = await listsOf(bob);
    ann = await area.signedUp('ann@example.com');
    const annId = await area.accountId('ann@example.com');
    key = (await insertKey(area.db, annId)).key;
    shelf = await defaultBrickfolio(area.db, annId);
  });

  afterAll(async () => {
    await api.stop();
    await area.stop();
  });

  const ok = (answer: AreaAnswer): AreaAnswer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body}`);
    return answer;
  };
  /** One after the other: three of them are exports, of which an account may have two in progress. */
  const listsOf = async (browser: TestBrowser): Promise<readonly string[]> => {
    const bodies: string[] = [];
    for (const path of LISTS) bodies.push(ok(await browser.get(path)).body);
    return bodies;
  };
  const edit = async (path: string, body: object): Promise<number> =>
    ok(await ann.post(path, body)).json<{ change: { id: number } }>().change.id;
  const undo = (id: number) => ann.post(`changes/${id}/undo`);
  const holdings = async (query = ''): Promise<Holding[]> =>
    ok(await ann.get(`holdings?limit=250${query}`)).json<{ holdings: Holding[] }>().holdings;
  const holdingOf = async (setNumber: string, status = 'unsold'): Promise<Holding> =>
    (await holdings(`&q=${setNumber}&status=${status}`))[0]!;
  const sales = async (): Promise<Sale[]> => ok(await ann.get('ledger')).json<{ sales: Sale[] }>().sales;
  /** All that an edit writes: copies, sales and the record of the edit. */
  const written = async () => [await holdings(), await sales(), ok(await ann.get('changes')).body];
  const asked = async <Data>(path: string, by = key): Promise<Data> => {
    const answer = await fetch(`${api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${by}` } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { data: Data }).data;
  };

  /** The area's pages and the API must say the same, to the cent, right after every edit. */
  async function expectAgreement(): Promise<void> {
    const [analytics, listed, entries, ledger, overview, own, lines, sold] = await Promise.all([
      asked<{ summary: Record<string, number>; value_history: { total_value_usd: number }[] }>('/brickfolio/analytics'),
      asked<{ brickfolios: Record<string, number>[] }>('/brickfolio'),
      asked<{ entries: Record<string, number | string | null>[] }>('/brickfolio/entries?limit=250'),
      asked<{ sales: { id: number; net_proceeds_usd: number; profit_loss_usd: number | null }[] }>('/salesledger'),
      ann.get('overview?period=30d'),
      ann.get('brickfolios'),
      holdings(),
      sales(),
    ]);
    const { totals, history } = ok(overview).json<{
      totals: Record<string, number>;
      history: { valueCents: number[] };
    }>();
    expect(totals).toEqual({
      setCount: analytics.summary['total_sets'],
      itemCount: analytics.summary['total_items'],
      costCents: cents(analytics.summary['total_cost_basis_usd']!),
      valueCents: cents(analytics.summary['total_current_value_usd']!),
      gainCents: cents(analytics.summary['unrealized_gain_loss_usd']!),
      gainPct: analytics.summary['unrealized_gain_loss_pct'],
      unknownCost: {
        itemCount: entries.entries
          .filter(({ status, purchase_price_usd: price }) => status !== 'sold' && price === null)
          .reduce((copies, { quantity }) => copies + Number(quantity), 0),
        valueCents:
          cents(analytics.summary['total_current_value_usd']!)! -
          cents(analytics.summary['total_cost_basis_usd']!)! -
          cents(analytics.summary['unrealized_gain_loss_usd']!)!,
      },
    });
    expect(history.valueCents).toEqual(analytics.value_history.slice(-30).map((point) => cents(point.total_value_usd)));
    const counted = lines.filter((line) => line.countsInTotals);
    expect(sum(counted.map((line) => line.valueCents!))).toBe(totals['valueCents']);
    expect(sum(counted.map((line) => line.costCents ?? 0))).toBe(totals['costCents']);
    const brickfolios = ok(own).json<{ brickfolios: { id: number; totals: Record<string, number> }[] }>().brickfolios;
    expect(brickfolios.map(({ id, totals: each }) => [id, each['itemCount'], each['valueCents']])).toEqual(
      listed.brickfolios.map((each) => [each['id'], each['owned_item_count'], cents(each['total_current_value_usd']!)]),
    );
    const inOrder = lines.toSorted((a, b) => a.brickfolioId - b.brickfolioId);
    expect(entries.entries.map((entry) => `${entry['set_number']} ${entry['status']} ${entry['quantity']}`)).toEqual(
      inOrder.map((line) => `${line.setNumber} ${line.status} ${line.quantity}`),
    );
    expect(sold.map(({ id, netCents, profitCents }) => [id, netCents, profitCents])).toEqual(
      ledger.sales.map((sale) => [sale.id, cents(sale.net_proceeds_usd), cents(sale.profit_loss_usd)]),
    );
  }

  it('tells with every change, and with its undo, the one set that it is about, whatever names look like', async () => {
    const cy = await area.signedUp('cy@example.com');
    interface Told {
      id: number;
      setNumber: string | null;
    }
    const told: Told[] = [];
    const change = async (path: string, body?: object): Promise<number> => {
      told.unshift(ok(await cy.post(path, body)).json<{ change: Told }>().change);
      return told[0]!.id;
    };
    await change('brickfolios', { name: '3 × 200-1 (used)' });
    await change('holdings', { setNumber: '100-1', quantity: 2 });
    const [first] = ok(await cy.get('holdings')).json<{ holdings: Holding[] }>().holdings;
    const folios = ok(await cy.get('brickfolios')).json<{ brickfolios: { id: number }[] }>().brickfolios;
    await change(`holdings/${first!.id}/move`, { version: first!.version, brickfolioId: folios[1]!.id });
    await change('holdings', { setNumber: '300-1', quantity: 1 });
    const chosen = ok(await cy.get('holdings')).json<{ holdings: Holding[] }>().holdings;
    const both = await change('holdings/several/edit', {
      holdings: chosen.map(({ id, version }) => ({ id, version })),
      notes: 'both',
    });
    await change(`changes/${both}/undo`);
    expect(told.map(({ setNumber }) => setNumber)).toEqual([null, null, '300-1', '100-1', '100-1', null]);
    const { changes } = ok(await cy.get('changes')).json<{ changes: Told[] }>();
    expect(changes.map(({ id, setNumber }) => [id, setNumber])).toEqual(
      told.map(({ id, setNumber }) => [id, setNumber]),
    );
  });

  it('agrees with the API to the cent after adding, editing, splitting, moving, selling, deleting, undo', async () => {
    await edit('holdings', {
      setNumber: '100',
      quantity: 3,
      purchasePriceCents: 10_001,
      purchaseDay: '2026-02-01',
    });
    await expectAgreement();
    await edit('holdings', { setNumber: '100-1', quantity: 2, purchasePriceCents: null, condition: 'used' });
    await edit('holdings', { setNumber: '300-1', quantity: 1, purchasePriceCents: 5_000 });
    await expectAgreement();
    const { id, version } = await holdingOf('100-1');
    const edited = await edit(`holdings/${id}`, { version, purchasePriceCents: 9_999, notes: 'box dented' });
    await expectAgreement();
    const split = await edit(`holdings/${id}/split`, { version: version + 1, quantity: 1 });
    await expectAgreement();
    const attic = await edit('brickfolios', { name: 'Attic' });
    const listed = ok(await ann.get('brickfolios')).json<{ brickfolios: { id: number; name: string }[] }>().brickfolios;
    const atticId = listed.find(({ name }) => name === 'Attic')!.id;
    const castle = await holdingOf('300-1');
    const moved = await edit(`holdings/${castle.id}/move`, { version: castle.version, brickfolioId: atticId });
    await expectAgreement();
    const soldEdit = await edit('holdings/sell', {
      setNumber: '100-1',
      condition: 'sealed',
      quantity: 2,
      platform: 'eBay',
      saleDay: today(),
      grossCents: 30_000,
      platformFeesCents: 3_901,
      shippingCents: 1_200,
    });
    await expectAgreement();
    expect((await sales())[0]).toMatchObject({ quantity: 2, costBasisCents: 19_998, netCents: 24_899 });
    const deleted = await edit(`holdings/${castle.id}/delete`, { version: castle.version + 1 });
    await expectAgreement();
    for (const change of [deleted, soldEdit, moved, attic, split, edited]) {
      expect((await undo(change)).status).toBe(200);
      await expectAgreement();
    }
    expect(await holdingOf('100-1')).toMatchObject({ quantity: 3, purchasePriceCents: 10_001 });
    expect(await sales()).toEqual([]);
    expect((await undo(edited)).code).toBe('Conflict');
  });

  it('sells the oldest copies that a person was shown, and says so when others are the oldest by now', async () => {
    const oda = await area.signedUp('oda@example.com');
    const copies = { setNumber: '500-1', quantity: 2, purchasePriceCents: 500 };
    for (const purchaseDay of ['2026-02-01', '2026-03-01']) ok(await oda.post('holdings', { ...copies, purchaseDay }));
    const terms = { platform: 'ebay', saleDay: '2026-06-01', grossCents: 5_000, quantity: 3 };
    const sell = (oldest: object[]) =>
      oda.post('holdings/sell', { setNumber: '500-1', condition: 'sealed', ...terms, oldest });
    const shown = async () => {
      const unsold = ok(await oda.get('holdings/unsold?setNumber=500-1&condition=sealed'));
      return unsold
        .json<{ holdings: Holding[] }>()
        .holdings.slice(0, 2)
        .map(({ id, version }, at) => ({ id, version, quantity: 2 - at }));
    };
    const expectChanged = async (oldest: object[]): Promise<void> => {
      const answer = await sell(oldest);
      expect([answer.status, answer.code]).toEqual([409, 'Conflict']);
      expect(answer.body).toContain(
        'Your copies of 500-1 (sealed) were changed since you opened this. Nothing was sold',
      );
      expect(ok(await oda.get('ledger')).json<{ sales: Sale[] }>().sales).toEqual([]);
    };
    const first = await shown();
    ok(await oda.post(`holdings/${first[1]!.id}`, { version: first[1]!.version, purchasePriceCents: 900 }));
    await expectChanged(first);
    const second = await shown();
    ok(await oda.post('holdings', { ...copies, purchaseDay: '2026-01-01' }));
    await expectChanged(second);
    const third = await shown();
    ok(await oda.post(`holdings/${third[0]!.id}/delete`, { version: third[0]!.version }));
    await expectChanged(third);
    ok(await sell(await shown()));
    const [sale] = ok(await oda.get('ledger')).json<{ sales: Sale[] }>().sales;
    expect(sale).toMatchObject({ quantity: 3, costBasisCents: 1_900 });
  });

  it('sells the copies bought first, or those that were picked, and the cost of the sale follows them', async () => {
    const add = (price: number, date: string) =>
      edit('holdings', {
        setNumber: '400-1',
        quantity: 2,
        purchasePriceCents: price,
        purchaseDay: date,
        condition: 'used',
      });
    await add(300, '2026-03-01');
    await add(100, '2026-01-01');
    const sell = {
      setNumber: '400-1',
      condition: 'used',
      platform: 'ebay',
      saleDay: '2026-06-01',
      grossCents: 5_000,
    };
    await edit('holdings/sell', { ...sell, quantity: 3 });
    expect((await sales()).find((sale) => sale.setNumber === '400-1' && sale.quantity === 3)).toMatchObject({
      costBasisCents: 500,
    });
    const [left] = await holdings('&q=400-1&condition=used&status=unsold');
    const picked = [{ id: left!.id, version: left!.version, quantity: 1 }];
    await edit('holdings/sell', { ...sell, quantity: 1, saleDay: '2026-06-02', lots: picked });
    const report = ok(await ann.get('ledger/tax-year/2026'));
    const rows = report.body.split('\r\n').filter((line) => line.startsWith('400-1,') && line.includes('2026-06-0'));
    expect(rows.map((row) => row.split(',').slice(1, 9))).toEqual([
      ['2', '2026-01-01', '2026-06-01', '2.00', '33.33', '0.00', '31.33', 'FIFO'],
      ['1', '2026-03-01', '2026-06-01', '3.00', '16.67', '0.00', '13.67', 'FIFO'],
      ['1', '2026-03-01', '2026-06-02', '3.00', '50.00', '0.00', '47.00', 'picked'],
    ]);
    // A price that is corrected later corrects the sale.
    const sold = (await holdings('&q=400-1&condition=used&status=sold')).find((lot) => lot.quantity === 2)!;
    await edit(`holdings/${sold.id}`, { version: sold.version, purchasePriceCents: 150 });
    expect((await sales()).find((sale) => sale.setNumber === '400-1' && sale.quantity === 3)).toMatchObject({
      costBasisCents: 600,
    });
    const refused = await ann.post(`holdings/${sold.id}/delete`, { version: sold.version + 1 });
    expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('Undo the sale first')]);
    await expectAgreement();
  });

  it('keeps the cost of a sale the sum of its copies when an edit of one of them is undone', async () => {
    const cat = await area.signedUp('cat@example.com');
    const done = async (path: string, body: object): Promise<number> =>
      ok(await cat.post(path, body)).json<{ change: { id: number } }>().change.id;
    const lots = async () => ok(await cat.get('holdings?sort=added')).json<{ holdings: Holding[] }>().holdings;
    await done('holdings', { setNumber: '100-1' });
    await done('holdings', { setNumber: '100-1', purchasePriceCents: 2_000 });
    const sale = { condition: 'sealed', platform: 'ebay', saleDay: today(), grossCents: 9_000 };
    await done('holdings/sell', { setNumber: '100-1', quantity: 2, ...sale });
    const [a, b] = await lots();
    const edited = await done(`holdings/${b!.id}`, { version: b!.version, purchasePriceCents: 2_500 });
    await done(`holdings/${a!.id}`, { version: a!.version, purchasePriceCents: 1_000 });
    const cost = async () =>
      ok(await cat.get('ledger')).json<{ sales: { costBasisCents: number }[] }>().sales[0]!.costBasisCents;
    expect(await cost()).toBe(3_500);
    const undone = ok(await cat.post(`changes/${edited}/undo`)).json<{ change: { id: number } }>().change.id;
    expect(await cost()).toBe(3_000);
    ok(await cat.post(`changes/${undone}/undo`));
    expect(await cost()).toBe(3_500);
  });

  it('shows of sold copies what they fetched, as the tax report divides it, not what the set is worth', async () => {
    const gus = await area.signedUp('gus@example.com');
    const lots = async (query = '') =>
      ok(await gus.get(`holdings?limit=250${query}`)).json<{ holdings: Holding[] }>().holdings;
    for (const quantity of [1, 1, 1])
      ok(await gus.post('holdings', { setNumber: '100-1', quantity, purchasePriceCents: 10_000 }));
    ok(await gus.post('holdings', { setNumber: '100-1', purchasePriceCents: 1 }));
    const sale = { setNumber: '100-1', condition: 'sealed', platform: 'ebay', saleDay: '2026-06-01' };
    const [one, other, third] = await lots('&sort=added');
    const picked = [one!, other!, third!].map(({ id, version }) => ({ id, version, quantity: 1 }));
    const terms = { grossCents: 50_000, platformFeesCents: 1_001, shippingCents: 999 };
    ok(await gus.post('holdings/sell', { ...sale, quantity: 3, lots: picked, ...terms }));
    const sold = await lots('&status=sold&sort=added');
    const report = ok(await gus.get('ledger/tax-year/2026'))
      .body.split('\r\n')
      .slice(1, 4);
    const gains = report.map((line) => cents(Number(line.split(',')[7])));
    expect(sold.map(({ gainCents }) => gainCents)).toEqual(gains);
    expect(sum(gains.map(Number))).toBe(50_000 - 2_000 - 30_000);
    expect(sold[0]).toMatchObject({
      valueCents: 10_000 + gains[0]!,
      brickfolio: expect.any(String),
      sold: { saleDay: '2026-06-01', platform: 'ebay' },
    });
    // By value and by gain they stand where what they fetched puts them.
    for (const sort of ['value', 'gain', 'percent'] as const) {
      const field = ({ value: 'valueCents', gain: 'gainCents', percent: 'gainPct' } as const)[sort];
      const listed = (await lots(`&sort=${sort}`)).map((lot) => lot[field]);
      expect(listed).toEqual(listed.toSorted((a, b) => a! - b!));
    }
    const totals = async (query: string) => ok(await gus.get(`holdings/totals?${query}`)).json<object>();
    expect(await totals('')).toMatchObject({
      unsold: { itemCount: 1, costCents: 1, valueCents: 12_345, gainCents: 12_344 },
      soldCopies: 3,
      soldNetCents: 48_000,
      soldGainCents: 18_000,
      soldGainPct: 60,
    });
    expect(await totals('status=unsold')).toMatchObject({ unsold: { itemCount: 1 }, soldCopies: 0, soldGainPct: null });
  });

  it('reports a tax year by holding period, as calculated by hand, and finds and sorts its sales', async () => {
    const hal = await area.signedUp('hal@example.com');
    /** Quantity, price of one, bought, sold, proceeds, fees. The third is held for a year to the day. */
    const trades = [
      ['100-1', 2, 10_000, '2024-05-01', '2026-03-10', 30_001, 4_002],
      ['200-1', 1, 2_500, '2025-11-20', '2026-03-11', 2_000, 151],
      ['300-1', 3, 1_000, '2025-03-12', '2026-03-12', 9_000, 0],
      ['400-1', 1, 700, '2024-02-29', '2025-03-01', 1_700, 100],
      ['500-1', 1, null, '2026-01-01', '2026-04-01', 5_000, 77],
    ] as const;
    for (const [setNumber, quantity, purchasePriceCents, purchaseDay, saleDay, grossCents, fee] of trades) {
      ok(await hal.post('holdings', { setNumber, quantity, purchasePriceCents, purchaseDay }));
      const sale = { setNumber, quantity, condition: 'sealed', platform: fee === 0 ? 'bricklink' : 'ebay', saleDay };
      ok(await hal.post('holdings/sell', { ...sale, grossCents, platformFeesCents: fee }));
    }
    const { all, terms, lines } = ok(await hal.get('ledger/tax-report/2026')).json<{
      all: object;
      terms: object[];
      lines: { setNumber: string; title: string; term: string; gainCents: number | null }[];
    }>();
    expect(terms).toEqual([
      // 2000 - 151 - 2500, 9000 - 3 * 1000, and one of unknown cost
      {
        term: 'short',
        lines: 3,
        quantity: 5,
        proceedsCents: 16_000,
        feesCents: 228,
        basisCents: 5_500,
        gainCents: 5_349,
        linesOfUnknownBasis: 1,
      },
      // 30001 - 4002 - 2 * 10000
      {
        term: 'long',
        lines: 1,
        quantity: 2,
        proceedsCents: 30_001,
        feesCents: 4_002,
        basisCents: 20_000,
        gainCents: 5_999,
        linesOfUnknownBasis: 0,
      },
    ]);
    expect(all).toMatchObject({ lines: 4, quantity: 7, proceedsCents: 46_001, gainCents: 11_348 });
    expect(lines.map(({ setNumber, title, term, gainCents }) => [setNumber, title, term, gainCents])).toEqual([
      ['100-1', 'Set 100-1', 'long', 5_999],
      ['200-1', 'Set 200-1', 'short', -651],
      ['300-1', 'Set 300-1', 'short', 6_000],
      ['500-1', 'Set 500-1', 'short', null],
    ]);
    // Bought on the 29th of February: a year and a day later it was held for more than a year.
    expect(ok(await hal.get('ledger/tax-report/2025')).json<object>()).toMatchObject({ terms: [{ term: 'long' }] });
    expect((await hal.get('ledger/tax-report/soon')).status).toBe(404);

    const found = async (query: string) =>
      ok(await hal.get(`ledger?${query}`))
        .json<{ sales: Sale[] }>()
        .sales.map(({ setNumber }) => setNumber);
    expect(await found('')).toEqual(['500-1', '300-1', '200-1', '100-1', '400-1']);
    expect(await found('sort=profit&direction=desc')).toEqual(['300-1', '100-1', '400-1', '200-1', '500-1']);
    expect(await found('sort=roi&direction=asc')).toEqual(['200-1', '100-1', '400-1', '300-1', '500-1']);
    expect(await found('year=2025')).toEqual(['400-1']);
    expect(await found('platform=bricklink')).toEqual(['300-1']);
    expect(await found('q=set%20200')).toEqual(['200-1']);
    for (const bad of ['sort=luck', 'year=25', 'direction=up'])
      expect((await hal.get(`ledger?${bad}`)).status).toBe(400);
  });

  it('divides the overview into parts that add up to it, over any days of the past year', async () => {
    type Shared = Record<'themes' | 'years' | 'conditions' | 'brickfolios', Record<string, number>[]>;
    const read = async (query: string) =>
      ok(await ann.get(`overview?${query}`)).json<{
        totals: Record<string, number>;
        shares: Shared;
        history: { days: string[]; valueCents: number[] };
        best: { gainPct: number }[];
      }>();
    const year = await read('period=1y');
    for (const shares of Object.values(year.shares))
      for (const field of ['itemCount', 'costCents', 'valueCents', 'gainCents'])
        expect(sum(shares.map((share) => share[field]!))).toBe(year.totals[field]);
    const gains = year.best.map(({ gainPct }) => gainPct);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    const [from, until] = [year.history.days.at(-100)!, year.history.days.at(-40)!];
    const some = await read(`from=${from}&until=${until}`);
    expect(some.history.days).toEqual(year.history.days.slice(-100, -39));
    expect(some.history.valueCents).toEqual(year.history.valueCents.slice(-100, -39));
    for (const [bad, words] of [
      [`from=${from}`, 'the first and the last day'],
      [`from=${until}&until=${from}`, 'begin before it ends'],
      [`from=2020-01-01&until=${until}`, 'within the past year'],
      [`from=${from}&until=2999-01-01`, 'end after today'],
      [`from=soon&until=${until}`, 'the first day of the period'],
    ] as const) {
      const answer = await ann.get(`overview?${bad}`);
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  it('has beside the collection what the sets of its themes made, and of how many that is known', async () => {
    const ago = (days: number) => inDays(-days);
    for (const [number, ...steps] of [
      ['910-1', [100, 10_000], [10, 15_000]],
      ['911-1', [100, 20_000], [5, 18_000]],
      ['912-1', [30, 99_999]],
    ] as const) {
      await insertSet(area.db, { set_number: number, theme: 'Forest' });
      for (const [days, value] of steps) await insertValueStep(area.db, number, 'sealed', ago(days), value);
    }
    const ida = await area.signedUp('ida@example.com');
    ok(await ida.post('holdings', { setNumber: '910-1', quantity: 1 }));
    const market = async (query: string) => ok(await ida.get(`overview/market?${query}`)).json();
    expect(await market(`from=${ago(60)}&until=${ago(0)}`)).toEqual({ pct: 10, valuedSets: 2, sets: 3 });
    expect(await market('period=1y')).toEqual({ pct: null, valuedSets: 0, sets: 3 });
  });

  it('keeps what of a price was shipping and tax, and where copies were bought and are kept, at one cost', async () => {
    const jan = await area.signedUp('jan@example.com');
    const janKey = (await insertKey(area.db, await area.accountId('jan@example.com'))).key;
    const listed = async () =>
      ok(await jan.get('holdings')).json<{ holdings: (Holding & Record<string, unknown>)[] }>().holdings;
    const details = { shippingPaidCents: 600, taxPaidCents: 725, boughtFrom: 'Shop', storedAt: 'shelf 3' };
    const bought = { setNumber: '100-1', quantity: 2, purchasePriceCents: 9_999 };
    ok(await jan.post('holdings', { ...bought, ...details }));
    const [first] = await listed();
    expect(first).toMatchObject({ ...details, purchasePriceCents: 9_999, costCents: 19_998 });
    const { entries } = await asked<{ entries: object[] }>('/brickfolio/entries', janKey);
    expect(entries).toMatchObject([{ quantity: 2, purchase_price_usd: 99.99 }]);

    const { id, version } = first!;
    const edited = ok(await jan.post(`holdings/${id}`, { version, taxPaidCents: null, storedAt: 'attic' }));
    expect(await listed()).toMatchObject([{ ...details, taxPaidCents: null, storedAt: 'attic' }]);
    const { change } = edited.json<{ change: { id: number } }>();
    ok(await jan.post(`changes/${change.id}/undo`));
    expect(await listed()).toMatchObject([details]);
    const seen = async () => (await listed()).map((one) => ({ id: one.id, version: one.version }));
    ok(await jan.post('holdings/several/edit', { holdings: await seen(), storedAt: 'box 1', boughtFrom: null }));
    expect(await listed()).toMatchObject([{ ...details, storedAt: 'box 1', boughtFrom: null }]);

    const now = (await seen())[0]!.version;
    for (const [bad, words] of [
      [{ taxPaidCents: 9_400 }, 'Shipping and tax for one copy are 100.00 together, more than its price of 99.99'],
      [{ purchasePriceCents: 1_000 }, 'more than its price of 10.00'],
      [{ shippingPaidCents: -1 }, 'the shipping of one copy'],
      [{ storedAt: 'x'.repeat(201) }, 'where it is kept'],
    ] as const) {
      const answer = await jan.post(`holdings/${id}`, { version: now, ...bad });
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(await seen()).toEqual([{ id, version: now }]);
    // Copies that are split off, and those that are sold, carry them.
    const sale = { setNumber: '100-1', condition: 'sealed', quantity: 1, grossCents: 20_000, platform: 'ebay' };
    ok(await jan.post('holdings/sell', { ...sale, saleDay: today() }));
    expect(await listed()).toMatchObject([{ ...details, boughtFrom: null, storedAt: 'box 1' }, { taxPaidCents: 725 }]);
    const ledger = ok(await jan.get('ledger')).json<{ sales: Sale[] }>();
    expect(ledger.sales).toMatchObject([{ costBasisCents: 9_999, profitCents: 10_001 }]);
  });

  it('edits, moves, sells and deletes several at once, each as one change with one undo, to the cent', async () => {
    const added = [
      await edit('holdings', { setNumber: '500-1', quantity: 2, purchasePriceCents: 1_000 }),
      await edit('holdings', { setNumber: '500-1', quantity: 1, purchasePriceCents: 1_500, condition: 'used' }),
      await edit('holdings', { setNumber: '200-1', quantity: 3, purchasePriceCents: 700, notes: 'several' }),
    ];
    const mine = async () =>
      (await holdings('&status=unsold')).filter(
        ({ setNumber, costCents }) => setNumber === '500-1' || costCents === 2_100,
      );
    const chosen = async () => (await mine()).map(({ id, version }) => ({ id, version }));
    const content = async () => (await holdings()).map(({ version: _version, ...facts }) => facts);
    const before = await content();
    const attic = await edit('brickfolios', { name: 'Several' });
    const listed = ok(await ann.get('brickfolios')).json<{ brickfolios: { id: number; name: string }[] }>().brickfolios;
    const target = listed.find(({ name }) => name === 'Several')!.id;

    const edited = await edit('holdings/several/edit', { holdings: await chosen(), status: 'listed', notes: 'all' });
    expect((await mine()).map(({ status }) => status)).toEqual(['listed', 'listed', 'listed']);
    await expectAgreement();
    const moved = await edit('holdings/several/move', { holdings: await chosen(), brickfolioId: target });
    expect((await mine()).map(({ brickfolio }) => brickfolio)).toEqual(['Several', 'Several', 'Several']);
    await expectAgreement();
    const sold = await edit('holdings/several/sell', {
      holdings: await chosen(),
      platform: 'BrickLink',
      saleDay: '2026-07-01',
      platformFeesCents: 1_000,
      proceeds: [
        { setNumber: '500-1', condition: 'sealed', grossCents: 4_000 },
        { setNumber: '500-1', condition: 'used', grossCents: 2_000 },
        { setNumber: '200-1', condition: 'sealed', grossCents: 6_000 },
      ],
    });
    await expectAgreement();
    const made = (await sales()).filter(({ netCents }) => [3_667, 1_833, 5_500].includes(netCents));
    expect(made.map(({ quantity, netCents, costBasisCents }) => [quantity, netCents, costBasisCents])).toEqual(
      expect.arrayContaining([
        [2, 3_667, 2_000],
        [1, 1_833, 1_500],
        [3, 5_500, 2_100],
      ]),
    );
    expect((await undo(sold)).status).toBe(200);
    const deleted = await edit('holdings/several/delete', { holdings: await chosen() });
    expect(await mine()).toEqual([]);
    await expectAgreement();
    for (const change of [deleted, moved, edited, attic]) expect((await undo(change)).status).toBe(200);
    expect(await content()).toEqual(before);
    for (const change of added) expect((await undo(change)).status).toBe(200);
    await expectAgreement();
  });

  it('refuses a selection that changed meanwhile or makes no sense: a sentence, nothing written', async () => {
    const unsold = (await holdings('&status=unsold')).map(({ id, version }) => ({ id, version }));
    const [first, ...rest] = unsold;
    const linked = (await holdings('&status=sold')).find(({ sold }) => sold !== null)!;
    const before = await written();
    const sale = { platform: 'ebay', saleDay: '2026-07-01', proceeds: [] };
    const lot = (await holdings('&status=unsold'))[0]!;
    const brought = { setNumber: lot.setNumber, condition: lot.condition };
    const stale = [{ ...first, version: 99 }];
    for (const [path, body, status, words] of [
      ['edit', { holdings: [{ ...first, version: 99 }, ...rest], notes: 'x' }, 409, `Of the ${unsold.length} holdings`],
      [
        'delete',
        { holdings: [first, { id: 2_000_000_000, version: 1 }] },
        409,
        'Of the 2 holdings that you chose 1 was',
      ],
      [
        'delete',
        { holdings: [first, { id: linked.id, version: linked.version }] },
        409,
        'part of a sale in your ledger',
      ],
      ['move', { holdings: stale, brickfolioId: lot.brickfolioId }, 409, 'chose 1 was'],
      ['sell', { holdings: stale, ...sale, proceeds: [{ ...brought, grossCents: 1 }] }, 409, 'chose 1 was'],
      ['delete', { holdings: [first, first] }, 400, 'can be chosen once'],
      ['delete', { holdings: [] }, 400, 'at least one holding'],
      ['edit', { holdings: unsold }, 400, 'Say what to change'],
      ['edit', { holdings: unsold, status: 'sold' }, 400, 'Mark sold'],
      ['edit', { holdings: unsold, purchasePriceCents: -1 }, 400, 'the price of one copy'],
      ['edit', { holdings: unsold, purchaseDay: '2999-01-01' }, 400, 'is after tomorrow'],
      [
        'edit',
        { holdings: Array.from({ length: 1_001 }, (_, id) => ({ id: id + 1, version: 1 })) },
        400,
        'at most 1000',
      ],
      ['move', { holdings: unsold, brickfolioId: 2_000_000_000 }, 404, 'Brickfolio not found'],
      ['sell', { holdings: [first], ...sale }, 400, 'proceeds of each set'],
      ['sell', { holdings: [first], ...sale, saleDay: '2999-01-01' }, 400, 'is after tomorrow'],
      ['sell', { holdings: [first], ...sale, proceeds: [{ ...brought, grossCents: -1 }] }, 400, 'the proceeds'],
    ] as const) {
      const answer = await ann.post(`holdings/several/${path}`, body);
      expect([path, answer.status, answer.body]).toEqual([path, status, expect.stringContaining(words)]);
    }
    expect(await written()).toEqual(before);
    // Another account's are as if they were not there.
    expect((await bob.post('holdings/several/delete', { holdings: unsold })).status).toBe(409);
    expect(await written()).toEqual(before);
  });

  it('refuses a sale with copies of another set or condition, of more than there are, or bought later', async () => {
    const dan = await area.signedUp('dan@example.com');
    ok(await dan.post('holdings', { setNumber: '200-1', quantity: 2, purchaseDay: '2026-03-01' }));
    const read = async () => ok(await dan.get('holdings')).json<{ holdings: Holding[] }>().holdings;
    const [lot] = await read();
    const picked = [{ id: lot!.id, version: lot!.version, quantity: 1 }];
    const sale = { condition: 'sealed', quantity: 1, platform: 'ebay', saleDay: '2026-06-01', grossCents: 1 };
    for (const [body, status, words] of [
      [{ setNumber: '100-1', ...sale, lots: picked }, 400, 'are copies of 200-1 (sealed), not of 100-1 (sealed)'],
      [{ setNumber: '200-1', ...sale, condition: 'used', lots: picked }, 400, 'not of 200-1 (used)'],
      [{ setNumber: '200-1', ...sale, quantity: 3 }, 409, 'You had only 2 of these copies'],
      [{ setNumber: '200-1', ...sale, saleDay: '2026-02-01', lots: picked }, 400, 'cannot have been sold on'],
      [{ setNumber: '200-1', ...sale, lots: [{ ...picked[0], version: 99 }] }, 409, 'changed'],
    ] as const) {
      const answer = await dan.post('holdings/sell', body);
      expect([answer.status, answer.body]).toEqual([status, expect.stringContaining(words)]);
    }
    expect(await read()).toEqual([lot]);
  });

  it('shows one moment of the book in the overview, whatever commits while it is read', async () => {
    const eve = await area.signedUp('eve@example.com');
    ok(await eve.post('holdings', { setNumber: '100-1', quantity: 1, purchasePriceCents: 5 }));
    const eveId = await area.accountId('eve@example.com');
    const seller = new Client({ connectionString: area.databaseUrl });
    await seller.connect();
    const selling = { isDone: false };
    const sellAndTakeBack = async (): Promise<void> => {
      for (let time = 0; time < 150; time++) {
        await seller.query(
          `WITH h AS (UPDATE portfolio.holding SET status = 'sold' WHERE account_id = ${eveId} RETURNING id, set_id),
           s AS (INSERT INTO portfolio.sale (account_id, set_id, platform, sale_date, quantity, gross_cents,
             platform_fees_cents, payment_fees_cents, shipping_cents, cost_basis_cents)
             SELECT ${eveId}, set_id, 'ebay', '2026-05-05', 1, 9, 0, 0, 0, 5 FROM h RETURNING id)
           INSERT INTO portfolio.sale_lot (account_id, holding_id, sale_id, method)
           SELECT ${eveId}, h.id, s.id, 'fifo' FROM h, s`,
        );
        await seller.query(
          `WITH s AS (DELETE FROM portfolio.sale WHERE account_id = ${eveId})
           UPDATE portfolio.holding SET status = 'owned' WHERE account_id = ${eveId}`,
        );
      }
      selling.isDone = true;
    };
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      while (!selling.isDone) {
        const answer = ok(await eve.get('overview?period=30d'));
        const { totals, sales: sold } = answer.json<Record<'totals' | 'sales', Record<string, number>>>();
        seen.add(`${totals['itemCount']} owned, ${sold['copies']} sold`);
      }
    };
    try {
      await Promise.all([sellAndTakeBack().finally(() => (selling.isDone = true)), look(), look(), look()]);
    } finally {
      await seller.end();
    }
    expect([...seen].filter((one) => one !== '1 owned, 0 sold' && one !== '0 owned, 1 sold')).toEqual([]);
  });

  it('says unknown, never 0, where a cost is unknown', async () => {
    await edit('holdings', { setNumber: '300-1', quantity: 1, condition: 'used' });
    await edit('holdings/sell', {
      setNumber: '300-1',
      condition: 'used',
      quantity: 1,
      platform: 'ebay',
      saleDay: '2026-07-01',
      grossCents: 1_000,
    });
    expect((await sales()).find((sale) => sale.netCents === 1_000)).toMatchObject({
      costBasisCents: null,
      profitCents: null,
    });
    const { months } = ok(await ann.get('ledger/totals')).json<{ months: Record<string, unknown>[] }>();
    expect(months.find(({ name }) => name === '2026-07')).toMatchObject({
      costCents: null,
      profitCents: null,
      salesOfUnknownCost: 1,
    });
  });

  it('tells the second of two tabs that the first has changed the holding, and loses neither', async () => {
    await edit('holdings', { setNumber: '200-1', quantity: 7 });
    const seen = (await holdings('&q=200-1&status=unsold')).find(({ quantity }) => quantity === 7)!;
    await edit(`holdings/${seen.id}`, { version: seen.version, quantity: 8 });
    for (const path of [`holdings/${seen.id}`, `holdings/${seen.id}/delete`, `holdings/${seen.id}/split`]) {
      const body = { version: seen.version, ...(!path.endsWith('delete') && { quantity: 2 }) };
      const late = await ann.post(path, body);
      expect([late.status, late.code]).toEqual([409, 'EditedElsewhere']);
      expect(late.json()['current']).toMatchObject({ id: seen.id, version: seen.version + 1, quantity: 8 });
    }
    const both = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ann.post(`holdings/${seen.id}`, { version: seen.version + 1, quantity: 20 + index }),
      ),
    );
    const statuses = both.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    await edit(`holdings/${seen.id}/delete`, { version: seen.version + 2 });
    expect((await ann.post(`holdings/${seen.id}`, { version: seen.version + 2, quantity: 1 })).status).toBe(404);
    await expectAgreement();
  });

  it('sells no copy twice when two tabs sell at once', async () => {
    await edit('holdings', { setNumber: '500-1', quantity: 5, condition: 'used', purchasePriceCents: 777 });
    const sell = () =>
      ann.post('holdings/sell', {
        setNumber: '500-1',
        condition: 'used',
        quantity: 3,
        platform: 'ebay',
        saleDay: today(),
        grossCents: 1,
      });
    const statuses = (await Promise.all([sell(), sell(), sell()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect((await holdings('&q=500-1&condition=used&status=unsold')).map(({ quantity }) => quantity)).toEqual([2]);
    await expectAgreement();
  });

  it('undoes a change once, and not over a later one, which it says in words', async () => {
    const added = await edit('holdings', { setNumber: '300-1', quantity: 40 });
    const lot = (await holdings('&q=300-1&status=unsold')).find(({ quantity }) => quantity === 40)!;
    const later = await edit(`holdings/${lot.id}`, { version: lot.version, quantity: 6 });
    const refused = await undo(added);
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.stringContaining('The holding of 300-1 was changed since, so this cannot be undone.'),
    ]);
    const undone = await Promise.all([undo(later), undo(later), undo(later)]);
    expect(undone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await undo(added)).status).toBe(200);
    expect(await holdings(`&q=300-1&status=unsold`)).not.toContainEqual(expect.objectContaining({ id: lot.id }));
  });

  it("has nothing at other accounts' numbers or in its lists, and changes nothing there", async () => {
    const change = await edit('holdings', { setNumber: '100-1', quantity: 9, purchasePriceCents: 1 });
    const lot = (await holdings('&q=100-1&status=unsold')).find(({ quantity }) => quantity === 9)!;
    const [sale] = await sales();
    const version = lot.version;
    const tries = await Promise.all([
      bob.post(`holdings/${lot.id}`, { version, quantity: 1 }),
      bob.post(`holdings/${lot.id}/split`, { version, quantity: 1 }),
      bob.post(`holdings/${lot.id}/delete`, { version }),
      bob.post(`holdings/${lot.id}/move`, { version, brickfolioId: shelf }),
      bob.post(`changes/${change}/undo`),
      bob.post(`ledger/${sale!.id}`, { version: sale!.version, grossCents: 1 }),
      bob.post(`brickfolios/${shelf}`, { version: 1, name: 'mine now' }),
      bob.post(`brickfolios/${shelf}/delete`, { version: 1 }),
      bob.get(`holdings?brickfolioId=${shelf}`),
      bob.post('holdings', { setNumber: '100-1', brickfolioId: shelf }),
      bob.post('holdings/sell', {
        setNumber: '100-1',
        condition: 'sealed',
        quantity: 1,
        platform: 'ebay',
        saleDay: today(),
        grossCents: 1,
        lots: [{ id: lot.id, version, quantity: 1 }],
      }),
      bob.post(`holdings/99999999999999`, { version: 1, quantity: 1 }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
    expect(await listsOf(bob)).toEqual(withoutAnn);
    expect((await holdings('&q=100-1&status=unsold')).find(({ id }) => id === lot.id)).toEqual(lot);
  });

  it('filters, sorts and pages on the server, with a true total', async () => {
    const page = async (query: string) =>
      ok(await ann.get(`holdings?${query}`)).json<{ holdings: (Holding & { theme: string })[]; total: number }>();
    const everything = await page('limit=250&sort=added');
    const first = await page('limit=2&sort=gain&direction=desc');
    const second = await page('limit=2&offset=2&sort=gain&direction=desc');
    const unknownLast = (gain: number | null): number => gain ?? -Infinity;
    const gains = everything.holdings
      .map(({ gainCents: gain }) => gain)
      .toSorted((a, b) => (a === b ? 0 : unknownLast(b) - unknownLast(a)));
    expect([...first.holdings, ...second.holdings].map((line) => line.gainCents)).toEqual(gains.slice(0, 4));
    expect(first.total).toBe(everything.total);
    const castle = await page('theme=Castle&limit=250');
    expect(new Set(castle.holdings.map(({ theme }) => theme))).toEqual(new Set(['Castle']));
    expect(castle.total).toBe(everything.holdings.filter(({ theme }) => theme === 'Castle').length);
    expect((await page('offset=9999')).total).toBe(everything.total);
    for (const bad of ['sort=price', 'limit=0', 'limit=1e2', 'direction=up', 'colour=red', 'brickfolioId=0'])
      expect((await ann.get(`holdings?${bad}`)).status).toBe(400);
  });

  it('refuses bad input in words and changes nothing', async () => {
    const before = await written();
    const [sold] = await sales();
    const sale = { setNumber: '100-1', platform: 'ebay', saleDay: '2026-01-01', grossCents: 1 };
    const ofCopies = { ...sale, quantity: 1, condition: 'sealed' };
    const bad: [string, object, string][] = [
      ['holdings', { setNumber: '999-9' }, 'Set 999-9 is not in the catalog'],
      ['holdings', { setNumber: '100-1', quantity: 0 }, 'the number of copies'],
      ['holdings', { setNumber: '100-1', quantity: 1.5 }, 'the number of copies'],
      ['holdings', { setNumber: '100-1', purchasePriceCents: -1 }, 'the price of one copy'],
      ['holdings', { setNumber: '100-1', purchaseDay: '2026-02-30' }, 'the day of purchase'],
      ['holdings', { setNumber: '100-1', purchaseDay: '2999-01-01' }, '2999-01-01 is after tomorrow'],
      ['holdings', { setNumber: '100-1', status: 'sold' }, 'mark them as sold'],
      ['holdings', { setNumber: '100-1', price: 3 }, 'There is no field'],
      ['ledger', { ...sale, platform: 'Ünïcode!' }, 'platform'],
      ['ledger', { ...sale, saleDay: '2999-01-01' }, 'after tomorrow'],
      ['ledger', { ...sale, saleDay: inDays(2) }, `${inDays(2)} is after tomorrow: correct the date`],
      ['ledger', { ...sale, grossCents: -1 }, 'Please give the proceeds in cents as a whole number from 0'],
      ['ledger', { ...sale, costBasisCents: -1 }, 'Please give the cost in cents as a whole number from 0'],
      [`ledger/${sold!.id}`, { version: sold!.version, grossCents: -1 }, 'the proceeds in cents'],
      [`ledger/${sold!.id}`, { version: sold!.version, saleDay: inDays(2) }, 'after tomorrow'],
      ['holdings/sell', { ...ofCopies, saleDay: '2999-01-01' }, 'after tomorrow'],
      ['holdings/sell', { ...ofCopies, grossCents: -1 }, 'the proceeds in cents'],
      ['holdings/sell', { ...ofCopies, platformFeesCents: 0.5 }, 'the platform fees in cents'],
      ['brickfolios', { name: '   ' }, 'from 1 to 100 printable characters'],
    ];
    for (const [path, body, words] of bad) {
      const answer = await ann.post(path, body);
      expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(await written()).toEqual(before);
  });

  it('takes a sale of tomorrow, which has begun somewhere, and a fee below 0, which is a credit', async () => {
    const sale = { setNumber: '100-1', platform: 'ebay', saleDay: inDays(1), grossCents: 7_000 };
    const recorded = await edit('ledger', { ...sale, platformFeesCents: -11 });
    expect((await sales())[0]).toMatchObject({ setNumber: '100-1', saleDay: sale.saleDay, netCents: 7_011 });
    expect((await undo(recorded)).status).toBe(200);
  });

  it('keeps brickfolios apart: names are unique, the default stays, only empty ones are deleted', async () => {
    await edit('brickfolios', { name: 'Shop', description: 'for sale' });
    expect((await ann.post('brickfolios', { name: 'Shop' })).body).toContain(
      'already have a brickfolio with this name',
    );
    type Listed = { id: number; version: number; name: string; isDefault: boolean };
    const listed = async () => ok(await ann.get('brickfolios')).json<{ brickfolios: Listed[] }>().brickfolios;
    const find = async (name: string) => (await listed()).find((one) => one.name === name)!;
    const shop = await find('Shop');
    const [main] = await listed();
    expect((await ann.post(`brickfolios/${main!.id}/delete`, { version: main!.version })).body).toContain(
      'the default first',
    );
    const defaulted = await edit(`brickfolios/${shop.id}/default`, { version: shop.version });
    expect((await listed())[0]).toMatchObject({ name: 'Shop', isDefault: true });
    expect((await ann.post(`brickfolios/${main!.id}/delete`, { version: main!.version + 1 })).body).toContain(
      'Move or delete',
    );
    await undo(defaulted);
    expect((await listed())[0]).toMatchObject({ id: main!.id, isDefault: true });
    const { version } = await find('Shop');
    expect((await ann.post(`brickfolios/${shop.id}`, { version: shop.version, name: 'Stale' })).code).toBe(
      'EditedElsewhere',
    );
    await edit(`brickfolios/${shop.id}`, { version, name: 'Shop front' });
    const gone = await edit(`brickfolios/${shop.id}/delete`, { version: version + 1 });
    expect(await find('Shop front')).toBeUndefined();
    await undo(gone);
    expect(await find('Shop front')).toMatchObject({ id: shop.id });
    await expectAgreement();
  });

  it('says which alert rules go with a brickfolio before it is deleted, and brings them back with it', async () => {
    const fay = await area.signedUp('fay@example.com');
    ok(await fay.post('brickfolios', { name: 'Watched' }));
    type Listed = { id: number; version: number; name: string };
    const listed = async () => ok(await fay.get('brickfolios')).json<{ brickfolios: Listed[] }>().brickfolios;
    const { id, version } = (await listed()).find(({ name }) => name === 'Watched')!;
    const rule = {
      name: 'Attic drops',
      kind: 'price.dropped',
      scope: 'brickfolio',
      brickfolioId: id,
      belowCents: 5_000,
    };
    ok(await fay.post('alerts/rules', rule));
    const rules = async () => ok(await fay.get('alerts/rules')).json<{ rules: object[] }>().rules;
    const before = await rules();
    expect(before).toHaveLength(1);
    const told = await fay.post(`brickfolios/${id}/delete`, { version });
    expect([told.status, told.body]).toEqual([409, expect.stringContaining('Attic drops')]);
    expect(await rules()).toEqual(before);
    const gone = ok(await fay.post(`brickfolios/${id}/delete`, { version, withRules: true })).json<{
      change: { id: number };
    }>().change.id;
    expect(await rules()).toEqual([]);
    ok(await fay.post(`changes/${gone}/undo`));
    expect(await rules()).toEqual(before);
    expect((await listed()).map(({ name }) => name)).toContain('Watched');
  });

  it('records and edits sales, adds them up by month and platform, and agrees with the ledger of the API', async () => {
    await edit('ledger', {
      setNumber: '100-1',
      platform: 'amazon',
      saleDay: '2025-12-31',
      quantity: 2,
      grossCents: 20_000,
      platformFeesCents: 3_000,
      costBasisCents: 9_000,
    });
    const sale = (await sales()).find(({ netCents }) => netCents === 17_000)!;
    await edit(`ledger/${sale.id}`, { version: sale.version, shippingCents: 500 });
    const stale = await ann.post(`ledger/${sale.id}`, { version: sale.version, shippingCents: 1 });
    expect([stale.code, stale.json()['current']]).toEqual([
      'EditedElsewhere',
      expect.objectContaining({ shippingCents: 500 }),
    ]);
    type Group = { name: string; sales: number; profitCents: number | null };
    const totals = ok(await ann.get('ledger/totals')).json<{ months: Group[]; platforms: Group[]; years: number[] }>();
    expect(totals.platforms.find(({ name }) => name === 'amazon')).toMatchObject({ sales: 1, profitCents: 7_500 });
    expect(totals.months.find(({ name }) => name === '2025-12')).toMatchObject({ sales: 1, profitCents: 7_500 });
    expect(totals.years).toEqual([2026, 2025]);
    const report = ok(await ann.get('ledger/tax-year/2025'));
    expect(report.headers['content-disposition']).toContain('brickmarket-sales-2025.csv');
    expect(report.body.split('\r\n')).toEqual([
      'set_number,quantity,acquired,sold,basis_usd,proceeds_usd,fees_usd,gain_usd,method,platform,sale_id,lot_id,' +
        'title,holding_period',
      `100-1,2,unknown,2025-12-31,90.00,200.00,35.00,75.00,recorded,amazon,${sale.id},,Set 100-1,unknown`,
      '',
    ]);
    await expectAgreement();
  });

  it('shows new values at once, although values are kept in memory', async () => {
    await edit('holdings', { setNumber: '200', quantity: 1, condition: 'sealed', brickfolioId: shelf });
    const value = async (): Promise<number> =>
      ok(await ann.get('overview?period=30d')).json<{ totals: { valueCents: number } }>().totals.valueCents;
    const before = await value();
    const copies = (await holdings('&q=200-1&status=unsold')).filter((holding) => holding.condition === 'sealed');
    await insertValueStep(area.db, '200-1', 'sealed', '2026-02-01', 1_999);
    expect(await value()).toBe(before + 1_000 * sum(copies.map(({ quantity }) => quantity)));
    await expectAgreement();
  });
});
