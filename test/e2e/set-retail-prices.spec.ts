import { insertSet } from '../support/catalog-builders.ts';
import { defaultBrickfolio, insertBrickfolio, insertHolding } from '../support/portfolio-builders.ts';
import { moveClock } from '../support/move-clock.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';

const TODAY = '2026-09-15T12:00:00Z';
const NEVER_LISTED = {
  price: null,
  sellerType: null,
  changedAt: null,
  lastChange: null,
  flip1pTo3p: false,
  atLowest: false,
  lowest: null,
  inStock: null,
};

const SHIP = {
  setNumber: '75192-1',
  name: 'Great Ship',
  asin: 'B075SDMMMV',
  upc: '673419267359',
  ean: '5702015869935',
  retailer_a: {
    price: 649.99,
    sellerType: 'third_party',
    changedAt: '2026-11-14T21:30:00.250Z',
    lastChange: -50,
    flip1pTo3p: true,
    atLowest: true,
    lowest: 649.99,
    inStock: true,
  },
  retailer_b: {
    price: 849.99,
    sellerType: 'retailer',
    changedAt: '2026-11-01T00:00:00.000Z',
    lastChange: 150,
    flip1pTo3p: false,
    atLowest: false,
    lowest: 699.99,
    inStock: false,
  },
  retailer_aExit: { lowestFba: 899.95, fbaSellers: 4, buyBox: 910, netFba: 759.47 },
};

