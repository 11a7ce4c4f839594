import { ConflictError, InvalidInputError, NotFoundError, type Plan, PLANS } from '@brickmarket/domain';
import type {
  Account,
  AccountRowCounts,
  AccountStore,
  AccountUsage,
  KeyUsageReport,
} from '@brickmarket/persistence-ports';

/** ConflictError: the address has an account. */
export async function createAccount(accounts: AccountStore, wanted: { email: string; plan: string }): Promise<Account> {
  const email = readEmailAddress(wanted.email);
  const account = await accounts.create(email, readPlan(wanted.plan));
  if (account === null) throw new ConflictError(`there is already an account for ${email}`);
  return account;
}

/** NotFoundError: unknown address, after normalization. */
export async function getAccount(accounts: AccountStore, email: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.findByEmail(address)) ?? accountNotFound(address);
}

/** The error says how to create an account. */
export function accountNotFound(email: string): never {
  throw new NotFoundError(`account ${email} not found: "accounts create" creates one, "accounts list" lists all`);
}

/** Applies from the next request. */
export async function setAccountPlan(accounts: AccountStore, email: string, plan: string): Promise<Account> {
  const address = readEmailAddress(email);
  return (await accounts.changePlan(address, readPlan(plan))) ?? accountNotFound(address);
}

export interface AccountWithBelongings {
  readonly account: Account;
  readonly belongings: AccountRowCounts;
}

export async function describeAccountToDelete(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: await accounts.countRows(account.id) };
}

/** Deletes keys, counters, brickfolios, holdings and sales too; returns the counts. */
export async function deleteAccount(accounts: AccountStore, email: string): Promise<AccountWithBelongings> {
  const account = await getAccount(accounts, email);
  return { account, belongings: (await accounts.delete(account.id)) ?? accountNotFound(account.email) };
}

const REPORTED_DAYS = 30;

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

/** Trims and lower-cases. Throws InvalidInputError. */
export function readEmailAddress(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > MAX_LENGTH || !EMAIL.test(email) || INVISIBLE.test(email))
    throw new InvalidInputError(`"${text}" is not an e-mail address`);
  return email;
}

export function readPlan(text: string): Plan {
  const plan = PLANS.find((known) => known === text);
  if (plan === undefined) throw new InvalidInputError(`"${text}" is not a plan: choose one of ${PLANS.join(', ')}`);
  return plan;
}
