import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { systemClock } from '@brickmarket/domain';
import { readSecret, removeSecret, storeSecret } from '@brickmarket/local-postgres';
import { createApiKey } from '@brickmarket/operations';
import { AccountStore, ApiKeyStore } from '@brickmarket/persistence-ports';
import type { Stores } from '../persistence.wiring.ts';

const DEMO_KEY_NAME = 'demo';
const DEMO_KEY_SECRET = 'demo-key';
const DEMO_DAILY_LIMIT = 250_000;

export async function removeDemoKey(dataDir: string): Promise<void> {
  if ((await readSecret(dataDir, DEMO_KEY_SECRET)) !== null) await removeSecret(dataDir, DEMO_KEY_SECRET);
}

/** Same on every start, stored in the data folder. Null: five other keys are active. */
export async function ensureDemoKey(stores: Stores, dataDir: string): Promise<string | null> {
  const account =
    (await stores.get(AccountStore).findByEmail(DEMO_EMAIL)) ??
    (await stores.get(AccountStore).create(DEMO_EMAIL, 'reseller'));
  const keys = account ? await stores.get(ApiKeyStore).listByAccount(account.id) : [];
  const stored = await readSecret(dataDir, DEMO_KEY_SECRET);
  if (
    stored !== null &&
    keys.some((key) => key.name === DEMO_KEY_NAME && key.last4 === stored.slice(-4) && key.revokedAt === null)
  )
    return stored;
  if (stored !== null) await removeSecret(dataDir, DEMO_KEY_SECRET);
  const created = await createApiKey(
    stores.pick({ accounts: AccountStore, keys: ApiKeyStore }),
    { account: DEMO_EMAIL, name: DEMO_KEY_NAME, dailyLimit: DEMO_DAILY_LIMIT },
    systemClock,
  ).catch(() => null);
  return created && storeSecret(dataDir, DEMO_KEY_SECRET, created.key);
}