describe('GET /set/{number}/retail-prices', () => {
  let api: TestApi;
  let stranger: TestAccount;

  beforeAll(async () => {
    api = await TestApi.start();
    stranger = await api.account();
    const box = { box_width_mm: 254, box_height_mm: 203.2, box_depth_mm: 50.8, box_weight_g: 453.59237 };
    const ship = await insertSet(api.db, { set_number: '75192-1', title: 'Great Ship', ean: '5702015869935', ...box });
    await listAtRetailers(api.db, ship, {
      asin: 'B075SDMMMV',
      upc: '673419267359',
      ean: '0000000000000',
      retailer_a: {
        price_cents: 64999,
        seller_type: 'third_party',
        changed_at: '2026-11-14T21:30:00.250Z',
        last_change_cents: -5000,
        lowest_cents: 64999,
        at_lowest: true,
        flip_1p_to_3p: true,
        in_stock: true,
        lowest_fba_cents: 89995,
        fba_sellers: 4,
        buy_box_cents: 91000,
      },
      retailer_b: {
        price_cents: 84999,
        seller_type: 'retailer',
        changed_at: '2026-11-01T00:00:00Z',
        last_change_cents: 15000,
        lowest_cents: 69999,
        in_stock: false,
      },
    });
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '100-1', title: 'Only at B' }), {
      retailer_b: { price_cents: 1999 },
    });
    await insertSet(api.db, { set_number: '200-1', title: 'Nowhere' });
    await insertSet(api.db, { set_number: '300', title: 'Number without variant' });
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '300-1' }), { retailer_a: {} });
    // The fees of the day decide the net: one day for every run of this file.
    await moveClock(api.db, TODAY);
  });

  afterAll(() => api.stop());

  it('shows every field; the catalogue counts more than what a retailer says of a barcode', async () => {
    // 899.95 less 134.99 (15 %) less 5.49: 10 x 8 x 2 in count as 18.4 oz, 5.30 by the card of the day and 3.5 % more.
    expect(await api.data('/set/75192-1/retail-prices', stranger.key)).toEqual(SHIP);
  });

  it('shows an empty block for the retailer that does not list the set, and no exit', async () => {
    expect(await api.data('/set/100-1/retail-prices', stranger.key)).toEqual({
      setNumber: '100-1',
      name: 'Only at B',
      asin: null,
      upc: null,
      ean: null,
      retailer_a: NEVER_LISTED,
      retailer_b: { ...NEVER_LISTED, price: 19.99 },
      retailer_aExit: { lowestFba: null, fbaSellers: null, buyBox: null, netFba: null },
    });
  });

  it('shows no current price of a retailer last checked more than 30 days ago, but its past changes', async () => {
    const seen = {
      price_cents: 64999,
      seller_type: 'third_party',
      in_stock: true,
      changed_at: '2026-08-10T00:00:00Z',
      last_change_cents: -5000,
      lowest_cents: 64999,
      at_lowest: true,
      flip_1p_to_3p: true,
      last_checked_at: '2026-08-16T00:00:00Z',
    } as const;
    const box = { box_width_mm: 254, box_height_mm: 203.2, box_depth_mm: 50.8, box_weight_g: 453.59237 };
    await listAtRetailers(api.db, await insertSet(api.db, { set_number: '400-1', ...box }), {
      asin: 'B0STALEEEE',
      retailer_a: { ...seen, lowest_fba_cents: 89995, fba_sellers: 4, buy_box_cents: 91000 },
      retailer_b: { ...seen, last_checked_at: '2026-08-17T00:00:00Z' },
    });
    const happened = { changedAt: '2026-08-10T00:00:00.000Z', lastChange: -50, lowest: 649.99 };
    const current = { price: 649.99, sellerType: 'third_party', inStock: true, flip1pTo3p: true, atLowest: true };
    const unknown = { price: null, sellerType: null, inStock: null, flip1pTo3p: false, atLowest: false };
    const noExit = { lowestFba: null, fbaSellers: null, buyBox: null, netFba: null };
    const holder = await api.account();
    await insertHolding(api.db, await defaultBrickfolio(api.db, holder.accountId), '400-1', {});
    const rows = async (): Promise<unknown[]> => [
      await api.data('/set/400-1/retail-prices', stranger.key),
      await api.data('/retail-prices?asin=B0STALEEEE', stranger.key),
      ...(await api.data<unknown[]>('/brickfolio/retail-watch', holder.key)),
    ];
    await moveClock(api.db, '2026-09-15T23:59:59.999Z');
    const before = { retailer_a: { ...current, ...happened }, retailer_aExit: { lowestFba: 899.95, fbaSellers: 4 } };
    for (const row of await rows()) expect(row).toMatchObject({ ...before, retailer_b: { ...current, ...happened } });
    // Nothing is imported meanwhile: it is the day that moves on.
    await moveClock(api.db, '2026-09-16T00:00:00Z');
    const found = await rows();
    expect(found).toHaveLength(3);
    for (const row of found)
      expect(row).toMatchObject({
        retailer_a: { ...unknown, ...happened },
        retailer_b: { ...current, ...happened },
        retailer_aExit: noExit,
      });
    await moveClock(api.db, TODAY);
  });

  it.each(['200-1', '99999-1', 'no%20such', '%F0%9F%A7%B1'])(
    'answers 200 with null for %s, which no retailer lists',
    async (number) => {
      expect(await api.data(`/set/${number}/retail-prices`, stranger.key)).toBeNull();
    },
  );

  it('finds variant 1 by the bare number, unless a set has the bare number itself', async () => {
    expect(await api.data('/set/75192/retail-prices', stranger.key)).toMatchObject({ setNumber: '75192-1' });
    expect(await api.data('/set/300/retail-prices', stranger.key)).toBeNull();
  });

  it('adds what the caller paid on average for copies of known price, owned or listed', async () => {
    const holder = await api.account();
    const first = await defaultBrickfolio(api.db, holder.accountId);
    const second = await insertBrickfolio(api.db, holder.accountId, 'Attic');
    await insertHolding(api.db, first, '75192-1', { quantity: 2, purchase_price_cents: 50001 });
    await insertHolding(api.db, second, '75192-1', { quantity: 1, purchase_price_cents: 60000, status: 'listed' });
    await insertHolding(api.db, second, '75192-1', { quantity: 5, purchase_price_cents: null });
    await insertHolding(api.db, second, '75192-1', { quantity: 9, purchase_price_cents: 1, status: 'sold' });
    expect(await api.data('/set/75192/retail-prices', holder.key)).toMatchObject({
      setNumber: '75192-1',
      paid: 533.34,
    });
    expect(await api.data('/set/75192-1/retail-prices', stranger.key)).not.toHaveProperty('paid');
  });

  it('says null for what was paid when no price is known, and nothing when all copies are sold', async () => {
    const holder = await api.account();
    const folio = await defaultBrickfolio(api.db, holder.accountId);
    await insertHolding(api.db, folio, '75192-1', { purchase_price_cents: null });
    await insertHolding(api.db, folio, '100-1', { purchase_price_cents: 100, status: 'sold' });
    await insertHolding(api.db, folio, '200-1', { purchase_price_cents: 100 });
    expect(await api.data('/set/75192-1/retail-prices', holder.key)).toHaveProperty('paid', null);
    expect(await api.data('/set/100-1/retail-prices', holder.key)).not.toHaveProperty('paid');
    expect(await api.data('/set/200-1/retail-prices', holder.key)).toBeNull();
  });

  it('shows a purchase at once, without any version of shared data moving on', async () => {
    const buyer = await api.account();
    const row = (): Promise<unknown> => api.data('/set/75192-1/retail-prices', buyer.key);
    // From the second time on it is known, without reading, that the caller does not hold the set.
    for (let time = 0; time < 3; time++) expect(await row()).not.toHaveProperty('paid');
    const folio = await defaultBrickfolio(api.db, buyer.accountId);
    await insertHolding(api.db, folio, '75192-1', { purchase_price_cents: 12345 });
    for (let time = 0; time < 3; time++) expect(await row()).toHaveProperty('paid', 123.45);
    await api.db.query('DELETE FROM portfolio.holding WHERE account_id = $1', [buyer.accountId]);
    for (let time = 0; time < 3; time++) expect(await row()).not.toHaveProperty('paid');
  });

  it('tells callers who ask for several sets at once each their own cost of each', async () => {
    const holders = await Promise.all([1, 2, 3].map(() => api.account()));
    for (const [index, holder] of holders.entries()) {
      const folio = await defaultBrickfolio(api.db, holder.accountId);
      await insertHolding(api.db, folio, '75192-1', { purchase_price_cents: 10_000 + index });
      if (index > 0) await insertHolding(api.db, folio, '300-1', { purchase_price_cents: 20_000 + index });
    }
    const asked = ['75192', '300-1', '75192-1', '100-1', '300'];
    const paid = await Promise.all(
      holders.flatMap((holder) =>
        asked.map(
          async (number) =>
            ((await api.data(`/set/${number}/retail-prices`, holder.key)) as { paid?: number } | null)?.paid,
        ),
      ),
    );
    expect(paid).toEqual([
      100,
      undefined,
      100,
      undefined,
      undefined,
      100.01,
      200.01,
      100.01,
      undefined,
      undefined,
      100.02,
      200.02,
      100.02,
      undefined,
      undefined,
    ]);
  });

  it('tags the shared row the same for all, and a row with a cost differently', async () => {
    const holder = await api.account();
    const shared = await api.call('/set/75192-1/retail-prices', { key: stranger.key });
    await insertHolding(api.db, await defaultBrickfolio(api.db, holder.accountId), '75192-1', {
      purchase_price_cents: 777,
    });
    const own = await api.call('/set/75192-1/retail-prices', {
      key: holder.key,
      headers: { 'if-none-match': String(shared.headers['etag']) },
    });
    expect(own.status).toBe(200);
    expect(
      (
        await api.call('/set/75192-1/retail-prices', {
          key: stranger.key,
          headers: { 'if-none-match': String(shared.headers['etag']) },
        })
      ).status,
    ).toBe(304);
  });

  it.each(['?set=1', '?paid=true', '?'.padEnd(3, 'x')])('refuses the query %s', async (query) => {
    expect((await api.call(`/set/75192-1/retail-prices${query}`, { key: stranger.key })).status).toBe(400);
  });

  it('refuses a number too long to be one', async () => {
    expect((await api.call(`/set/${'1'.repeat(101)}/retail-prices`, { key: stranger.key })).status).toBe(400);
  });
});
