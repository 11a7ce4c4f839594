import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Time limit that the driver accepts and its types lack. */
export type TimedQuery = QueryConfig & { readonly query_timeout: number };

/** Need not wait for earlier responses. */
export type Send = <Row extends QueryResultRow>(query: QueryConfig) => Promise<QueryResult<Row>>;

/** Pipelined, otherwise one by one, as the driver demands. */
export function senderOf(client: PoolClient, isPipelined: boolean): Send {
  if (isPipelined) return (query) => client.query(query);
  let last: Promise<unknown> = Promise.resolve();
  return <Row extends QueryResultRow>(query: QueryConfig) => {
    const answer = last.then(() => client.query<Row>(query));
    last = answer.catch(() => undefined);
    return answer;
  };
}
