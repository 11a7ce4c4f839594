import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareContenders, compareLayers, measureOneKey } from './compare-contenders.ts';
import { compareParts } from './compare-parts.ts';
import { comparePolls } from './compare-polls.ts';
import { compareProfiles } from './compare-profiles.ts';
import { compareProcesses } from './compare-processes.ts';
import { compareRoutes } from './compare-routes.ts';
import { type GoalFigures, printGoals } from './goals.ts';
import type { Rounds } from './interleave.ts';
import { generator } from './load.ts';
import { buildMarket } from './market.ts';
import { measureWarmStart } from './warm-start.ts';

export const HTTP_PARTS = [
  'warm-start',
  'contenders',
  'layers',
  'profile',
  'without-parts',
  'one-key',
  'routes',
  'polls',
  'processes',
] as const;
export type HttpPart = (typeof HTTP_PARTS)[number];

export interface HttpBenchOptions extends Rounds {
  readonly parts: readonly HttpPart[];
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
    const figures: GoalFigures & { readonly generator: string } = { generator };
    const measure: Readonly<Record<HttpPart, () => Promise<unknown>>> = {
      'warm-start': () => measureWarmStart(market, say),
      contenders: () => compareContenders(market, bytesFolder, options.connections, options, say),
      layers: () => compareLayers(market, bytesFolder, LAYER_CONNECTIONS, options, say),
      profile: () => compareProfiles(market, bytesFolder, LAYER_CONNECTIONS, options, say),
      'without-parts': () => compareParts(market, bytesFolder, LAYER_CONNECTIONS, options, say),
      'one-key': () => measureOneKey(market, LAYER_CONNECTIONS, options, say),
      routes: () => compareRoutes(market, bytesFolder, options, say),
      polls: () => comparePolls(market, options, say),
      processes: () =>
        compareProcesses(
          market,
          options.connections.filter((count) => count >= LAYER_CONNECTIONS),
          options,
          say,
        ),
    };
    for (const part of options.parts) Object.assign(figures, { [part]: await measure[part]() });
    printGoals(figures);
    return figures;
  } finally {
    await rm(bytesFolder, { recursive: true });
    await market.remove();
  }
}
