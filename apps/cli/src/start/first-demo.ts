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

/** Demo data and the demo account never appear in a database of the operator's own, nor with BRICKMARKET_DEMO=off. */
export function hasDemo({ embedded }: DatabaseServer): boolean {
  return embedded !== null && cliConfig().isDemoWanted;
}

/** Null without a demo. */
export async function findDemoKey(server: DatabaseServer): Promise<string | null> {
  const { embedded, ownerUrl } = server;
  if (embedded === null || !hasDemo(server)) return null;
  return withStores(ownerUrl, (stores) => ensureDemoKey(stores, embedded.dataDir));
}

/** Begins to invent the demo market while the database that will hold it is created; null: it will not be needed. */
export async function inventFirstDemo(now: Date): Promise<InventedMarket | null> {
  return cliConfig().isDemoWanted && (await isFirstUse()) ? InventedMarket.begin(firstDemoMarket(now)) : null;
}

/** When the demo market is imported, and when it is valued too; both at once when none is to be loaded. */
interface DemoLoad {
  readonly imported: Promise<void>;
  readonly loaded: Promise<void>;
}

/** Loads the demo market into an empty database, or finishes an interrupted load, unless BRICKMARKET_DEMO is `off`. */
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

/**
 * A key to try the service with, the same on every start. The database stores only its hash, so its text is kept in the
 * data folder. Null when the account already has five other active keys.
 */
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
