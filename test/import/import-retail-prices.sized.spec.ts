import { type PriceObservation, type RetailObservation, RETAILERS } from '@brickmarket/domain';
import { retailPricesCsv, writeCsvFile } from '@brickmarket/feeds';
import { importRetailPrices, type ImportSummary } from '@brickmarket/operations';
import { RetailImport, RetailPrices } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { foldPriceState } from '@brickmarket/retail-tracking';
import * as fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataVersionOf } from '../support/data-versions.ts';
import { insertSet } from '../support/catalog-builders.ts';
import { moveClock, NOON } from '../support/move-clock.ts';
import { type TestAccount, TestApi } from '../support/test-api.ts';
import { itAtLength } from '../support/lane.ts';

const folder = mkdtempSync(join(tmpdir(), 'retail-'));
let files = 0;

function anObservation(columns: Partial<RetailObservation>): RetailObservation {
  return {
    retailer: 'retailer_a',
    setNumber: null,
    asin: null,
    upc: null,
    ean: null,
    observedAt: new Date('2026-11-01T00:00:00Z'),
    priceCents: null,
    listPriceCents: null,
    sellerType: null,
    inStock: null,
    productUrl: null,
    lowestFbaCents: null,
    fbaSellers: null,
    buyBoxCents: null,
    ...columns,
  };
}

