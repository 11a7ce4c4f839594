import type { CustomTypesConfig } from 'pg';

/** A statement that is prepared once per connection, under its name. */
export interface PreparedRead {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Parsers for result columns that replace the driver's own. */
  readonly types?: CustomTypesConfig;
}

/**
 * The statement that sets the account before it reads. Row-level security shows the API's role only rows of the account
 * in this setting, which ends with the statement. `account.id` makes the read depend on the setting: without it the
 * planner could read first, and row-level security would show no rows. The account is `$1`.
 */
export const asOwner = (select: string): string => `
WITH account AS MATERIALIZED (SELECT set_config('brickmarket.account_id', $1::integer::text, true) AS id)
SELECT own.* FROM account
CROSS JOIN LATERAL (SELECT read.* FROM (${select}) AS read WHERE account.id IS NOT NULL OFFSET 0) AS own`;

/** A read of one account's rows, in which no rows of others can be seen. */
export function ownedRead(accountId: number, read: PreparedRead): PreparedRead {
  return { ...read, text: asOwner(read.text), values: [accountId, ...read.values] };
}
