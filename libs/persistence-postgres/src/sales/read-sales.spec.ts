import { type Condition, formatIsoDay } from '@brickmarket/domain';
import * as fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { WriteSession } from '../bulk/write-session.ts';
import { Database } from '../database/database.ts';
import { ENCODED_SALES, EncodedSalesReader } from './read-sales.ts';

interface Sale {
  readonly itemId: number;
  readonly condition: Condition;
  readonly day: number;
  readonly priceCents: number;
  readonly quantity: number;
  readonly source: number;
}

const LARGEST = 2 ** 31 - 1;
const sale = fc.record<Sale>({
  itemId: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(LARGEST)),
  condition: fc.constantFrom('sealed', 'used'),
  day: fc.integer({ min: 0, max: 65_535 }),
  priceCents: fc.integer({ min: 0, max: LARGEST }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(LARGEST)),
  source: fc.integer({ min: 0, max: 300 }),
});

describe('encoded sales', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'encoded-sales-spec' });
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  function copied(sales: readonly Sale[]): Promise<Buffer> {
    const rows = sales.map(
      ({ itemId, condition, day, priceCents, quantity, source }) =>
        `(${itemId}, '${condition}', date '${formatIsoDay(day)}', ${priceCents}, ${quantity}, ${source})`,
    );
    return WriteSession.run(database, 'encoding', async (session) => {
      const chunks: Buffer[] = [];
      const statement = `
        SELECT item_id, ${ENCODED_SALES}
        FROM (VALUES ${rows.join(', ')}) AS s (item_id, condition, sold_day, price_cents, quantity, source_id)
        GROUP BY item_id`;
      for await (const chunk of session.copyOut(`COPY (${statement}) TO STDOUT WITH (FORMAT binary)`))
        chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  function decoded(bytes: Buffer, chunkBytes: number): Sale[] {
    const sales: Sale[] = [];
    const reader = new EncodedSalesReader(({ itemId, condition, length, day, priceCents, quantity, source }) => {
      for (let i = 0; i < length; i++)
        sales.push({
          itemId,
          condition,
          day: day[i]!,
          priceCents: priceCents[i]!,
          quantity: quantity[i]!,
          source: source[i]!,
        });
    });
    for (let at = 0; at < bytes.length; at += chunkBytes) reader.read(bytes.subarray(at, at + chunkBytes));
    return sales;
  }

  it('come back as they were, pieces and sources up to 255, wherever the chunks end', async () => {
    const inOrder = (sales: readonly Sale[]) =>
      sales
        .map(({ itemId, condition, day, priceCents, quantity }) =>
          [itemId, condition, day, priceCents, quantity].join(' '),
        )
        .toSorted();
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (sales, chunkBytes) => {
          const expected = sales.map((one) => ({
            ...one,
            quantity: Math.min(one.quantity, 255),
            source: one.source & 255,
          }));
          expect(inOrder(decoded(await copied(sales), chunkBytes))).toEqual(inOrder(expected));
        },
      ),
      { numRuns: 40 },
    );
  });
});
