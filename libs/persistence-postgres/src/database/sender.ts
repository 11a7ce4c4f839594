import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** A statement with a time limit, which the driver takes and its types do not have. */
export type TimedQuery = QueryConfig & { readonly query_timeout: number };

/** Sends a statement, which need not wait for the answer to the one before. */
export type Send = <Row extends QueryResultRow>(query: QueryConfig) => Promise<QueryResult<Row>>;

/** Sends statements over a connection: at once when it is pipelined, otherwise one by one, as the driver demands. */
export function senderOf(client: PoolClient, isPipelined: boolean): Send {
  if (isPipelined) return (query) => client.query(query);
  let last: Promise<unknown> = Promise.resolve();
  return <Row extends QueryResultRow>(query: QueryConfig) => {
    const answer = last.then(() => client.query<Row>(query));
    last = answer.catch(() => undefined);
    return answer;
  };
}
