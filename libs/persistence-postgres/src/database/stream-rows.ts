import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/** A batch is parsed and written in about a millisecond, during which the process does nothing else. */
const ROWS_PER_FETCH = 200;
/** A client that reads slowly is waited for; one that has stopped reading is cut off by the server long before. */
const MAX_PAUSE_MS = 60_000;

/**
 * Streams one account's private rows in batches from one snapshot, by a cursor: only a batch is in memory, and the next
 * one is fetched when the reader asks for it. Row-level security shows the role only rows of this account. Occupies a
 * connection until the last batch, or until the reader stops: the caller must bound how many are open.
 */
export async function* streamAsAccount<Row extends QueryResultRow>(
  database: Database,
  accountId: number,
  /** The statement for an account. It has no parameters: PostgreSQL does not take any for a cursor. */
  select: (accountId: number) => string,
): AsyncGenerator<readonly Row[]> {
  if (!Number.isInteger(accountId)) throw new TypeError(`${accountId} is not an account`);
  const client = await database.pool.connect();
  let isComplete = false;
  try {
    await client.query(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ' +
        `SET LOCAL brickmarket.account_id = '${accountId}'; ` +
        `SET LOCAL idle_in_transaction_session_timeout = ${MAX_PAUSE_MS}`,
    );
    await client.query(`DECLARE streamed NO SCROLL CURSOR FOR ${select(accountId)}`);
    for (let count = ROWS_PER_FETCH; count === ROWS_PER_FETCH;) {
      const { rows } = await client.query<Row>(`FETCH ${ROWS_PER_FETCH} FROM streamed`);
      count = rows.length;
      if (count > 0) yield rows;
    }
    await client.query('COMMIT');
    isComplete = true;
  } finally {
    // Closing the connection ends the transaction, also when the reader stopped or the connection is broken.
    client.release(!isComplete);
  }
}
