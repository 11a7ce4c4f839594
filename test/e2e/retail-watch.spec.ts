import { raiseDataVersion } from '../support/data-versions.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

const NOW = '2026-11-15T12:00:00.000Z';
const NEVER = {
  price: null,
  sellerType: null,
  changedAt: null,
  lastChange: null,
  flip1pTo3p: false,
  atLowest: false,
  lowest: null,
  inStock: null,
};

describe('GET /brickfolio/retail-watch', () => {
  let api: TestApi;
  let holder: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    holder = await api.account();
    await api.db.query(
      `CREATE OR REPLACE FUNCTION access.clock() RETURNS timestamptz
       LANGUAGE sql STABLE AS $$SELECT timestamptz '${NOW}'$$`,
    );
    const set = (set_number: string, columns = {}): Promise<number> => insertSet(api.db, { set_number, ...columns });
    await listAtRetailers(api.db, await set('10-1', { upc: '036000291452', ean: '4006381333931' }), {
      asin: 'B00AAAAAAA',
      retailer_a: { price_cents: 2000, changed_at: '2026-11-15T11:30:00Z', last_change_cents: -500 },
      retailer_b: { price_cents: 3000, changed_at: '2026-11-01T00:00:00Z', last_change_cents: 1 },
    });
    await listAtRetailers(api.db, await set('20-1'), {
      asin: 'B00BBBBBBB',
      upc: '673419267359',
      retailer_b: { changed_at: '2026-11-15T09:00:00Z' },
    });
    await listAtRetailers(api.db, await set('30-1'), {
      asin: 'B00CCCCCCC',
      retailer_a: { changed_at: '2026-11-14T12:00:00Z' },
    });
    await listAtRetailers(api.db, await set('40-2'), {
      asin: 'B00DDDDDDD',
      retailer_a: { changed_at: '2026-11-08T12:00:00Z' },
    });
    await listAtRetailers(api.db, await set('40-1'), {
      asin: 'B00EEEEEEE',
      retailer_a: {},
      retailer_b: { changed_at: '2026-11-08T12:00:00Z' },
    });
    await listAtRetailers(api.db, await set('60-1'), { retailer_a: { price_cents: 100 } });
    await listAtRetailers(api.db, await set('50-1'), { retailer_a: { price_cents: 100 } });
    await set('70-1', { title: 'Held, but at no retailer' });
    await listAtRetailers(api.db, await set('80-1', { title: 'Sold' }), {
      asin: 'B00HHHHHHH',
      retailer_a: { changed_at: '2026-11-15T11:59:00Z' },
    });
    await listAtRetailers(api.db, await set('90-1', { title: 'Not held' }), {
      asin: 'B00JJJJJJJ',
      retailer_a: { changed_at: '2026-11-15T11:59:00Z' },
    });
    const folio = await defaultBrickfolio(api.db, holder.accountId);
    const attic = await insertBrickfolio(api.db, holder.accountId, 'Attic');
    for (const number of ['20-1', '30-1', '40-1', '40-2', '50-1', '60-1', '70-1'])
      await insertHolding(api.db, folio, number, { purchase_price_cents: 100 });
    await insertHolding(api.db, folio, '10-1', { purchase_price_cents: 1000, quantity: 3 });
    await insertHolding(api.db, attic, '10-1', { purchase_price_cents: 2002, quantity: 1, status: 'listed' });
    await insertHolding(api.db, attic, '10-1', { purchase_price_cents: null, quantity: 50 });
    await insertHolding(api.db, attic, '80-1', { purchase_price_cents: 100, status: 'sold' });
  });

  afterAll(() => api.stop());

  const watched = async (query = '', key = holder.key): Promise<readonly string[]> =>
    (await api.data<{ setNumber: string }[]>(`/brickfolio/retail-watch${query && '?'}${query}`, key)).map(
      (row) => row.setNumber,
    );

  it('lists the unsold sets of the caller that a retailer lists, latest change first, then by number', async () => {
    expect(await watched()).toEqual(['10-1', '20-1', '30-1', '40-1', '40-2', '50-1', '60-1']);
  });

  it('shows every field, with the average cost of owned and listed copies of known price', async () => {
    const [row] = await api.data<object[]>('/brickfolio/retail-watch?asin=B00AAAAAAA', holder.key);
    expect(row).toEqual({
      setNumber: '10-1',
      name: 'Set 10-1',
      asin: 'B00AAAAAAA',
      upc: '036000291452',
      ean: '4006381333931',
      paid: 12.51,
      retailer_a: { ...NEVER, price: 20, changedAt: '2026-11-15T11:30:00.000Z', lastChange: -5 },
      retailer_b: { ...NEVER, price: 30, changedAt: '2026-11-01T00:00:00.000Z', lastChange: 0.01 },
      retailer_aExit: { lowestFba: null, fbaSellers: null, buyBox: null, netFba: null },
    });
  });

  it('always says what was paid: null when no price is known', async () => {
    const other = await api.account();
    await insertHolding(api.db, await defaultBrickfolio(api.db, other.accountId), '20-1', {
      purchase_price_cents: null,
    });
    expect(await api.data('/brickfolio/retail-watch', other.key)).toEqual([
      expect.objectContaining({ setNumber: '20-1', paid: null }),
    ]);
  });

  it('leaves out a set that a retailer began to list after the request was admitted', async () => {
    const other = await api.account();
    const setId = await insertSet(api.db, { set_number: '95-1' });
    await raiseDataVersion(api.db, 'catalog');
    const folio = await defaultBrickfolio(api.db, other.accountId);
    for (const number of ['95-1', '20-1']) await insertHolding(api.db, folio, number, { purchase_price_cents: 100 });
    expect(await api.data('/set/95-1/retail-prices', other.key)).toBeNull();
    // Without its step of the version: as a request sees it that was admitted just before.
    await api.db.query('INSERT INTO retail.listing (set_id, asin) VALUES ($1, $2)', [setId, 'B00KKKKKKK']);
    expect(await watched('', other.key)).toEqual(['20-1']);
    expect(await watched('asin=B00KKKKKKK', other.key)).toEqual([]);
    await raiseDataVersion(api.db, 'retail');
    expect(await watched('', other.key)).toEqual(['20-1', '95-1']);
  });

  it('is an empty list for an account that holds nothing', async () => {
    expect(await watched('', (await api.account()).key)).toEqual([]);
  });

  it.each([
    ['30m', ['10-1']],
    ['29m', []],
    ['0m', []],
    ['3h', ['10-1', '20-1']],
    ['2h', ['10-1']],
    ['24h', ['10-1', '20-1', '30-1']],
    ['1d', ['10-1', '20-1', '30-1']],
    ['0023h', ['10-1', '20-1']],
    ['7d', ['10-1', '20-1', '30-1', '40-1', '40-2']],
    ['10079m', ['10-1', '20-1', '30-1']],
    ['999999d', ['10-1', '20-1', '30-1', '40-1', '40-2']],
    ['99999999999999999999d', ['10-1', '20-1', '30-1', '40-1', '40-2']],
    [`${'9'.repeat(400)}m`, ['10-1', '20-1', '30-1', '40-1', '40-2']],
  ])(
    'changed_within=%s reaches exactly so far, its first moment included, and never to a price that has not changed',
    async (window, numbers) => {
      expect(await watched(`changed_within=${window}`)).toEqual(numbers);
    },
  );

  it.each([
    ['2026-11-15T09:00:00Z', ['10-1', '20-1']],
    ['2026-11-15T09:00:00.001Z', ['10-1']],
    ['2026-11-15T09:00Z', ['10-1', '20-1']],
    ['2026-11-15t09:00:00z', ['10-1', '20-1']],
    ['2026-11-15T11:00:00+02:00', ['10-1', '20-1']],
    ['2026-11-15T11:00:01+02:00', ['10-1']],
    ['2026-11-15T03:30:00-05:30', ['10-1', '20-1']],
    ['2026-11-14T19:00:00-14:00', ['10-1', '20-1']],
    ['2026-11-15T12:00:00Z', []],
    ['0100-01-01T00:00:00Z', ['10-1', '20-1', '30-1', '40-1', '40-2']],
    ['9999-12-31T23:59:59-23:59', []],
  ])('since=%s includes a change at that very moment', async (since, numbers) => {
    expect(await watched(`since=${encodeURIComponent(since)}`)).toEqual(numbers);
  });

  it.each([
    ['changed_within=7d&since=2026-11-14T12:00:00Z', ['10-1', '20-1', '30-1']],
    ['changed_within=3h&since=2026-11-01T00:00:00Z', ['10-1', '20-1']],
    ['asin=B00AAAAAAA', ['10-1']],
    ['asin=b00aaaaaaa,B00DDDDDDD,B00ZZZZZZZ', ['10-1', '40-2']],
    ['asin=B00DDDDDDD,B00AAAAAAA,B00AAAAAAA', ['10-1', '40-2']],
    ['asin=B00HHHHHHH,B00JJJJJJJ', []],
    ['upc=036000291452', ['10-1']],
    ['upc=36000291452,0673419267359', ['10-1', '20-1']],
    ['upc=4006381333931', ['10-1']],
    ['upc=nothing', []],
    ['upc=nothing,673419267359', ['20-1']],
    ['asin=B00AAAAAAA,B00BBBBBBB&upc=673419267359', ['20-1']],
    ['asin=B00AAAAAAA&upc=673419267359', []],
    ['asin=B00AAAAAAA,B00CCCCCCC&changed_within=3h', ['10-1']],
    ['upc=673419267359&since=2026-11-15T09:00:00Z', ['20-1']],
    [
      'asin=B00AAAAAAA,B00BBBBBBB&upc=036000291452,673419267359&changed_within=24h&since=2026-11-15T10:00:00Z',
      ['10-1'],
    ],
  ])('applies all of %s together', async (query, numbers) => {
    expect(await watched(query)).toEqual(numbers);
  });

  it.each([
    'changed_within=',
    'changed_within=30',
    'changed_within=m',
    'changed_within=-1h',
    'changed_within=1.5h',
    'changed_within=3H',
    'changed_within=3%20h',
    'changed_within=3hh',
    'changed_within=1w',
    'changed_within=%D9%A3h',
    'changed_within=3h%0A',
    'changed_within=1h&changed_within=2h',
    'since=',
    'since=2026-11-15',
    'since=2026-11-15T09:00:00',
    'since=2026-11-15 09:00:00Z',
    'since=2026-02-30T00:00:00Z',
    'since=1731661200',
    'since=2026-11-15T09:00:00+02:00',
    'since=2026-11-15T24:00:00Z',
    'since=yesterday',
    'asin=',
    'asin=,',
    'asin=B00AAAAAAA,',
    'asin=,B00AAAAAAA',
    'asin=B00AAAAAAA,,B00BBBBBBB',
    'asin[]=B00AAAAAAA',
    'asin=a&asin=b',
    'upc=',
    'upc=036000291452,',
    'upc=%00',
    'ean=1',
    'set=10-1',
    'limit=1',
  ])('refuses [%s]', async (query) => {
    const answer = await api.call(`/brickfolio/retail-watch?${query.replaceAll(' ', '%20')}`, { key: holder.key });
    expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([400, 'BadRequest']);
  });
});
