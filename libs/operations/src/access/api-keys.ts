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

export interface ApiKeyRequest {
  readonly account: string;
  readonly name?: string | undefined;
  /** ISO-8601 with an offset; absent: never expires. */
  readonly expires?: string | undefined;
  /** Absent: the limit of the account's keys. */
  readonly dailyLimit?: number | undefined;
}

/** Only a hash is stored, so the text is shown once. */
export interface CreatedApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

const MAX_DAILY_LIMIT = 2_000_000_000;
const MAX_NAME_LENGTH = 100;
const KEY_BYTES = 24;

/** Throws InvalidInputError, NotFoundError, or ConflictError for five active keys. */
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

export interface GeneratedKey {
  readonly key: string;
  readonly stored: Pick<NewApiKey, 'keyHash' | 'last4'>;
}

export function generateKey(): GeneratedKey {
  const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;
  return { key, stored: { keyHash: hashOfApiKey(key), last4: key.slice(-4) } };
}

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

export interface ListedApiKey extends ApiKeyRecord {
  readonly state: 'active' | 'expired' | 'revoked';
}

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

/** Permanent. Admits nothing once resolved. */
export function revokeApiKey(keys: ApiKeyStore, id: number): Promise<ApiKeyRecord> {
  return changeKey(id, () => keys.revoke(id));
}

/** Also changes the keys it replaced. Applies from the next request; today's usage stays. */
export async function setDailyLimit(keys: ApiKeyStore, id: number, limit: number): Promise<ApiKeyRecord> {
  const dailyLimit = readDailyLimit(limit);
  return changeKey(id, () => keys.changeDailyLimit(id, dailyLimit));
}

/** Applies to future keys too. Returns the keys that are not revoked. */
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
  if (changed === null) throw new NotFoundError(`key ${id} not found`);
  return changed;
}
