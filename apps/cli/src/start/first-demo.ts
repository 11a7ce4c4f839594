import { DemoRecord } from '@brickmarket/persistence-ports';
import { cliConfig } from '../config.ts';
import { type DatabaseServer, isFirstUse } from '../database/database-server.ts';
import { ensureDemoKey } from '../demo/demo-key.ts';
import { InventedMarket } from '../demo/invented-market.ts';
import { findPendingDemo, firstDemoMarket, loadDemo } from '../demo/load-demo.ts';
import { watchProgress } from '../output/progress.ts';
import { type Stores, withStores } from '../persistence.wiring.ts';

/** Never in an own database, nor with BRICKMARKET_DEMO=off. */
export function mayHaveDemo({ embedded }: DatabaseServer): boolean {
  return embedded !== null && cliConfig().isDemoWanted;
}

/** As stored: a removed demo is not offered again. */
export async function hasDemo(server: DatabaseServer): Promise<boolean> {
  if (!mayHaveDemo(server)) return false;
  return withStores(server.ownerUrl, async (stores) => (await stores.get(DemoRecord).find()) !== null);
}

export async function findDemoKey(server: DatabaseServer): Promise<string | null> {
  const { embedded, ownerUrl } = server;
  if (embedded === null || !(await hasDemo(server))) return null;
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
  const loaded = mayHaveDemo(server) ? withStores(server.ownerUrl, load) : Promise.resolve();
  return { imported: Promise.race([imported, loaded]), loaded };
}
