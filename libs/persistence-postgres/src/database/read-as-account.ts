import type { QueryResultRow } from 'pg';
import type { Database, ResultFormat } from './database.ts';

/** Runs one prepared statement of a private read. */
export type PrivateStatement = <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
  format?: ResultFormat,
) => Promise<Row[]>;

/**
 * Reads one account's private rows: a read-only transaction on one snapshot, in which the database shows the API's role no
 * rows but this account's. Statements name the account as well; this is the lock behind that one.
 */
export async function readAsAccount<Result>(
  database: Database,
  accountId: number,
  work: (statement: PrivateStatement) => Promise<Result>,
): Promise<Result> {
  if (!Number.isInteger(accountId)) throw new TypeError(`${accountId} is not an account`);
  const client = await database.pool.connect();
  let result: Result;
  try {
    // Sent ahead of the first statement, not waited for (the connection is pipelined): if it fails, no account is set and the database shows no rows.
    const begun = client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL brickmarket.account_id = '${accountId}'`,
    );
    [result] = await Promise.all([
      work(
        async <Row extends QueryResultRow>(
          name: string,
          text: string,
          values: readonly unknown[],
          format?: ResultFormat,
        ) => {
          return (await client.query<Row>({ name, text, values: values as unknown[], ...format })).rows;
        },
      ),
      begun,
    ]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  // Nothing to keep: the caller need not wait for the end of a transaction that only read.
  client.query('COMMIT').then(
    () => client.release(),
    () => client.release(true),
  );
  return result;
}
