import { ConflictError, InvalidInputError, NotFoundError, type Plan, PLANS } from '@brickmarket/domain';
import type {
  Account,
  AccountRowCounts,
  AccountStore,
  AccountUsage,
  KeyUsageReport,
} from '@brickmarket/persistence-ports';

/** Creates an account. Throws ConflictError when the address has one. */
export async function createAccount(accounts: AccountStore, wanted: { email: string; plan: string }): Promise<Account> {
  const email = readEmailAddress(wanted.email);
  const account = await accounts.create(email, readPlan(wanted.plan));
  if (account === null) throw new ConflictError(`there is already an account for ${email}`);
  return account;
}

/** The account of an address, however it is typed. Throws NotFoundError. */
export async function getAccount(accounts: AccountStore, email: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.findByEmail(address)) ?? accountNotFound(address);
}

/** Throws NotFoundError, which says how an account is made. */
export function accountNotFound(email: string): never {
  throw new NotFoundError(`there is no account for ${email}: "accounts create" creates one, "accounts list" lists all`);
}

/** Moves an account to another plan, from its next request on. */
export async function setAccountPlan(accounts: AccountStore, email: string, plan: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.changePlan(address, readPlan(plan))) ?? accountNotFound(address);
}

/** An account and how many rows of each kind belong to it. */
export interface AccountWithBelongings {
  readonly account: Account;
  readonly belongings: AccountRowCounts;
}

/** Counts what `deleteAccount` would delete, and deletes nothing. */
export async function describeAccountToDelete(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: await accounts.countRows(account.id) };
}

/** Deletes an account with its keys, counters, brickfolios, holdings and sales; returns what was deleted. */
export async function deleteAccount(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: (await accounts.delete(account.id)) ?? accountNotFound(account.email) };
}

const REPORTED_DAYS = 30;

/** The requests each key of the account has used today and on each of the last 30 days, today included. */
export async function reportUsage(
  stores: { accounts: AccountStore; usage: KeyUsageReport },
  email: string,
): Promise<AccountUsage> {
  const account = await getAccount(stores.accounts, email);
  return stores.usage.lastDays(account.id, REPORTED_DAYS);
}

const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
const MAX_LENGTH = 254;

/** The canonical form of an e-mail address: trimmed, in lower case. Throws InvalidInputError. */
export function readEmailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > MAX_LENGTH || !EMAIL.test(email) || INVISIBLE.test(email))
    throw new InvalidInputError(`"${text}" is not an e-mail address`);
  return email;
}

/** Reads a plan. Throws InvalidInputError. */
export function readPlan(text: string): Plan {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new InvalidInputError(`"${text}" is not a plan: choose one of ${PLANS.join(', ')}`);
  return plan;
}