describe('import retail-prices', () => {
  let api: TestApi;
  let caller: TestAccount;
  let database: Database;
  let store: RetailImport;
  let prices: RetailPrices;

  beforeAll(async () => {
    api = await TestApi.start();
    // A price that was seen too long ago is not shown.
    await moveClock(api.db, NOON);
    caller = await api.account();
    database = await Database.connect({ url: api.databaseUrl, applicationName: 'spec', poolSize: 4 });
    store = new Stores(database).get(RetailImport);
    prices = new Stores(database).get(RetailPrices);
  });

  afterAll(async () => {
    await database.close();
    await api.stop();
    rmSync(folder, { recursive: true });
  });

  beforeEach(async () => {
    await api.db.query(
      `TRUNCATE source.retail_observation, catalog.lego_set CASCADE;
       UPDATE ops.data_kind SET version = version + 1 WHERE kind IN ('catalog', 'retail')`,
    );
    await insertSet(api.db, { set_number: '10-1', upc: '036000291452' });
    await insertSet(api.db, { set_number: '20-1' });
    await insertSet(api.db, { set_number: '30-1', ean: '5702015869935' });
    await insertSet(api.db, { set_number: '30-2', ean: '5702015869935' });
  });

  async function fileOf(observations: readonly RetailObservation[]): Promise<string> {
    const file = join(folder, `${++files}.csv`);
    await writeCsvFile(file, retailPricesCsv, observations);
    return file;
  }

  const importObservations = async (...observations: RetailObservation[]): Promise<ImportSummary> =>
    importRetailPrices(store, [await fileOf(observations)]);
  const row = (number: string): Promise<Record<string, unknown> | null> =>
    api.data(`/set/${number}/retail-prices`, caller.key);
  const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 1, hour));
  const version = (): Promise<number> => dataVersionOf(api.db, 'retail');
  const reasons = (summary: ImportSummary): string[] =>
    readFileSync(summary.rejectsFile!, 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => /^[^,]*,\d+,reject,("(?:[^"]|"")*"|[^,]*)/.exec(line)![1]!);

  it('shows readers the state as soon as it commits, on a replica that had answered before', async () => {
    expect(await row('10-1')).toBeNull();
    const summary = await importObservations(
      anObservation({
        setNumber: '10',
        asin: 'B00AAAAAAA',
        ean: '4006381333931',
        priceCents: 2000,
        listPriceCents: 2500,
        sellerType: 'retailer',
        inStock: true,
        productUrl: 'https://shop.example/10',
        observedAt: at(1),
      }),
      anObservation({
        asin: 'B00AAAAAAA',
        priceCents: 1500,
        sellerType: 'third_party',
        inStock: false,
        lowestFbaCents: 3000,
        fbaSellers: 2,
        buyBoxCents: 3100,
        observedAt: at(2),
      }),
      anObservation({ retailer: 'retailer_b', upc: '0036000291452', priceCents: 1800, observedAt: at(3) }),
    );
    expect(summary.counts).toEqual({
      'retail prices': { read: 3, inserted: 3, changed: 0, unchanged: 0, rejected: 0 },
    });
    expect(await row('10-1')).toEqual({
      setNumber: '10-1',
      name: 'Set 10-1',
      asin: 'B00AAAAAAA',
      upc: '036000291452',
      ean: '4006381333931',
      retailer_a: {
        price: 15,
        sellerType: 'third_party',
        changedAt: at(2).toISOString(),
        lastChange: -5,
        flip1pTo3p: true,
        atLowest: true,
        lowest: 15,
        inStock: false,
      },
      retailer_b: {
        price: 18,
        sellerType: null,
        changedAt: null,
        lastChange: null,
        flip1pTo3p: false,
        atLowest: true,
        lowest: 18,
        inStock: null,
      },
      retailer_aExit: { lowestFba: 30, fbaSellers: 2, buyBox: 31, netFba: null },
    });
    expect(await api.data('/set/10-1', caller.key)).toMatchObject({
      retailers: [
        {
          retailer: 'retailer_a',
          current_price: 15,
          list_price: 25,
          discount_percent: 40,
          is_first_party: false,
          in_stock: false,
          product_url: 'https://shop.example/10',
          last_checked_at: at(2).toISOString(),
        },
        {
          retailer: 'retailer_b',
          current_price: 18,
          list_price: null,
          discount_percent: null,
          last_checked_at: at(3).toISOString(),
        },
      ],
    });
  });

  it('changes nothing when the same observations come again, in whatever files', async () => {
    const observations = [1, 2, 3].map((hour) =>
      anObservation({ setNumber: '10-1', asin: 'B00AAAAAAA', priceCents: hour * 100, observedAt: at(hour) }),
    );
    await importObservations(...observations);
    const before = [await version(), await row('10-1')];
    const again = await importRetailPrices(store, [
      await fileOf(observations.slice(1)),
      await fileOf([...observations, ...observations]),
    ]);
    expect(again.counts['retail prices']).toEqual({ read: 8, inserted: 0, changed: 0, unchanged: 8, rejected: 0 });
    expect([await version(), await row('10-1')]).toEqual(before);
  });

  it('knows an observation again that was stored by an older release', async () => {
    const observations = [
      anObservation({ setNumber: '10-1', priceCents: 500, productUrl: 'https://shop.example/ü' }),
      anObservation({ setNumber: '10-1', priceCents: 600 }),
      anObservation({ setNumber: '10-1', priceCents: 700, observedAt: at(2) }),
    ];
    await importObservations(...observations);
    await api.db.query('UPDATE source.retail_observation SET content = price_cents::bigint << 40');
    expect((await importObservations(...observations)).counts['retail prices']).toMatchObject({
      inserted: 0,
      unchanged: 3,
    });
  });

  it('adds newer observations to the state without reading the older ones again', async () => {
    await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 1000, observedAt: at(1) }),
      anObservation({ setNumber: '10-1', priceCents: 900, observedAt: at(2) }),
    );
    await api.db.query('UPDATE source.retail_observation SET price_cents = 1 WHERE observed_at = $1', [at(1)]);
    await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 900, observedAt: at(2) }),
      anObservation({ setNumber: '10-1', priceCents: 950, observedAt: at(3) }),
    );
    expect(await row('10-1')).toMatchObject({ retailer_a: { price: 9.5, lastChange: 0.5, lowest: 9 } });
  });

  itAtLength('merges more observations than one transaction takes, some of them too long for a block', async () => {
    await api.db.query(
      `INSERT INTO catalog.lego_set (set_number, title, theme, pieces) SELECT n || '-1', 'Set', 'Space', 1
       FROM generate_series(1001, 1300) n`,
    );
    const observations = Array.from({ length: 60_000 }, (_, index) =>
      anObservation({
        setNumber: `${1001 + (index % 300)}-1`,
        priceCents: 1000 + index,
        observedAt: new Date(at(0).getTime() + index * 1_000),
        productUrl: `https://shop.example/${index % 20_000 === 7 ? 'x'.repeat(40_000) : index}`,
      }),
    );
    const file = await fileOf(observations);
    const before = await version();
    expect((await importRetailPrices(store, [file])).counts['retail prices']).toEqual({
      read: 60_000,
      inserted: 60_000,
      changed: 0,
      unchanged: 0,
      rejected: 0,
    });
    expect(await version()).toBeGreaterThan(before + 1);
    for (const set of [0, 7, 150, 299])
      expect(await row(`${1001 + set}-1`)).toMatchObject({
        retailer_a: { price: (1000 + 59_700 + set) / 100, lastChange: 3, lowest: (1000 + set) / 100 },
      });
    expect((await importRetailPrices(store, [file])).counts['retail prices']).toMatchObject({
      inserted: 0,
      unchanged: 60_000,
    });
  });

  it('takes nothing over of a feed that cannot be read to its end', async () => {
    const file = await fileOf([anObservation({ setNumber: '10-1', priceCents: 1 })]);
    await expect(importRetailPrices(store, [file, join(folder, 'missing.csv')])).rejects.toThrow('no such file');
    expect((await api.db.query('SELECT FROM source.retail_observation')).rowCount).toBe(0);
  });

  it('rejects an observation after tomorrow: it would be served as the price of today until then', async () => {
    const now = at(12);
    const path = await fileOf([
      anObservation({ setNumber: '10-1', priceCents: 9_900, observedAt: at(10) }),
      anObservation({ setNumber: '10-1', priceCents: 100, observedAt: new Date('2027-03-01T00:00:00Z') }),
      anObservation({ setNumber: '10-1', priceCents: 9_800, observedAt: new Date('2026-11-02T23:59:59Z') }),
    ]);
    const summary = await importRetailPrices(store, [path], { now });
    expect(summary.counts['retail prices']).toMatchObject({ inserted: 2, rejected: 1 });
    expect(summary.rejectReasons[0]!.example).toBe(`${path}:3 2027-03-01 is after tomorrow: correct the date`);
    expect(await row('10-1')).toMatchObject({ retailer_a: { price: 98, lowest: 98 } });
  });

  it('merges a late observation at its own time', async () => {
    await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 1000, observedAt: at(1) }),
      anObservation({ setNumber: '10-1', priceCents: 900, observedAt: at(5) }),
    );
    expect(await row('10-1')).toMatchObject({
      retailer_a: { price: 9, lastChange: -1, lowest: 9, atLowest: true, changedAt: at(5).toISOString() },
    });
    await importObservations(anObservation({ setNumber: '10-1', priceCents: 800, observedAt: at(3) }));
    expect(await row('10-1')).toMatchObject({
      retailer_a: { price: 9, lastChange: 1, lowest: 8, atLowest: false, changedAt: at(5).toISOString() },
    });
  });

  it('touches no set without a new observation', async () => {
    await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 1, observedAt: at(1) }),
      anObservation({ setNumber: '20-1', priceCents: 1, observedAt: at(1) }),
      anObservation({ retailer: 'retailer_b', setNumber: '10-1', priceCents: 1, observedAt: at(1) }),
    );
    const rowVersions = async () =>
      (
        await api.db.query<{ key: string; xmin: string }>(`
      SELECT s.set_number || ' ' || p.retailer AS key, p.xmin::text FROM retail.price_state p
        JOIN catalog.lego_set s ON s.id = p.set_id
      UNION ALL SELECT s.set_number, l.xmin::text FROM retail.listing l JOIN catalog.lego_set s ON s.id = l.set_id
        ORDER BY 1`)
      ).rows;
    const before = await rowVersions();
    await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 2, observedAt: at(2) }),
      anObservation({ setNumber: '20-1', priceCents: 1, observedAt: at(1) }),
    );
    const changed = (await rowVersions())
      .filter(({ xmin }, index) => xmin !== before[index]!.xmin)
      .map(({ key }) => key);
    expect(changed).toEqual(['10-1', '10-1 retailer_a']);
  });

  it('rejects what names no set, several sets or different sets, and says why', async () => {
    const summary = await importObservations(
      anObservation({ setNumber: '10-1', asin: 'B00AAAAAAA' }),
      anObservation({ setNumber: '99-1' }),
      anObservation({ asin: 'B00ZZZZZZZ', upc: '673419267359' }),
      anObservation({ ean: '5702015869935' }),
      anObservation({ setNumber: '20-1', asin: 'B00AAAAAAA' }),
      anObservation({ asin: 'B00AAAAAAA', ean: '5702015869935' }),
      anObservation({ setNumber: '30-2', ean: '5702015869935', priceCents: 700 }),
    );
    expect(summary.counts['retail prices']).toMatchObject({ read: 7, inserted: 2, rejected: 5 });
    expect(reasons(summary)).toEqual([
      'set 99-1 is not in the catalog: import a catalog that has it first',
      'no set is known by asin B00ZZZZZZZ or upc 673419267359: give its set_number',
      'ambiguous: ean 5702015869935 is set 30-1 or 30-2: give the set_number',
      '"the identifiers name different sets: set_number 20-1 is set 20-1, asin B00AAAAAAA is set 10-1: ' +
        'correct the wrong one or leave it out"',
      '"the identifiers name different sets: asin B00AAAAAAA is set 10-1, ' +
        'ean 5702015869935 is set 30-1 or 30-2: correct the wrong one or leave it out"',
    ]);
    expect(await row('30-2')).toMatchObject({ retailer_a: { price: 7 } });
  });

  it('rejects an amount that nothing costs, rather than failing over it', async () => {
    const summary = await importObservations(
      anObservation({ setNumber: '10-1', priceCents: 2_000_000_000 }),
      anObservation({ setNumber: '10-1', priceCents: 2_000_000_001 }),
    );
    expect(summary.counts['retail prices']).toMatchObject({ inserted: 1, rejected: 1 });
    expect(reasons(summary)).toEqual([expect.stringContaining('an amount is at most')]);
  });

  it('knows a code in the next import that it learned in this one, and shows the one seen last', async () => {
    await importObservations(
      anObservation({ setNumber: '20-1', asin: 'B00OLDOLD0', upc: '673419267359', observedAt: at(1) }),
      anObservation({ setNumber: '20-1', asin: 'B00NEWNEW0', observedAt: at(5) }),
    );
    const summary = await importObservations(
      anObservation({ asin: 'B00OLDOLD0', priceCents: 500, observedAt: at(3) }),
      anObservation({ ean: '0673419267359', priceCents: 600, observedAt: at(6) }),
    );
    expect(summary.counts['retail prices']).toMatchObject({ inserted: 2, rejected: 0 });
    expect(await row('20-1')).toMatchObject({ asin: 'B00NEWNEW0', upc: '673419267359', retailer_a: { price: 6 } });
    expect(await api.data('/retail-prices?asin=B00OLDOLD0', caller.key)).toMatchObject({ setNumber: '20-1' });
  });

  it('reads NDJSON as well', async () => {
    const file = join(folder, 'observations.ndjson');
    writeFileSync(
      file,
      '{"retailer":"retailer_b","set_number":"10-1","observed_at":"2026-11-01T02:00:00+01:00",' +
        '"price_usd":12.5,"in_stock":true}\n',
    );
    expect((await importRetailPrices(store, [file])).counts['retail prices']).toMatchObject({ inserted: 1 });
    expect(await row('10-1')).toMatchObject({ retailer_b: { price: 12.5, inStock: true } });
  });

  it('comes to the same state however the observations are cut into imports, repeated and ordered', async () => {
    const one = fc.record({
      retailer: fc.constantFrom(...RETAILERS),
      setNumber: fc.constantFrom('10-1', '20-1', '30-1'),
      observedAt: fc.integer({ min: 0, max: 8 }).map(at),
      priceCents: fc.option(fc.integer({ min: 1, max: 4 }).map((n) => n * 500)),
      listPriceCents: fc.option(fc.constantFrom(1999, 2499)),
      sellerType: fc.option(fc.constantFrom('retailer' as const, 'third_party' as const)),
      inStock: fc.option(fc.boolean()),
      productUrl: fc.option(fc.constantFrom('https://shop.example/a', 'https://shop.example/b')),
      lowestFbaCents: fc.option(fc.constantFrom(3000, 3500)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(one, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (imports) => {
          await api.db.query(
            'TRUNCATE source.retail_observation, retail.price_state, retail.listing, retail.product_code',
          );
          for (const observations of imports) await importObservations(...observations.map(anObservation));
          const all = imports.flat().map(anObservation);
          for (const setNumber of ['10-1', '20-1', '30-1']) {
            const listing = (await prices.findByNumbers([setNumber])).get(setNumber) ?? null;
            for (const [retailer, tracked] of [
              ['retailer_a', listing?.retailerA],
              ['retailer_b', listing?.retailerB],
            ] as const) {
              const state = foldPriceState(
                all.filter(
                  (each) => each.setNumber === setNumber && each.retailer === retailer,
                ) as readonly PriceObservation[],
              );
              if (state === null) expect(tracked ?? null).toBeNull();
              else expect(state).toMatchObject(tracked!);
            }
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it("keeps source rows from the API's role", async () => {
    const reader = await Database.connect({
      url: api.databaseUrl,
      applicationName: 'spec',
      role: 'brickmarket_api',
      poolSize: 1,
    });
    await expect(reader.prepared('source_rows', 'SELECT 1 FROM source.retail_observation', [])).rejects.toThrow(
      'permission denied',
    );
    await expect(reader.prepared('states', 'UPDATE retail.price_state SET price_cents = 1', [])).rejects.toThrow(
      'permission denied',
    );
    await reader.close();
  });
});
