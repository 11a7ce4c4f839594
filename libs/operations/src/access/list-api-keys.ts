import type { Clock } from '@brickmarket/domain';
import type { AccountStore, ApiKeyRecord, ApiKeyStore } from '@brickmarket/persistence-ports';
import { getAccount } from './get-account.ts';

/** A key as its owner sees it. */
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
