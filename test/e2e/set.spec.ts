import { raiseDataVersion } from '../support/data-versions.ts';
import { insertMinifig, insertSet, putMinifigInSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { TestApi } from '../support/test-api.ts';
import { insertValue } from '../support/value-builders.ts';

describe('GET /set/{number}', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await TestApi.start({ RETAILER_B_NAME: 'Brick & Co' });
    ({ key } = await api.account());
    // How old an observation is depends on the day: one day for every run of this file.
    await moveClock(api.db, NOON);
    const ship = await insertSet(api.db, {
      set_number: '75192-1',
      title: 'Great Ship',
      theme: 'Space',
      subtheme: 'Ultimate',
      year: 2017,
      pieces: 7541,
      image_url: 'https://img.example/75192.jpg',
      upc: '036000291452',
      ean: '4006381333931',
      msrp_cents: 84999,
      release_date: '2017-10-01',
      exit_date: '2020-12-31',
      box_width_mm: 635,
      box_height_mm: 508,
      box_depth_mm: 254,
      box_weight_g: 13607.7711,
    });
    await insertValue(api.db, ship, 'sealed', {
      value_cents: 123456,
      low_cents: 110001,
      high_cents: 140000,
      data_tier: 'medium',
      calculated_at: '2026-11-15T01:02:03.456Z',
    });
    await insertValue(api.db, ship, 'used', { value_cents: 70010, data_tier: 'low' });
    const pilot = await insertMinifig(api.db, { minifig_number: 'fig-000002' });
    const robot = await insertMinifig(api.db, { minifig_number: 'fig-000001' });
    await putMinifigInSet(api.db, ship, pilot, 2);
    await putMinifigInSet(api.db, ship, robot, 1);
    await insertSet(api.db, { set_number: '100-1', title: 'Bare' });
    await insertSet(api.db, { set_number: '200', title: 'Number without variant' });
    await insertSet(api.db, { set_number: '200-1', title: 'Number with variant' });
  });

  afterAll(() => api.stop());

  it('shows every field of a set about which all is known', async () => {
    expect(await api.data('/set/75192-1', key)).toEqual({
      set_number: '75192-1',
      title: 'Great Ship',
      theme: 'Space',
      subtheme: 'Ultimate',
      pieces: 7541,
      minifigs_count: 3,
      minifigs: ['fig-000001', 'fig-000002'],
      barcodes: { upc: '036000291452', ean: '4006381333931' },
      msrp_usd: 849.99,
      release_date: '2017-10-01',
      retire_date: '2020-12-31',
      status_id: 4,
      data_tier: 'medium',
      image_url: 'https://img.example/75192.jpg',
      new_value_usd: 1234.56,
      used_value_usd: 700.1,
      value_range: { low: 1100.01, high: 1400, calculated_at: '2026-11-15T01:02:03.456Z' },
      retailers: [],
      box: { width_in: 25, height_in: 20, depth_in: 10, weight_lbs: 30 },
    });
  });

  it('says null of what is unknown, and never leaves a field out', async () => {
    expect(await api.data('/set/100-1', key)).toEqual({
      set_number: '100-1',
      title: 'Bare',
      theme: 'Space',
      subtheme: null,
      pieces: 0,
      minifigs_count: 0,
      minifigs: [],
      barcodes: { upc: null, ean: null },
      msrp_usd: null,
      release_date: null,
      retire_date: null,
      status_id: 2,
      data_tier: 'none',
      image_url: null,
      new_value_usd: null,
      used_value_usd: null,
      value_range: null,
      retailers: [],
      box: null,
    });
  });

  it('shows the used value and its confidence where no new value could be computed', async () => {
    const set = await insertSet(api.db, { set_number: '400-1' });
    await insertValue(api.db, set, 'sealed', { value_cents: null });
    await insertValue(api.db, set, 'used', { value_cents: 1999, data_tier: 'low' });
    expect(await api.data('/set/400-1', key)).toMatchObject({
      data_tier: 'low',
      new_value_usd: null,
      used_value_usd: 19.99,
      value_range: null,
    });
  });

  it('shows what each retailer asks, and null for what it does not say', async () => {
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '300-1' }), {
      retailer_b: { last_checked_at: '2026-11-15T08:00:00.500Z' },
      retailer_a: {
        price_cents: 6667,
        list_price_cents: 10000,
        seller_type: 'retailer',
        in_stock: true,
        product_url: 'https://shop.example/300',
        last_checked_at: '2026-11-15T07:00:00Z',
      },
    });
    const nothing = {
      current_price: null,
      list_price: null,
      discount_percent: null,
      in_stock: null,
      is_first_party: null,
      product_url: null,
    };
    expect(await api.data('/set/300-1', key)).toMatchObject({
      retailers: [
        {
          retailer: 'retailer_a',
          retailer_name: 'Retailer A',
          current_price: 66.67,
          list_price: 100,
          discount_percent: 33.33,
          in_stock: true,
          is_first_party: true,
          product_url: 'https://shop.example/300',
          last_checked_at: '2026-11-15T07:00:00.000Z',
        },
        {
          retailer: 'retailer_b',
          retailer_name: 'Brick & Co',
          ...nothing,
          last_checked_at: '2026-11-15T08:00:00.500Z',
        },
      ],
    });
  });

  it('leaves out a retailer from the day on which its last check is more than 30 days ago', async () => {
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '310-1' }), {
      retailer_a: {
        price_cents: 6667,
        seller_type: 'retailer',
        in_stock: true,
        last_checked_at: '2026-10-16T00:00:00Z',
      },
      retailer_b: { price_cents: 5000, in_stock: true, last_checked_at: '2026-10-15T23:59:59Z' },
    });
    const retailers = async (): Promise<unknown[]> => {
      const { sets } = await api.data<{ sets: { retailers: { retailer: string }[] }[] }>('/catalog/batch', key, {
        method: 'POST',
        body: { sets: ['310-1'] },
      });
      const one = await api.data<{ retailers: { retailer: string }[] }>('/set/310-1', key);
      expect(sets[0]!.retailers).toEqual(one.retailers);
      return one.retailers.map(({ retailer }) => retailer);
    };
    expect(await retailers()).toEqual(['retailer_a']);
    // No import comes in between: the day alone makes what is kept in memory invalid.
    await moveClock(api.db, '2026-11-16T00:00:00Z');
    expect(await retailers()).toEqual([]);
    await moveClock(api.db, NOON);
  });

  it('counts the last day on sale as on sale: retired, with its date, from the day after', async () => {
    await insertSet(api.db, { set_number: '320-1', title: 'Last Day', year: 2025, exit_date: '2026-11-15' });
    await raiseDataVersion(api.db, 'catalog');
    const found = async (): Promise<unknown> =>
      (await api.data<{ results: object[] }>('/catalog/sets/search?q=320-1', key)).results[0];
    expect(await api.data('/set/320-1', key)).toMatchObject({ status_id: 3, retire_date: null });
    expect(await found()).toMatchObject({ retired: false });
    await moveClock(api.db, '2026-11-16T00:00:00Z');
    expect(await api.data('/set/320-1', key)).toMatchObject({ status_id: 4, retire_date: '2026-11-15' });
    expect(await found()).toMatchObject({ retired: true });
    await moveClock(api.db, NOON);
  });

  it('finds variant 1 by the bare number, and answers with the canonical one', async () => {
    expect(await api.data('/set/75192', key)).toMatchObject({ set_number: '75192-1' });
  });

  it('prefers a set that has the bare number itself', async () => {
    expect(await api.data('/set/200', key)).toMatchObject({ set_number: '200' });
  });

  it.each(['/set/99999-1', '/set/75192-2', "/set/';drop%20table", '/set/%F0%9F%A7%B1'])(
    'answers 404 for %s and charges it',
    async (path) => {
      const before = Number((await api.call('/set/100-1', { key })).headers['x-ratelimit-remaining']);
      const answer = await api.call(path, { key });
      expect(answer.status).toBe(404);
      expect(answer.json<object>()).toEqual({ error: { code: 'NotFound', message: expect.any(String) } });
      expect(Number(answer.headers['x-ratelimit-remaining'])).toBe(before - 1);
    },
  );

  it('shows a change at once, although records are kept in memory', async () => {
    await api.data('/set/100-1', key);
    await api.db.query(
      `BEGIN; UPDATE catalog.lego_set SET title = 'Renamed' WHERE set_number = '100-1';
       UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'; COMMIT`,
    );
    expect(await api.data('/set/100-1', key)).toMatchObject({ title: 'Renamed' });
  });

  it('answers 304 to a client that has the same data, for the price of one request', async () => {
    const first = await api.call('/set/75192-1', { key });
    const second = await api.call('/set/75192-1', { key, headers: { 'if-none-match': String(first.headers['etag']) } });
    expect(second.status).toBe(304);
    expect(second.text).toBe('');
    expect(Number(second.headers['x-ratelimit-remaining'])).toBe(Number(first.headers['x-ratelimit-remaining']) - 1);
  });
});
