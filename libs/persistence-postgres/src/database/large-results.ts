import { type QueryResultRow, types } from 'pg';
import type { Database } from './database.ts';

/** A few milliseconds of parsing, before other requests run. */
export const ROWS_PER_PORTION = 1_000;

/** Cursor over one snapshot: reading as a whole would block the event loop, as the driver parses everything at once. */
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
    // A read-only transaction has nothing to lose, so nobody waits for its end.
    client.query('COMMIT').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

const INTEGER_ARRAY_OID = 1007;

/** NULL in a list of integers: no day, amount or id has this value. */
export const NULL_INTEGER = -2_147_483_648;

/** Thousands of integers as `integer[]` in an Int32Array, several times faster than rows. */
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
