import { insertMinifig, insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { listAtRetailers } from '../support/retail-builders.ts';
import { runHere } from '../support/run-here.ts';
import { TestMarket } from '../support/test-market.ts';

const VALUES = `SELECT item_id, condition, value_cents, low_cents, high_cents, data_tier FROM market.item_value
   ORDER BY item_id, condition`;
interface Value {
  readonly item_id: number;
  readonly condition: string;
  readonly value_cents: number | null;
  readonly data_tier: string;
}

// As a catalogue with list prices and an old past begins: hardly anything has sold in the last year.
describe('a market without fresh sales', () => {
  const folder = new ImportFolder();
  let market: TestMarket;
  beforeEach(async () => {
    market = await TestMarket.create();
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

  it('values by what retailers ask, with or without a list price, not by what third parties ask', async () => {
    const asked = { price_cents: 8_000, in_stock: true, last_checked_at: '2026-09-30T00:00:00Z' } as const;
    const byRetailer = { retailer_a: { ...asked, seller_type: 'retailer' } } as const;
    const byThirdParty = { retailer_a: { ...asked, seller_type: 'third_party' } } as const;
    const listed = async (number: string, msrp: number | null, prices: typeof byRetailer | typeof byThirdParty) => {
      const set = await insertSet(market.db, { set_number: number, year: 2026, msrp_cents: msrp });
      await listAtRetailers(market.db, set, prices);
      return set;
    };
    const withoutList = await listed('1-1', null, byRetailer);
    const thirdParty = await listed('2-1', 10_000, byThirdParty);
    const thirdPartyWithoutList = await listed('3-1', null, byThirdParty);
    await market.value('2026-10-01');
    expect(await sealedOf(withoutList)).toMatchObject({ value_cents: 8_000, data_tier: 'modelled' });
    expect(await sealedOf(thirdParty)).toMatchObject({ value_cents: 10_000, data_tier: 'modelled' });
    expect(await sealedOf(thirdPartyWithoutList)).toMatchObject({ value_cents: null, data_tier: 'none' });
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
