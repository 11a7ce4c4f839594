import type { AccountStore, AccountUsage, KeyUsageReport } from '@brickmarket/persistence-ports';
import { getAccount } from './get-account.ts';

const REPORTED_DAYS = 30;

/** What the account's keys have used today and over the last 30 days, today included. */
export async function reportUsage(
  stores: { accounts: AccountStore; usage: KeyUsageReport },
  email: string,
): Promise<AccountUsage> {
  const account = await getAccount(stores.accounts, email);
  return stores.usage.lastDays(account.id, REPORTED_DAYS);
}
