import type { Account, AccountStore } from '@brickmarket/persistence-ports';
import { accountNotFound } from './get-account.ts';
import { readEmailAddress } from './email-address.ts';
import { readPlan } from './read-plan.ts';

/** Moves an account to another plan, from its next request on. */
export async function setAccountPlan(accounts: AccountStore, email: string, plan: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.changePlan(address, readPlan(plan))) ?? accountNotFound(address);
}
