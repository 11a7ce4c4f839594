import type { QueryResultRow } from 'pg';
import type { Database } from '../database/database.ts';
import { senderOf, type TimedQuery } from '../database/sender.ts';

// Must never change: processes of all releases compete for the same lock. The account is its second key.
const BOOK_LOCK = 7_214_665;
/** For statements over all rows of a file: tens of thousands take seconds. */
const MAX_STATEMENT_MS = 60_000;

/** Runs one statement of a transaction, prepared when it has a name. */
export type BookStatement = <Row extends QueryResultRow>(
  name: string | null,
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: Row[]; readonly rowCount: number }>;

type Work<Result> = (own: BookStatement) => Promise<Result>;

/** Runs `work` in a transaction that has locked the book of one account: whoever else wants to change it waits. */
export function inBook<Result>(database: Database, accountId: number, work: Work<Result>): Promise<Result> {
  return writeAsAccount(database, accountId, work, `SELECT pg_advisory_xact_lock(${BOOK_LOCK}, ${accountId})`);
}

/**
 * Runs `work` in a transaction in which the database shows the account area's role no rows but this account's.
 * Statements may take longer than those that answer one request.
 */
export async function writeAsAccount<Result>(
  database: Database,
  accountId: number,
  work: Work<Result>,
  lock = '',
): Promise<Result> {
  if (!Number.isInteger(accountId)) throw new TypeError(`${accountId} is not an account`);
  const client = await database.pool.connect();
  const send = senderOf(client, database.isPipelined);
  try {
    const begin: TimedQuery = {
      // Idle while a decision about tens of thousands of rows is made.
      text: `BEGIN; SET LOCAL statement_timeout = ${MAX_STATEMENT_MS};
        SET LOCAL idle_in_transaction_session_timeout = ${MAX_STATEMENT_MS};
        SET LOCAL brickmarket.account_id = '${accountId}'; ${lock}`,
      query_timeout: MAX_STATEMENT_MS,
    };
    await send(begin);
    const result = await work(
      async <Row extends QueryResultRow>(name: string | null, text: string, values: readonly unknown[]) => {
        const timed = { text, values: values as unknown[], query_timeout: MAX_STATEMENT_MS };
        const query: TimedQuery = name === null ? timed : { name, ...timed };
        const { rows, rowCount } = await send<Row>(query);
        return { rows, rowCount: rowCount ?? 0 };
      },
    );
    await send({ text: 'COMMIT' });
    client.release();
    return result;
  } catch (error) {
    // A refusal is no fault of the connection: it is used again if it can be.
    const isUsable = await send({ text: 'ROLLBACK' }).then(
      () => true,
      () => false,
    );
    client.release(!isUsable);
    throw error;
  }
}
