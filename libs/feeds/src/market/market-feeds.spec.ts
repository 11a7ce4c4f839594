import { join } from 'node:path';
import type { MarketSale, RetailObservation } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { readAll, TemporaryFolder } from '../testing/feed-files.ts';
import { writeCsvFile } from '../writing/csv.ts';
import {
  marketSalesCsv,
  readMarketSales,
  readMinifigNumbers,
  readRetailPrices,
  retailPricesCsv,
} from './market-feeds.ts';

const folder = new TemporaryFolder();
const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const cents = fc.integer({ min: 1, max: 99_999_999 });
const reference = fc
  .string({ unit: fc.constantFrom('a', 'Z', '9', '"', ',', '\n', 'é', '-'), minLength: 1 })
  .map((text) => `r${text}r`);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const aSale: fc.Arbitrary<MarketSale> = fc.record({
  itemKind: fc.constantFrom('set', 'minifig'),
  itemNumber: fc.constantFrom('75192-1', 'fig-000001', '10213sup-1'),
  condition: fc.constantFrom('sealed', 'used'),
  soldAt: instant,
  priceCents: cents,
  quantity: fc.integer({ min: 1, max: 50 }),
  isIncomplete: fc.boolean(),
  source: reference,
  sourceRef: reference,
});

const anObservation: fc.Arbitrary<RetailObservation> = fc.record({
  retailer: fc.constantFrom('retailer_a', 'retailer_b'),
  setNumber: fc.constant('75192-1'),
  asin: orNull(fc.constant('B00TEST123')),
  upc: orNull(fc.constant('036000291452')),
  ean: orNull(fc.constant('4006381333931')),
  observedAt: instant,
  priceCents: orNull(cents),
  listPriceCents: orNull(cents),
  sellerType: orNull(fc.constantFrom('retailer', 'third_party')),
  inStock: orNull(fc.boolean()),
  productUrl: orNull(fc.constant('https://shop.example/p?a=1,2')),
  lowestFbaCents: orNull(cents),
  fbaSellers: orNull(fc.nat(99)),
  buyBoxCents: orNull(cents),
});

const REQUIRED = 'item_type,item_number,condition,sold_at,price_usd,quantity,source,source_ref';

describe('readMarketSales', () => {
  it('reads back what was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aSale, { maxLength: 5 }), fc.constantFrom('s.csv', 's.csv.gz'), async (sales, name) => {
        await writeCsvFile(join(folder.path, name), marketSalesCsv, sales);
        await expect(readAll(readMarketSales(join(folder.path, name)))).resolves.toMatchObject({
          records: sales,
          rejects: [],
        });
      }),
      { numRuns: 30 },
    );
  });

  it('reads NDJSON with numbers or texts for amounts, and a day for a time', async () => {
    const sale = {
      item_type: 'minifig',
      item_number: 'sw0001',
      condition: 'used',
      sold_at: '2026-10-01',
      price_usd: 12.5,
      quantity: 1,
      source: 'x',
      source_ref: 7,
    };
    const file = folder.write(
      's.ndjson',
      `${JSON.stringify(sale)}\n${JSON.stringify({ ...sale, price_usd: '12.50' })}\n`,
    );
    const expected = {
      itemKind: 'minifig',
      itemNumber: 'sw0001',
      condition: 'used',
      soldAt: new Date('2026-10-01T00:00:00Z'),
      priceCents: 1250,
      quantity: 1,
      isIncomplete: false,
      source: 'x',
      sourceRef: '7',
    };
    expect((await readAll(readMarketSales(file))).records).toEqual([expected, expected]);
  });

  it.each([
    ['box,75192-1,sealed,2026-10-01T00:00:00Z,1,1,x,1', 'item_type is "box": write one of set, minifig'],
    ['set,,sealed,2026-10-01T00:00:00Z,1,1,x,1', 'item_number is empty: write a set number like 75192-1'],
    ['set,75192-1,mint,2026-10-01T00:00:00Z,1,1,x,1', 'condition is "mint": write one of sealed, used'],
    [
      'set,75192-1,sealed,2026-10-01 10:00,1,1,x,1',
      'sold_at is "2026-10-01 10:00": write a time like 2026-11-15T03:00:00Z',
    ],
    [
      'set,75192-1,sealed,2026-10-01T00:00:00Z,0,1,x,1',
      'price_usd is "0": a price is more than 0; leave the cell empty when there is none',
    ],
    ['set,75192-1,sealed,2026-10-01T00:00:00Z,,1,x,1', 'price_usd is empty: write dollars like 12.34'],
    ['set,75192-1,sealed,2026-10-01T00:00:00Z,-4,1,x,1', 'price_usd is "-4": write dollars like 12.34'],
    ['set,75192-1,sealed,2026-10-01T00:00:00Z,1,0,x,1', 'quantity is "0": write a whole number, at least 1'],
    ['set,75192-1,sealed,2026-10-01T00:00:00Z,1,1,x,', 'source_ref is empty: fill it in'],
  ])('rejects %s', async (row, reason) => {
    const file = folder.write('bad.csv', `${REQUIRED}\n${row}\n`);
    expect(await readAll(readMarketSales(file))).toMatchObject({ records: [], rejects: [{ line: 2, row, reason }] });
  });

  it('takes a copy for complete unless the file says otherwise, and rejects what it cannot say', async () => {
    const rows = ['', 'complete', 'Incomplete', 'half'].map(
      (completeness, at) => `set,75192-1,used,2026-10-01T00:00:00Z,1,1,x,${at},${completeness}\n`,
    );
    const file = folder.write('c.csv', `${REQUIRED},completeness\n${rows.join('')}`);
    const { records, rejects } = await readAll(readMarketSales(file));
    expect(records.map(({ isIncomplete }) => isIncomplete)).toEqual([false, false, true]);
    expect(rejects.map(({ reason }) => reason)).toEqual(['completeness is "half": write one of complete, incomplete']);
  });
});

