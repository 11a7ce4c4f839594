import type { QueryResultRow } from 'pg';
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
