import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { systemClock } from '@brickmarket/domain';
import { keepSecret, readSecret, removeSecret } from '@brickmarket/local-postgres';
import { createApiKey } from '@brickmarket/operations';
import { AccountStore, ApiKeyStore } from '@brickmarket/persistence-ports';
import { cliConfig } from '../config.ts';
import { findPendingDemo, loadDemo } from '../demo/load-demo.ts';
import { watchProgress } from '../output/progress.ts';
import type { Stores } from '../persistence.wiring.ts';

/** Loads the demo market into an empty database, or finishes an interrupted load, unless BRICKMARKET_DEMO is `off`. */
export async function loadFirstDemo(stores: Stores, step: (what: string) => void): Promise<void> {
  if (!cliConfig().isDemoWanted) return;
  const market = await findPendingDemo(stores, systemClock.now());
  if (market === null) return;
  step('loading the demo market (this once)');
  await watchProgress((progress) => loadDemo(stores, { market, leavesBacktest: true }, progress));
}

const NAME = 'demo';
const SECRET = 'demo-key';
const DAILY_LIMIT = 100_000;

/**
 * A key to try the service with, the same on every start. The database stores only its hash, so its text is kept in the
 * data folder. Null when the account already has five other active keys.
 */
export async function ensureDemoKey(stores: Stores, dataDir: string): Promise<string | null> {
  const account =
    (await stores.get(AccountStore).findByEmail(DEMO_EMAIL)) ??
    (await stores.get(AccountStore).create(DEMO_EMAIL, 'reseller'));
  const keys = account ? await stores.get(ApiKeyStore).listByAccount(account.id) : [];
  const kept = await readSecret(dataDir, SECRET);
  if (kept !== null && keys.some((key) => key.name === NAME && key.last4 === kept.slice(-4) && key.revokedAt === null))
    return kept;
  if (kept !== null) await removeSecret(dataDir, SECRET);
  const created = await createApiKey(
    stores.pick({ accounts: AccountStore, keys: ApiKeyStore }),
    { account: DEMO_EMAIL, name: NAME, dailyLimit: DAILY_LIMIT },
    systemClock,
  ).catch(() => null);
  return created && keepSecret(dataDir, SECRET, created.key);
}
