import * as fc from 'fast-check';
import { eventually } from '../../../../test/support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { Database } from './database.ts';
import { NULL_INTEGER, readInPortions, readIntegers, ROWS_PER_PORTION } from './large-results.ts';

describe('readInPortions', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, applicationName: 'spec', pipelined: true, poolSize: 2 });
    await database.pool.query('CREATE TABLE numbered (n integer)');
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const fill = (count: number): Promise<unknown> =>
    database.pool.query(`TRUNCATE numbered; INSERT INTO numbered SELECT generate_series(1, ${count})`);
  const portions = (): AsyncGenerator<readonly { n: number }[]> =>
    readInPortions(database, 'SELECT n FROM numbered ORDER BY n');

  it.each([0, 1, ROWS_PER_PORTION, 2 * ROWS_PER_PORTION + 1])(
    'hands over each of %i rows once, in order, so many at a time',
    async (count) => {
      await fill(count);
      const read: number[] = [];
      for await (const rows of portions()) {
        expect(rows.length).toBeLessThanOrEqual(ROWS_PER_PORTION);
        read.push(...rows.map(({ n }) => n));
      }
      expect(read).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    },
  );

  it('shows one moment, whatever is committed between two portions', async () => {
    await fill(2 * ROWS_PER_PORTION);
    const read: number[] = [];
    for await (const rows of portions()) {
      read.push(...rows.map(({ n }) => n));
      await database.pool.query('UPDATE numbered SET n = -n');
    }
    expect(read).toEqual(Array.from({ length: 2 * ROWS_PER_PORTION }, (_, index) => index + 1));
  });

  it('gives its connection back when it is left early, and when the statement fails', async () => {
    await fill(2 * ROWS_PER_PORTION);
    for (let time = 0; time < 3; time++) {
      for await (const _ of portions()) break;
      await expect(readInPortions(database, 'SELECT 1 / 0').next()).rejects.toThrow('division by zero');
    }
    const open = () =>
      database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      );
    // Nobody waits for the end of the transaction, but it comes.
    await eventually('no transaction is left open', async () => (await open()).rowCount === 0);
  });
});

it('reads every list of integers and nulls that PostgreSQL writes', () => {
  const integer = fc.option(fc.integer({ min: NULL_INTEGER + 1, max: 2_147_483_647 }));
  fc.assert(
    fc.property(fc.array(integer), (integers) => {
      expect([...readIntegers(`{${integers.map((value) => value ?? 'NULL').join(',')}}`)]).toEqual(
        integers.map((value) => value ?? NULL_INTEGER),
      );
    }),
  );
});
