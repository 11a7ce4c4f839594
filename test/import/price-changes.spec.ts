import type { RetailObservation } from '@brickmarket/domain';
import { foldPriceState, priceChanges } from '@brickmarket/retail-tracking';
import * as fc from 'fast-check';
import { insertSet } from '../support/catalog-builders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { Database } from '@brickmarket/persistence-postgres';
import { FILL } from '../../libs/persistence-postgres/src/retail/migrations/1794782000002-keep-price-changes.ts';
import { PostgresRetailImport } from '../../libs/persistence-postgres/src/retail/postgres-retail-import.ts';

const NOTHING = {
  setNumber: '1-1',
  asin: null,
  upc: null,
  ean: null,
  listPriceCents: null,
  productUrl: null,
  lowestFbaCents: null,
  fbaSellers: null,
  buyBoxCents: null,
};

const observation: fc.Arbitrary<RetailObservation> = fc.record({
  ...Object.fromEntries(Object.entries(NOTHING).map(([field, value]) => [field, fc.constant(value)])),
  retailer: fc.constantFrom('retailer_a', 'retailer_b'),
  observedAt: fc.integer({ min: 0, max: 8 }).map((hour) => new Date(Date.UTC(2026, 0, 1, hour))),
  priceCents: fc.option(fc.constantFrom(500, 1000)),
  sellerType: fc.option(fc.constantFrom('retailer', 'third_party')),
  inStock: fc.option(fc.boolean()),
}) as fc.Arbitrary<RetailObservation>;

describe('the migration that keeps price changes', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec' });
    await insertSet(database.pool, { set_number: '1-1' });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  it('derives from stored observations what the import derives', async () => {
    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM catalog.lego_set');
    const setId = rows[0]!.id;
    const changes = async () =>
      (await database.pool.query('SELECT * FROM retail.price_change ORDER BY retailer, changed_at')).rows as unknown[];
    const property = fc.asyncProperty(fc.array(observation, { minLength: 1, maxLength: 40 }), async (all) => {
      await database.pool.query('TRUNCATE source.retail_observation, retail.price_state, retail.price_change');
      const batches = [all.map((one) => ({ setId, observation: one }))];
      const store = new PostgresRetailImport(database);
      await store.mergeObservations(
        (async function* () {
          yield* batches;
        })(),
        (before, some) => before ?? foldPriceState(some)!,
        () => [],
        priceChanges,
      );
      const imported = await changes();
      await database.pool.query('TRUNCATE retail.price_change');
      await database.pool.query(FILL);
      expect(await changes()).toEqual(imported);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
