import type { Account, AccountRowCounts, AccountStore } from '@brickmarket/persistence-ports';
import { accountNotFound, getAccount } from './get-account.ts';

/** An account and how much belongs to it. */
export interface AccountWithBelongings {
  readonly account: Account;
  readonly belongings: AccountRowCounts;
}

/** What `deleteAccount` would delete. */
export async function describeAccountToDelete(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: await accounts.countRows(account.id) };
}

/** Deletes an account with its keys, counters, brickfolios, holdings and sales, and says what that was. */
export async function deleteAccount(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: (await accounts.delete(account.id)) ?? accountNotFound(account.email) };
}
