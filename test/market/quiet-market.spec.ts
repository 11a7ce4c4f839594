import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { raiseDataVersion } from '../support/data-versions.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { listAtRetailers, type PriceStateColumns } from '../support/retail-builders.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

const VALUES = `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value
   ORDER BY item_id, condition`;
interface Value {
  readonly item_id: number;
  readonly condition: string;
  readonly value_cents: number | null;
  readonly low_cents: number | null;
  readonly high_cents: number | null;
  readonly data_tier: string;
}

// As a catalog with list prices and an old past begins: hardly anything has sold in the last year.
describe('a market without fresh sales', () => {
  const folder = new ImportFolder();
  let market: TestMarket;
  beforeEach(async () => {
    market = await TestMarket.create();
    // Without a single sale of a set no set has a value.
    const sold = await insertSet(market.db, { set_number: '99-1', year: 1998, msrp_cents: null });
    await market.sell({ itemId: sold, day: '2014-03-01', priceCents: 7_000 });
  });
  afterEach(() => market.close());

  const values = () => market.rows<Value>(VALUES);
  const sealedOf = async (item: number) =>
    (await values()).find(({ item_id, condition }) => item_id === item && condition === 'sealed')!;

  it('has a value for every item of which any price is known, and says that it is modelled', async () => {
    const onSale = await insertSet(market.db, { set_number: '1-1', year: 2026, msrp_cents: 10_000 });
    const retired = await insertSet(market.db, { set_number: '2-1', year: 2012, msrp_cents: 10_000 });
    const soldOnce = await insertSet(market.db, { set_number: '3-1', year: 1998, msrp_cents: null });
    const figure = await insertMinifig(market.db, { minifig_number: 'fig-1' });
    const unknown = await insertSet(market.db, { set_number: '4-1', year: 1998, msrp_cents: null });
    await market.sell({ itemId: soldOnce, day: '2014-03-01', priceCents: 7_000 });
    await market.sell({ itemId: figure, day: '2019-03-01', priceCents: 700, condition: 'used' });
    await market.value('2026-10-01');
    const known = new Map(
      (await values()).map(({ item_id, condition, ...value }) => [`${item_id} ${condition}`, value]),
    );
    for (const item of [onSale, retired, soldOnce, figure])
      for (const condition of ['sealed', 'used'])
        expect(known.get(`${item} ${condition}`)).toMatchObject({
          data_tier: 'modelled',
          value_cents: expect.any(Number) as number,
        });
    expect(known.get(`${unknown} sealed`)).toMatchObject({ data_tier: 'none' });
  });

  const ASKED = { price_cents: 8_000, in_stock: true, last_checked_at: '2026-09-30T00:00:00Z' } as const;
  const listed = async (number: string, msrp: number | null, at: PriceStateColumns): Promise<number> => {
    const set = await insertSet(market.db, { set_number: number, year: 2026, msrp_cents: msrp });
    await listAtRetailers(market.db, set, { retailer_a: { ...ASKED, ...at } });
    return set;
  };

  it('values by what retailers ask, with or without a list price, not by what third parties ask', async () => {
    const withoutList = await listed('1-1', null, { seller_type: 'retailer' });
    const thirdParty = await listed('2-1', 10_000, { seller_type: 'third_party' });
    await market.value('2026-10-01');
    expect(await sealedOf(withoutList)).toMatchObject({ value_cents: 8_000, data_tier: 'modelled' });
    expect(await sealedOf(thirdParty)).toMatchObject({ value_cents: 10_000, data_tier: 'modelled' });
  });

  it('values what only third parties offer below what they ask, with a wide range', async () => {
    const offered = await listed('1-1', null, { seller_type: 'third_party' });
    const byWhomever = await listed('2-1', null, { seller_type: null });
    await market.value('2026-10-01');
    const { value_cents, low_cents, high_cents, data_tier } = await sealedOf(offered);
    expect(data_tier).toBe('modelled');
    expect(value_cents!).toBeGreaterThan(5_500);
    expect(value_cents!).toBeLessThan(7_500);
    expect(high_cents! / low_cents!).toBeGreaterThan(3);
    expect(await sealedOf(byWhomever)).toMatchObject({ value_cents, low_cents, high_cents, data_tier });
    expect((await values()).filter((value) => value.data_tier === 'modelled')).toHaveLength(6);
  });

  it('values what nobody offers any more by the last price that was asked, with a wider range', async () => {
    const offered = await listed('1-1', null, { seller_type: 'third_party' });
    const soldOut = await listed('2-1', null, { seller_type: 'third_party', in_stock: false });
    const emptyPage = await listed('4-1', null, {
      seller_type: null,
      price_cents: null,
      in_stock: false,
      last_shown_price_cents: 8_000,
    });
    const neverPriced = await listed('5-1', null, { seller_type: null, price_cents: null, in_stock: false });
    const notSeenForLong = await listed('3-1', null, {
      seller_type: 'third_party',
      last_checked_at: '2024-01-01T00:00:00Z',
    });
    await market.value('2026-10-01');
    const width = async (set: number) => {
      const { low_cents, high_cents } = await sealedOf(set);
      return high_cents! / low_cents!;
    };
    for (const set of [soldOut, emptyPage]) {
      expect(await sealedOf(set)).toMatchObject({ value_cents: 8_000, data_tier: 'modelled' });
      expect(await width(set)).toBeGreaterThan(await width(offered));
    }
    for (const set of [neverPriced, notSeenForLong])
      expect(await sealedOf(set)).toMatchObject({ value_cents: null, data_tier: 'none' });
  });

  it('follows what third parties ask where that is all that is known, the same in full and item by item', async () => {
    const offered = await listed('1-1', null, { seller_type: 'third_party' });
    const withList = await listed('2-1', 10_000, { seller_type: 'third_party' });
    await market.value('2026-10-01');
    const before = await values();
    await market.db.query(`UPDATE retail.price_state SET price_cents = 4000, last_shown_price_cents = 4000`);
    await raiseDataVersion(market.db, 'retail');
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 1, changed: 2 });
    const item = (await values()).filter(({ item_id }) => item_id === withList);
    expect(item).toEqual(before.filter(({ item_id }) => item_id === withList));
    const halved = await sealedOf(offered);
    const was = before.find(({ item_id, condition }) => item_id === offered && condition === 'sealed')!;
    expect(halved.value_cents! / was.value_cents!).toBeCloseTo(0.5, 3);
    const inParts = await values();
    await market.value('2026-10-01', { all: true });
    expect(await values()).toEqual(inParts);
    // A month later nobody has looked again.
    await market.value('2026-11-01');
    expect(await sealedOf(offered)).toMatchObject({ value_cents: null, data_tier: 'none' });
  });

  it('is valued the same in full, item by item and in shards', async () => {
    const sets: number[] = [];
    for (let n = 1; n <= 12; n++) {
      const set = await insertSet(market.db, { set_number: `${n}-1`, year: 2012, msrp_cents: 1_000 * n });
      for (let sale = 0; sale < 4; sale++)
        await market.sell({
          itemId: set,
          day: `${2014 + n}-0${1 + sale}-10`,
          priceCents: 2_000 * n + sale,
          condition: sale === 3 ? 'used' : 'sealed',
        });
      sets.push(set);
    }
    await market.value('2026-10-01');
    const inFull = await values();
    await market.db.query('INSERT INTO source.changed_item (item_id) SELECT unnest($1::integer[])', [sets.slice(0, 3)]);
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 3, changed: 0 });
    await market.value('2026-10-01', { all: true, shardSales: 2 });
    expect(await values()).toEqual(inFull);
  });

  it('follows an import of retail prices', async () => {
    const set = await insertSet(market.db, { set_number: '1-1', year: 2026, msrp_cents: 10_000 });
    await insertSet(market.db, { set_number: '2-1', year: 2026, msrp_cents: 10_000 });
    await market.value('2026-10-01');
    expect(await sealedOf(set)).toMatchObject({ value_cents: 10_000, data_tier: 'modelled' });
    const file = folder.write(
      'retail.csv',
      'retailer,set_number,asin,observed_at,price_usd,seller_type,in_stock\n' +
        'retailer_a,1-1,,2026-10-01T08:00:00Z,79.99,retailer,true\n',
    );
    const { code, stderr } = await runHere(['import', 'retail-prices', file], { DATABASE_URL: market.url });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(await market.value('2026-10-01')).toMatchObject({ isFull: false, items: 1, changed: 2 });
    expect(await sealedOf(set)).toMatchObject({ value_cents: 7_999 });
  });
});
