import type { RetailObservation } from '@brickmarket/domain';
import { retailPricesCsv, writeCsvFile } from '@brickmarket/feeds';
import { importRetailPrices } from '@brickmarket/operations';
import { EventLog, RetailImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { Pool } from 'pg';
import { insertSet } from '../support/catalog-builders.ts';
import { ImportFolder } from '../support/import-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DAYS = { kind: null, setNumber: null, since: null, limit: 1_000 };

describe('events of a retail import', () => {
  const folder = new ImportFolder();
  let testDatabase: TestDatabase;
  let database: Database;
  let db: Pool;
  let stores: Stores;
  let files = 0;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', poolSize: 4 });
    stores = new Stores(database);
    db = new Pool({ connectionString: testDatabase.url, max: 1 });
  });
  afterAll(async () => {
    await db.end();
    await database.close();
    await testDatabase.drop();
  });
  beforeEach(async () => {
    await db.query('TRUNCATE source.retail_observation, catalog.lego_set, events.event CASCADE');
    await insertSet(db, { set_number: '10-1' });
  });

  type Seen = Partial<RetailObservation> & { readonly day: number };

  async function importSeen(...seen: readonly Seen[]): Promise<string> {
    const file = folder.write(`${++files}.csv`, '');
    await writeCsvFile(
      file,
      retailPricesCsv,
      seen.map(({ day, ...facts }) => ({
        retailer: 'retailer_a',
        setNumber: '10-1',
        asin: null,
        upc: null,
        ean: null,
        observedAt: new Date(Date.UTC(2026, 9, day)),
        priceCents: null,
        listPriceCents: null,
        sellerType: null,
        inStock: null,
        productUrl: null,
        lowestFbaCents: null,
        fbaSellers: null,
        buyBoxCents: null,
        ...facts,
      })),
    );
    await importRetailPrices(stores.get(RetailImport), [file]);
    return file;
  }

  const recorded = async (): Promise<unknown[]> =>
    (await stores.get(EventLog).list(DAYS))
      .map(({ kind, subject, occurredAt, oldCents, newCents, facts }) => [
        kind,
        subject,
        occurredAt.getUTCDate(),
        oldCents,
        newCents,
        ...(facts.previousLowDay ? [facts.previousLowDay] : []),
      ])
      .toReversed();

  it('are a drop and an all-time low, which names the low before it and its last day', async () => {
    await importSeen({ day: 1, priceCents: 9_000 }, { day: 2, priceCents: 9_000 }, { day: 3, priceCents: 10_000 });
    expect(await recorded()).toEqual([]);
    await importSeen({ day: 4, priceCents: 8_000 });
    expect(await recorded()).toEqual([
      ['price.dropped', 'set/10-1/retailer_a', 4, 10_000, 8_000],
      ['price.all_time_low', 'set/10-1/retailer_a', 4, 9_000, 8_000, '2026-10-02'],
    ]);
  });

  it('are none when the same file is imported again, in whole or among other rows', async () => {
    await importSeen({ day: 1, priceCents: 9_000 });
    const drop: Seen = { day: 2, priceCents: 8_000, sellerType: 'third_party', inStock: true };
    await importSeen(drop);
    const before = await recorded();
    expect(before).toHaveLength(2);
    await importSeen(drop);
    await importSeen({ day: 1, priceCents: 9_000 }, drop, { day: 3, priceCents: 8_000 });
    expect(await recorded()).toEqual(before);
  });

  it('are none for a price that is unknown; after the gap it is compared with the last one shown', async () => {
    await importSeen({ day: 1, priceCents: 9_000 });
    await importSeen({ day: 2, priceCents: null });
    expect(await recorded()).toEqual([]);
    await importSeen({ day: 3, priceCents: 9_000 });
    expect(await recorded()).toEqual([]);
    await importSeen({ day: 4, priceCents: null });
    await importSeen({ day: 5, priceCents: 8_500 });
    expect(await recorded()).toContainEqual(['price.dropped', 'set/10-1/retailer_a', 5, 9_000, 8_500]);
  });

  it('are none for observations that arrive late, and the right ones for what arrives with them', async () => {
    await importSeen({ day: 1, priceCents: 9_000 });
    await importSeen({ day: 5, priceCents: 10_000 });
    await importSeen({ day: 3, priceCents: 4_000, inStock: false, sellerType: 'retailer' });
    expect(await recorded()).toEqual([]);
    await importSeen({ day: 2, priceCents: 3_000 }, { day: 6, priceCents: 8_000, sellerType: 'third_party' });
    expect(await recorded()).toEqual([
      ['seller.third_party_only', 'set/10-1/retailer_a', 6, 10_000, 8_000],
      ['price.dropped', 'set/10-1/retailer_a', 6, 10_000, 8_000],
    ]);
  });

  it('tell when stock returns and when third parties take over, of each retailer by itself', async () => {
    const seen = (day: number, inStock: boolean, sellerType: 'retailer' | 'third_party'): readonly Seen[] => [
      { day, inStock, sellerType, priceCents: 500 },
      { day, retailer: 'retailer_b', inStock: true, sellerType: 'retailer', priceCents: 500 },
    ];
    await importSeen(...seen(1, true, 'retailer'));
    await importSeen(...seen(2, false, 'retailer'));
    await importSeen(...seen(3, true, 'third_party'));
    expect(await recorded()).toEqual([
      ['stock.returned', 'set/10-1/retailer_a', 3, null, 500],
      ['seller.third_party_only', 'set/10-1/retailer_a', 3, 500, 500],
    ]);
  });

  it('are in the log exactly when their observations are stored', async () => {
    await importSeen({ day: 1, priceCents: 9_000 });
    await db.query(`ALTER TABLE events.event ADD CONSTRAINT refused CHECK (kind <> 'price.dropped')`);
    try {
      await expect(importSeen({ day: 2, priceCents: 8_000 })).rejects.toThrow('refused');
    } finally {
      await db.query('ALTER TABLE events.event DROP CONSTRAINT refused');
    }
    expect((await db.query('SELECT FROM source.retail_observation')).rowCount).toBe(1);
    await importSeen({ day: 2, priceCents: 8_000 });
    expect(await recorded()).toHaveLength(2);
  });
});
