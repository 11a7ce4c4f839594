import { DEMO_EMAIL } from '@brickmarket/demo-market';
import { systemClock } from '@brickmarket/domain';
import { readSecret, removeSecret, storeSecret } from '@brickmarket/local-postgres';
import { createApiKey } from '@brickmarket/operations';
import { AccountStore, ApiKeyStore } from '@brickmarket/persistence-ports';
import { cliConfig } from '../config.ts';
import { type DatabaseServer, isFirstUse } from '../database/database-server.ts';
import { InventedMarket } from '../demo/invented-market.ts';
import { findPendingDemo, firstDemoMarket, loadDemo } from '../demo/load-demo.ts';
import { watchProgress } from '../output/progress.ts';
import { type Stores, withStores } from '../persistence.wiring.ts';

/** Never in an own database, nor with BRICKMARKET_DEMO=off. */
export function hasDemo({ embedded }: DatabaseServer): boolean {
  return embedded !== null && cliConfig().isDemoWanted;
}

export async function findDemoKey(server: DatabaseServer): Promise<string | null> {
  const { embedded, ownerUrl } = server;
  if (embedded === null || !hasDemo(server)) return null;
  return withStores(ownerUrl, (stores) => ensureDemoKey(stores, embedded.dataDir));
}

/** Generates while the database is created; null: not needed. */
export async function inventFirstDemo(now: Date): Promise<InventedMarket | null> {
  return cliConfig().isDemoWanted && (await isFirstUse()) ? InventedMarket.begin(firstDemoMarket(now)) : null;
}

/** Both resolve immediately without a load. */
interface DemoLoad {
  readonly imported: Promise<void>;
  readonly loaded: Promise<void>;
}

/** Finishes an interrupted load too. */
export function loadFirstDemo(
  server: DatabaseServer,
  invented: InventedMarket | null,
  now: Date,
  step: (what: string) => void,
): DemoLoad {
  let onImported = (): void => undefined;
  const imported = new Promise<void>((resolve) => (onImported = resolve));
  const load = async (stores: Stores): Promise<void> => {
    const market = await findPendingDemo(stores, now);
    if (market === null) return;
    step('loading the demo market (this once)');
    const options = { market, invented: invented ?? undefined, leavesBacktest: true, onImported };
    await watchProgress((progress) => loadDemo(stores, options, progress));
  };
  const loaded = hasDemo(server) ? withStores(server.ownerUrl, load) : Promise.resolve();
  return { imported: Promise.race([imported, loaded]), loaded };
}

const DEMO_KEY_NAME = 'demo';
const DEMO_KEY_SECRET = 'demo-key';
const DEMO_DAILY_LIMIT = 100_000;

/** Same on every start, stored in the data folder. Null: five other keys are active. */
async function ensureDemoKey(stores: Stores, dataDir: string): Promise<string | null> {
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
