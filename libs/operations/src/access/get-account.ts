import { NotFoundError } from '@brickmarket/domain';
import type { Account, AccountStore } from '@brickmarket/persistence-ports';
import { readEmailAddress } from './email-address.ts';

/** The account of an address. */
export async function getAccount(accounts: AccountStore, email: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.findByEmail(address)) ?? accountNotFound(address);
}

/** Says that an address has no account. */
export function accountNotFound(email: string): never {
  throw new NotFoundError(`there is no account for ${email}`);
}
