import { raiseDataVersion } from '../support/data-versions.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

describe('GET /retail-prices', () => {
  let api: TestApi;
  let caller: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    caller = await api.account();
    await moveClock(api.db, NOON);
    await listAtRetailers(
      api.db,
      await insertSet(api.db, { set_number: '10-1', upc: '036000291452', ean: '4006381333931' }),
      { asin: 'B00AAAAAAA', retailer_a: { price_cents: 999 } },
    );
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '20-1' }), {
      asin: 'B00BBBBBBB',
      upc: '673419267359',
      ean: '0673419267359',
      retailer_b: {},
    });
    // Two sets with one barcode, of which another name may tell them apart.
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '30-1', ean: '5702015869935' }), {
      asin: 'B00CCCCCCC',
      retailer_a: {},
    });
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '30-2', ean: '5702015869935' }), {
      asin: 'B00DDDDDDD',
      retailer_a: {},
    });
    await insertSet(api.db, { set_number: '40-1', upc: '012345678905' });
    await insertHolding(api.db, await defaultBrickfolio(api.db, caller.accountId), '10-1', {
      purchase_price_cents: 500,
    });
  });

  afterAll(() => api.stop());

  const found = async (query: string): Promise<string | null> =>
    (await api.data<{ setNumber: string } | null>(`/retail-prices?${query}`, caller.key))?.setNumber ?? null;

  it('shows the whole row, and never what the caller paid', async () => {
    const never = {
      price: null,
      sellerType: null,
      changedAt: null,
      lastChange: null,
      flip1pTo3p: false,
      atLowest: false,
      lowest: null,
      inStock: null,
    };
    expect(await api.data('/retail-prices?set=10-1', caller.key)).toEqual({
      setNumber: '10-1',
      name: 'Set 10-1',
      asin: 'B00AAAAAAA',
      upc: '036000291452',
      ean: '4006381333931',
      retailer_a: { ...never, price: 9.99 },
      retailer_b: never,
      retailer_aExit: { lowestFba: null, fbaSellers: null, buyBox: null, netFba: null },
    });
    expect(await api.data('/set/10-1/retail-prices', caller.key)).toHaveProperty('paid', 5);
    expect(await api.data('/retail-prices?set=10-1', caller.key)).not.toHaveProperty('paid');
  });

  it.each([
    ['set=10-1', '10-1'],
    ['set=10', '10-1'],
    ['asin=B00AAAAAAA', '10-1'],
    ['asin=b00aaaaaaa', '10-1'],
    ['upc=036000291452', '10-1'],
    ['upc=36000291452', '10-1'],
    ['upc=0036000291452', '10-1'],
    ['upc=4006381333931', '10-1'],
    ['upc=673419267359', '20-1'],
    ['upc=0673419267359', '20-1'],
    ['upc=00673419267359', '20-1'],
  ])('finds by %s', async (query, setNumber) => {
    expect(await found(query)).toBe(setNumber);
  });

  it.each([
    ['set=10-1&asin=B00AAAAAAA&upc=4006381333931', '10-1'],
    ['set=20&upc=673419267359', '20-1'],
    ['set=30-2&upc=5702015869935', '30-2'],
    ['asin=B00CCCCCCC&upc=5702015869935', '30-1'],
  ])('finds the one set that all of %s name', async (query, setNumber) => {
    expect(await found(query)).toBe(setNumber);
  });

  it.each([
    '',
    'set=99999-1',
    'asin=B00ZZZZZZZ',
    'upc=9780201379624',
    'upc=not-a-barcode',
    'upc=123',
    'set=10-1&asin=B00BBBBBBB',
    'set=10-1&asin=B00ZZZZZZZ',
    'set=10-1&upc=not-a-barcode',
    'set=10-1&asin=B00AAAAAAA&upc=673419267359',
    'upc=5702015869935',
    'set=40-1',
    'upc=012345678905',
    'asin=B00AAAAAAA,B00BBBBBBB',
  ])('answers 200 with null for [%s], which names no one listed set', async (query) => {
    expect(await api.data(`/retail-prices${query && '?'}${query}`, caller.key)).toBeNull();
  });

  it('answers many at the same moment, each as if it were alone', async () => {
    await raiseDataVersion(api.db, 'retail');
    const asked = {
      'set=10': '10-1',
      'asin=B00BBBBBBB': '20-1',
      'upc=36000291452': '10-1',
      'upc=5702015869935': null,
      'set=30-2&upc=5702015869935': '30-2',
      'asin=B00CCCCCCC&upc=5702015869935': '30-1',
      'set=10-1&asin=B00BBBBBBB': null,
      'asin=B00ZZZZZZZ': null,
      'upc=673419267359': '20-1',
    };
    const answers = await Promise.all(Object.keys(asked).map(async (query) => [query, await found(query)] as const));
    expect(Object.fromEntries(answers)).toEqual(asked);
  });

  it.each([
    'set=',
    'asin=',
    'upc=',
    'set=1&set=2',
    'asin[]=B00AAAAAAA',
    'ean=4006381333931',
    `set=${'1'.repeat(101)}`,
    'set=%00',
    'upc=%FF',
  ])('refuses [%s]', async (query) => {
    const answer = await api.call(`/retail-prices?${query}`, { key: caller.key });
    expect([answer.status, answer.json<{ error: { code: string } }>().error.code]).toEqual([400, 'BadRequest']);
  });

  it('keeps names apart that would read the same when put in one line', async () => {
    expect(await found('set=10-1&asin=B00AAAAAAA')).toBe('10-1');
    expect(await found(`set=${encodeURIComponent('10-1","B00AAAAAAA')}`)).toBeNull();
  });

  it('shows a change of prices or of the catalogue at once', async () => {
    expect(await api.data('/retail-prices?asin=B00BBBBBBB', caller.key)).toMatchObject({ retailer_b: { price: null } });
    await api.db.query(
      `BEGIN;
       UPDATE retail.price_state SET price_cents = 777
       WHERE set_id = (SELECT id FROM catalog.lego_set WHERE set_number = '20-1');
       UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'retail';
       COMMIT`,
    );
    expect(await api.data('/retail-prices?asin=B00BBBBBBB', caller.key)).toMatchObject({ retailer_b: { price: 7.77 } });
    await api.db.query(
      `BEGIN; UPDATE catalog.lego_set SET title = 'Renamed' WHERE set_number = '20-1';
       UPDATE ops.data_kind SET version = version + 1 WHERE kind = 'catalog'; COMMIT`,
    );
    expect(await api.data('/retail-prices?asin=B00BBBBBBB', caller.key)).toMatchObject({ name: 'Renamed' });
  });

  it('answers 304 to a client that has the same row', async () => {
    const first = await api.call('/retail-prices?set=10-1', { key: caller.key });
    expect(
      (
        await api.call('/retail-prices?set=10-1', {
          key: caller.key,
          headers: { 'if-none-match': String(first.headers['etag']) },
        })
      ).status,
    ).toBe(304);
  });
});