describe('readRetailPrices', () => {
  it('reads back what was written', async () => {
    const file = join(folder.path, 'r.csv');
    await fc.assert(
      fc.asyncProperty(fc.array(anObservation, { maxLength: 5 }), async (seen) => {
        await writeCsvFile(file, retailPricesCsv, seen);
        await expect(readAll(readRetailPrices(file))).resolves.toMatchObject({
          records: seen,
          rejects: [],
          warnings: [],
        });
      }),
      { numRuns: 30 },
    );
  });

  it('knows the retailers by their names too, and rejects others with the names that there are', async () => {
    const rows = ['retailer_b', 'brick & co', 'Brick & Co', 'Others'].map(
      (name) => `${name},1-1,2026-10-01T00:00:00Z,5\n`,
    );
    const file = folder.write('n.csv', `retailer,set_number,observed_at,price_usd\n${rows.join('')}`);
    const { records, rejects } = await readAll(readRetailPrices(file, { retailerNames: { retailer_a: 'Brick & Co' } }));
    expect(records.map(({ retailer }) => retailer)).toEqual(['retailer_b', 'retailer_a', 'retailer_a']);
    expect(rejects.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('write one of retailer_a, brick & co, retailer_b'),
    ]);
  });

  it('takes a product address as a browser reads it, and leaves out one with a user name', async () => {
    const file = folder.write(
      'u.csv',
      'retailer,set_number,observed_at,price_usd,product_url\n' +
        'retailer_a,1-1,2026-10-01T00:00:00Z,5,HTTPS://SHOP.example/a b\n' +
        'retailer_a,1-1,2026-10-01T00:00:00Z,5,https://ann:secret@shop.example/1\n',
    );
    const { records, warnings } = await readAll(readRetailPrices(file));
    expect(records.map(({ productUrl }) => productUrl)).toEqual(['https://shop.example/a%20b', null]);
    expect(warnings).toMatchObject([
      { reason: 'the web address at shop.example contains a user name or password: left out' },
    ]);
  });

  it('leaves out identifiers that cannot be right and rejects a row without any', async () => {
    const file = folder.write(
      'r.csv',
      'retailer,set_number,asin,upc,ean,observed_at,price_usd\n' +
        'retailer_a,1-1,b00test123,12345678901,4006381333932,2026-10-01T00:00:00Z,\n' +
        'retailer_a,,B1,,,2026-10-01T00:00:00Z,5\n',
    );
    const { records, rejects, warnings } = await readAll(readRetailPrices(file));
    expect(records).toMatchObject([
      { setNumber: '1-1', asin: 'B00TEST123', upc: null, ean: null, priceCents: null, inStock: null },
    ]);
    expect(rejects.map((reject) => reject.reason)).toEqual([
      'names no set: give a set_number, asin, upc or ean that is valid',
    ]);
    expect(warnings.map((warning) => warning.reason)).toEqual([
      'UPC "12345678901" has not 8, 12, 13 or 14 digits: left out',
      'EAN "4006381333932" has a wrong check digit: left out',
      'ASIN "B1" has not 10 letters and digits: left out',
    ]);
  });
});

describe('readMinifigNumbers', () => {
  it('reads pairs of numbers, and rejects a row without one of them', async () => {
    const file = folder.write('numbers.csv', 'fig_num,marketplace_number\nfig-000001,sw0001a\nfig-000002,\n');
    await expect(readAll(readMinifigNumbers(file))).resolves.toMatchObject({
      records: [{ minifigNumber: 'fig-000001', marketplaceNumber: 'sw0001a' }],
      rejects: [{ line: 3 }],
    });
  });
});
