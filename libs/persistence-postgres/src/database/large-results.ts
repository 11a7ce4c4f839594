import { type QueryResultRow, types } from 'pg';
import type { Database } from './database.ts';

/** Rows parsed in one go, in a few milliseconds, before other requests run. */
export const ROWS_PER_PORTION = 1_000;

/**
 * Reads a large result through a cursor, in portions of one snapshot. Read as a whole it would block the event loop,
 * since the driver parses everything that has arrived before other requests run.
 */
export async function* readInPortions<Row extends QueryResultRow>(
  database: Database,
  select: string,
): AsyncGenerator<readonly Row[]> {
  const client = await database.pool.connect();
  try {
    await client.query(`BEGIN READ ONLY; DECLARE portions NO SCROLL CURSOR FOR ${select}`);
    for (let isLast = false; !isLast;) {
      const { rows } = await client.query<Row>(`FETCH ${ROWS_PER_PORTION} FROM portions`);
      isLast = rows.length < ROWS_PER_PORTION;
      if (rows.length > 0) yield rows;
    }
  } finally {
    // A transaction that only read has nothing to lose, so the caller does not wait for its end.
    client.query('COMMIT').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

const INTEGER_ARRAY_OID = 1007;

/** Represents NULL in a list of integers: no day, amount or id has this value. */
export const NULL_INTEGER = -2_147_483_648;

/**
 * For results of thousands of integers: aggregated into one `integer[]` per column and parsed into an Int32Array, they
 * are read several times faster than as rows. Other columns are parsed by the driver as usual.
 */
export const INTEGER_COLUMNS = {
  types: {
    getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0]) =>
      (oid as number) === INTEGER_ARRAY_OID ? readIntegers : types.getTypeParser(oid)) as typeof types.getTypeParser,
  },
};

/** Reads `{1,-2,NULL}`. */
export function readIntegers(text: string): Int32Array {
  const integers = text === '{}' ? [] : text.slice(1, -1).split(',');
  return Int32Array.from(integers, (one) => (one === 'NULL' ? NULL_INTEGER : Number(one)));
}
