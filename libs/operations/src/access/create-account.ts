import { ConflictError } from '@brickmarket/domain';
import type { Account, AccountStore } from '@brickmarket/persistence-ports';
import { readEmailAddress } from './email-address.ts';
import { readPlan } from './read-plan.ts';

/** Creates an account. An address can have one only. */
export async function createAccount(accounts: AccountStore, wanted: { email: string; plan: string }): Promise<Account> {
  const email = readEmailAddress(wanted.email);
  const account = await accounts.create(email, readPlan(wanted.plan));
  if (account === null) throw new ConflictError(`there is already an account for ${email}`);
  return account;
}
