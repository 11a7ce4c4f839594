import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareContenders, compareLayers, measureOneKey } from './compare-contenders.ts';
import { compareProcesses } from './compare-processes.ts';
import { compareRoutes } from './compare-routes.ts';
import type { Rounds } from './interleave.ts';
import { generator } from './load.ts';
import { buildMarket } from './market.ts';
import { measureWarmStart } from './warm-start.ts';

export interface HttpBenchOptions extends Rounds {
  readonly sets: number;
  readonly years: number;
  readonly connections: readonly number[];
}

const LAYER_CONNECTIONS = 64;

/**
 * Our service beside the floor, its own frame layer by layer, the plain version and the hand-written one: 1,000 keys of
 * 1,000 accounts on the same market, repeats interleaved.
 */
export async function benchHttp(options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  say(`building a market of ${options.sets} sets`);
  const market = await buildMarket(options.sets, options.years);
  const bytesFolder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-bytes-'));
  try {
    const warmStart = await measureWarmStart(market, say);
    const contenders = await compareContenders(market, bytesFolder, options.connections, options, say);
    const layers = await compareLayers(market, bytesFolder, LAYER_CONNECTIONS, options, say);
    const oneKey = await measureOneKey(market, LAYER_CONNECTIONS, options, say);
    const routes = await compareRoutes(market, bytesFolder, options, say);
    const processes = await compareProcesses(
      market,
      options.connections.filter((count) => count >= 64),
      options,
      say,
    );
    return { generator, warmStart, contenders, layers, oneKey, routes, processes };
  } finally {
    await rm(bytesFolder, { recursive: true });
    await market.remove();
  }
}
