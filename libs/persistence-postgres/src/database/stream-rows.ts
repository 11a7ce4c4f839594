import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/** About a millisecond of blocking work. */
const ROWS_PER_FETCH = 200;
/** Slow clients are awaited; stalled ones are cut earlier by the server. */
const MAX_PAUSE_MS = 60_000;

/** One batch in memory, from one snapshot. Holds a connection: callers must bound their number. */
export async function* streamAsAccount<Row extends QueryResultRow>(
  database: Database,
  accountId: number,
  /** Without parameters, which cursors do not take. */
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
    // Closing the connection ends the transaction, also after an early stop.
    client.release(!isComplete);
  }
}
