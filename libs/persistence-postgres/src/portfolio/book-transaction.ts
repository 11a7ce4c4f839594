import type { QueryResultRow } from 'pg';
import type { Database } from '../database/database.ts';
import { senderOf, type TimedQuery } from '../database/sender.ts';

// Never change: all releases compete for this lock. Its second key is the account.
const BOOK_LOCK = 7_214_665;
/** For statements over tens of thousands of rows. */
const MAX_STATEMENT_MS = 60_000;

export type BookStatement = <Row extends QueryResultRow>(
  name: string | null,
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: Row[]; readonly rowCount: number }>;

type Work<Result> = (own: BookStatement) => Promise<Result>;

/** Locks the account's portfolio: other changes wait. */
export function inBook<Result>(database: Database, accountId: number, work: Work<Result>): Promise<Result> {
  return writeAsAccount(database, accountId, work, `SELECT pg_advisory_xact_lock(${BOOK_LOCK}, ${accountId})`);
}

/** Row-level security for one account, with a longer statement limit. */
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
      // Idle while a large decision is computed.
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
    // A rejected change does not make the connection unusable.
    const isUsable = await send({ text: 'ROLLBACK' }).then(
      () => true,
      () => false,
    );
    client.release(!isUsable);
    throw error;
  }
}
