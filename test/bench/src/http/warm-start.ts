import { printTable, type Spread, spreadOf } from '../measure/figures.ts';
import type { BenchMarket } from './market.ts';
import { routeTargets, SET_ROUTE } from './routes.ts';
import { startOurs } from './servers.ts';

const STARTS = 5;

/** From starting the process, on a database that is there, to the first 200. */
export async function measureWarmStart(market: BenchMarket, say: (line: string) => void): Promise<Spread> {
  say('warm starts');
  const target = routeTargets(market).get(SET_ROUTE)!;
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const begun = performance.now();
    const ours = await startOurs(market);
    try {
      const response = await fetch(ours.url + target.paths[start]!, {
        headers: { authorization: `Bearer ${target.keys[0]}` },
      });
      if (response.status !== 200) throw new Error(`${target.paths[start]}: ${response.status}`);
      await response.arrayBuffer();
      times.push((performance.now() - begun) / 1_000);
    } finally {
      await ours.stop();
    }
  }
  const spread = spreadOf(times);
  const { median, min, max } = spread;
  printTable(
    ['warm start', 'seconds to the first 200', 'spread'],
    [['one process', median.toFixed(2), `${min.toFixed(2)} to ${max.toFixed(2)}`]],
  );
  return spread;
}
