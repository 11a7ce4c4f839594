import { randomBytes } from 'node:crypto';
import { API_KEY_PREFIX, type Clock, ConflictError, InvalidInputError, parseInstant } from '@brickmarket/domain';
import { type AccountStore, type ApiKeyRecord, type ApiKeyStore, hashOfApiKey } from '@brickmarket/persistence-ports';
import { getAccount } from './get-account.ts';

/** A request for a key, as it was typed. */
export interface ApiKeyRequest {
  /** E-mail address of the account. */
  readonly account: string;
  readonly name?: string | undefined;
  /** ISO-8601 with an offset; without it the key never expires. */
  readonly expires?: string | undefined;
  readonly dailyLimit?: number | undefined;
}

/** A fresh key. This is the only moment its text exists: the store keeps a hash. */
export interface CreatedApiKey {
  readonly key: string;
  readonly record: ApiKeyRecord;
}

const DEFAULT_DAILY_LIMIT = 1_000;
const MAX_DAILY_LIMIT = 2_000_000_000;
const MAX_NAME_LENGTH = 100;
const KEY_BYTES = 24;

/** Creates a key for an account: 24 random bytes, shown once. */
export async function createApiKey(
  stores: { accounts: AccountStore; keys: ApiKeyStore },
  request: ApiKeyRequest,
  clock: Clock,
): Promise<CreatedApiKey> {
  const name = readName(request.name ?? 'default');
  const expiresAt = request.expires === undefined ? null : readExpiry(request.expires, clock.now());
  const dailyLimit = readDailyLimit(request.dailyLimit ?? DEFAULT_DAILY_LIMIT);
  const account = await getAccount(stores.accounts, request.account);
  const key = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`;
  const record = await stores.keys.create({
    accountId: account.id,
    keyHash: hashOfApiKey(key),
    last4: key.slice(-4),
    name,
    dailyLimit,
    expiresAt,
  });
  if (record === null) throw new ConflictError(`${account.email} already has 5 active keys: revoke one first`);
  return { key, record };
}

function readName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))
    throw new InvalidInputError(`a key's name has 1 to ${MAX_NAME_LENGTH} printable characters`);
  return name;
}

function readExpiry(text: string, now: Date): Date {
  const expiresAt = parseInstant(text);
  if (expiresAt === null)
    throw new InvalidInputError(`"${text}" is not a time with its offset, such as 2030-01-31T12:00:00Z`);
  if (expiresAt <= now) throw new InvalidInputError(`${text} is already past: a key expires in the future`);
  return expiresAt;
}

/** A daily limit as it may be set. */
export function readDailyLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_DAILY_LIMIT)
    throw new InvalidInputError(`a daily limit is a whole number from 1 to ${MAX_DAILY_LIMIT}`);
  return limit;
}
