import { type QueryResultRow, types } from 'pg';
import type { Database } from './database.ts';

/** How many rows are read before the event loop gets its turn: milliseconds' worth. */
export const ROWS_PER_PORTION = 1_000;

/**
 * Reads a large result in portions, all of the moment at which the first was asked for. As a whole it would keep the event
 * loop: the driver reads whatever has arrived in one go.
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
    // Nothing to keep: nobody need wait for the end of a transaction that only read.
    client.query('COMMIT').then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

const INTEGER_ARRAY_OID = 1007;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COMMA = 44;
const BRACE_CLOSES = 125;

/** Stands for NULL in a column of integers: a number that no day, amount or id of ours is. */
export const NULL_INTEGER = -2_147_483_648;

/**
 * For results that are thousands of small numbers: aggregated into one `integer[]` per column and read as Int32Array, they
 * arrive several times faster than as rows. Other columns are read as ever.
 */
export const INTEGER_COLUMNS = {
  types: {
    getTypeParser: ((oid: Parameters<typeof types.getTypeParser>[0]) =>
      (oid as number) === INTEGER_ARRAY_OID ? readIntegers : types.getTypeParser(oid)) as typeof types.getTypeParser,
  },
};

/** Reads `{1,-2,NULL}`. */
export function readIntegers(text: string): Int32Array {
  if (text === '{}') return new Int32Array();
  let length = 1;
  for (let at = 1; at < text.length; at++) if (text.charCodeAt(at) === COMMA) length++;
  const integers = new Int32Array(length);
  let index = 0;
  let value = 0;
  let isNegative = false;
  let hasDigits = false;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      hasDigits = true;
    } else if (code === MINUS) {
      isNegative = true;
    } else if (code === COMMA || code === BRACE_CLOSES) {
      integers[index++] = hasDigits ? (isNegative ? -value : value) : NULL_INTEGER;
      value = 0;
      isNegative = false;
      hasDigits = false;
    }
  }
  return integers;
}
