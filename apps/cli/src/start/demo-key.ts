import { systemClock } from '@brickmarket/domain';
import { keepSecret, readSecret, removeSecret } from '@brickmarket/local-postgres';
import { createApiKey } from '@brickmarket/operations';
import { AccountStore, ApiKeyStore } from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';

const ACCOUNT = 'demo@brickmarket.example';
const NAME = 'demo';
const SECRET = 'demo-key';
/** Enough to walk through every set of the demo in every way, many times over. */
const DAILY_LIMIT = 100_000;

/**
 * A key to try the service with, the same on every start. The database keeps only its hash, so its text lies in the
 * data folder. Null when the account's five places are taken by other keys.
 */
export async function ensureDemoKey(stores: Stores, dataDir: string): Promise<string | null> {
  const account =
    (await stores.get(AccountStore).findByEmail(ACCOUNT)) ??
    (await stores.get(AccountStore).create(ACCOUNT, 'reseller'));
  const keys = account ? await stores.get(ApiKeyStore).listByAccount(account.id) : [];
  const kept = await readSecret(dataDir, SECRET);
  if (kept !== null && keys.some((key) => key.name === NAME && key.last4 === kept.slice(-4) && key.revokedAt === null))
    return kept;
  if (kept !== null) await removeSecret(dataDir, SECRET);
  const created = await createApiKey(
    stores.pick({ accounts: AccountStore, keys: ApiKeyStore }),
    { account: ACCOUNT, name: NAME, dailyLimit: DAILY_LIMIT },
    systemClock,
  ).catch(() => null);
  return created && keepSecret(dataDir, SECRET, created.key);
}
