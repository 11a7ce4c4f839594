import type { CustomTypesConfig } from 'pg';

export interface PreparedRead {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly types?: CustomTypesConfig;
}

/** Sets account `$1` for row-level security; reading `account.id` enforces the order within the statement. */
export const asOwner = (select: string): string => `
WITH account AS MATERIALIZED (SELECT set_config('brickmarket.account_id', $1::integer::text, true) AS id)
SELECT own.* FROM account
CROSS JOIN LATERAL (SELECT read.* FROM (${select}) AS read WHERE account.id IS NOT NULL OFFSET 0) AS own`;

/** Row-level security hides other accounts' rows. */
export function ownedRead(accountId: number, read: PreparedRead): PreparedRead {
  return { ...read, text: asOwner(read.text), values: [accountId, ...read.values] };
}
