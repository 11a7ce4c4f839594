import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogImport } from '@brickmarket/persistence-ports';
import { Database, Stores } from '@brickmarket/persistence-postgres';
import { detailsOf } from '../growth/mixed-load.ts';
import { printTable } from '../measure/figures.ts';
import { load, type Target } from './load.ts';
import { buildMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { startOurs } from './servers.ts';

const CONNECTIONS = 16;
const ROUTES = [SET_ROUTE, 'GET /catalog/sets/search', 'GET /brickfolio', 'GET /brickfolio/analytics'];

/** Routes while nothing changes, and while a source changes one set a second. A failed request ends the benchmark. */
export async function benchChanges(sets: number, seconds: number): Promise<void> {
  const market = await buildMarket(sets, 1);
  const ours = await startOurs(market);
  const database = Database.open({ url: market.ownerUrl, applicationName: 'bench' });
  const catalog = new Stores(database).get(CatalogImport);
  try {
    const rows: string[][] = [];
    for (const route of ROUTES) {
      const measure = (target: Target) => load(ours, target, CONNECTIONS, seconds);
      const target = routeTargets(market).get(route)!;
      await measure(target);
      const quiet = await measure(target);
      let changes = 0;
      const stop = new AbortController();
      const changing = (async () => {
        for (; !stop.signal.aborted; changes++) {
          await catalog.mergeSetDetails(detailsOf(market.setNumbers[changes % market.setNumbers.length]!, changes));
          await sleep(1_000, null, { signal: stop.signal }).catch(() => null);
        }
      })();
      const changed = await measure(target).finally(() => stop.abort());
      await changing;
      const [before, after] = [quiet.p99Ms, changed.p99Ms];
      rows.push([route, String(changes), before.toFixed(1), after.toFixed(1), (after / before).toFixed(2)]);
    }
    printTable(['route', 'changes', 'p99 ms', 'p99 ms with changes', 'ratio'], rows);
  } finally {
    await database.close();
    await ours.stop();
    await market.remove();
  }
}
