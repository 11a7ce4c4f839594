import { randomBytes } from 'node:crypto';
import {
  type Clock,
  ConflictError,
  InvalidInputError,
  NotFoundError,
  parseInstant,
  isPlainName,
} from '@brickmarket/domain';
import {
  type AccountStore,
  API_KEY_PREFIX,
  type ApiKeyRecord,
  type ApiKeyStore,
  hashOfApiKey,
  type NewApiKey,
} from '@brickmarket/persistence-ports';
import { getAccount } from './accounts.ts';

/** A request for a key, not validated yet. */
export interface ApiKeyRequest {
  /** E-mail address of the account. */
  readonly account: string;
  readonly name?: string | undefined;
  /** ISO-8601 with an offset; without it the key never expires. */
  readonly expires?: string | undefined;
  /** Without it the key has the limit of its account's keys. */
  readonly dailyLimit?: number | undefined;
}

/** A new key. The store keeps only a hash, so the text cannot be shown again. */
export interface CreatedApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

const MAX_DAILY_LIMIT = 2_000_000_000;
const MAX_NAME_LENGTH = 100;
const KEY_BYTES = 24;

/** Creates a key of 24 random bytes. Throws InvalidInputError, NotFoundError, ConflictError when 5 are active. */
export async function createApiKey(
  stores: { accounts: AccountStore; keys: ApiKeyStore },
  request: ApiKeyRequest,
  clock: Clock,
): Promise<CreatedApiKey> {
  const facts = readKeyFacts(request, clock.now());
  const account = await getAccount(stores.accounts, request.account);
  const { key, stored } = generateKey();
  const record = await stores.keys.create({ accountId: account.id, ...stored, ...facts });
  if (record === null) throw new ConflictError(`${account.email} already has 5 active keys: revoke one first`);
  return { key, record };
}

/** The text of a new key, and what is stored of it. */
export interface GeneratedKey {
  readonly key: string;
  readonly stored: Pick<NewApiKey, 'keyHash' | 'last4'>;
}

/** A new key of 24 random bytes. */
export function generateKey(): GeneratedKey {
  const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;
  return { key, stored: { keyHash: hashOfApiKey(key), last4: key.slice(-4) } };
}

/** The checked facts of a key to be created. Throws InvalidInputError. */
export function readKeyFacts(
  request: Pick<ApiKeyRequest, 'name' | 'expires' | 'dailyLimit'>,
  now: Date,
): Pick<NewApiKey, 'name' | 'expiresAt' | 'dailyLimit'> {
  return {
    name: readName(request.name ?? 'default'),
    expiresAt: request.expires === undefined ? null : readExpiry(request.expires, now),
    dailyLimit: request.dailyLimit === undefined ? null : readDailyLimit(request.dailyLimit),
  };
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || !isPlainName(name))
    throw new InvalidInputError(
      `a key's name has 1 to ${MAX_NAME_LENGTH} printable characters, none of which changes the direction of text`,
    );
  return name;
}

function readExpiry(text: string, now: Date): Date {
  const expiresAt = parseInstant(text);
  if (expiresAt === null)
    throw new InvalidInputError(`"${text}" is not a time with its offset, such as 2030-01-31T12:00:00Z`);
  if (expiresAt <= now) throw new InvalidInputError(`${text} is already past: a key expires in the future`);
  return expiresAt;
}

function readDailyLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_DAILY_LIMIT)
    throw new InvalidInputError(`a daily limit is a whole number from 1 to ${MAX_DAILY_LIMIT}`);
  return limit;
}

/** A key and whether it can still be used. */
export interface ListedApiKey extends ApiKeyRecord {
  readonly state: 'active' | 'expired' | 'revoked';
}

/** Every key the account ever had, oldest first. */
export async function listApiKeys(
  stores: { accounts: AccountStore; keys: ApiKeyStore },
  email: string,
  clock: Clock,
): Promise<readonly ListedApiKey[]> {
  const account = await getAccount(stores.accounts, email);
  const now = clock.now();
  return (await stores.keys.listByAccount(account.id)).map((key) => ({ ...key, state: stateOf(key, now) }));
}

function stateOf(key: ApiKeyRecord, now: Date): ListedApiKey['state'] {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

/** Revokes a key for good. Once this resolves, no request is admitted with it. */
export function revokeApiKey(keys: ApiKeyStore, id: number): Promise<ApiKeyRecord> {
  return changeKey(id, () => keys.revoke(id));
}

/**
 * Changes the daily limit of a key and of those it was replaced by, from the next request on. What was used today stays
 * counted.
 */
export async function setDailyLimit(keys: ApiKeyStore, id: number, limit: number): Promise<ApiKeyRecord> {
  const dailyLimit = readDailyLimit(limit);
  return changeKey(id, () => keys.changeDailyLimit(id, dailyLimit));
}

/** The same for all keys of an account, those that it will create too. Returns those that are not revoked. */
export async function setDailyLimitOfAccount(
  stores: { accounts: AccountStore; keys: ApiKeyStore },
  email: string,
  limit: number,
): Promise<readonly ApiKeyRecord[]> {
  const dailyLimit = readDailyLimit(limit);
  const account = await getAccount(stores.accounts, email);
  const keys = await stores.keys.changeDailyLimits(account.id, dailyLimit);
  return keys.filter(({ revokedAt }) => revokedAt === null);
}

async function changeKey(id: number, change: () => Promise<ApiKeyRecord | null>): Promise<ApiKeyRecord> {
  const changed = await change();
  if (changed === null) throw new NotFoundError(`there is no key ${id}`);
  return changed;
}
