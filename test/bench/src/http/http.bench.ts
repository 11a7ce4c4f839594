import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareContenders } from './compare-contenders.ts';
import { compareRoutes } from './compare-routes.ts';
import type { Rounds } from './interleave.ts';
import { generator } from './load.ts';
import { buildMarket } from './market.ts';
import { measureWarmStart } from './warm-start.ts';

export const HTTP_PARTS = ['warm-start', 'contenders', 'routes'] as const;
export type HttpPart = (typeof HTTP_PARTS)[number];

export interface HttpBenchOptions extends Rounds {
  readonly parts: readonly HttpPart[];
  readonly sets: number;
  readonly years: number;
  readonly connections: readonly number[];
}

/** Compares the service with bare Fastify, a hand-written version, and a plain one. Rounds are interleaved. */
export async function benchHttp(options: HttpBenchOptions, say: (line: string) => void): Promise<unknown> {
  say(`building a market of ${options.sets} sets`);
  const market = await buildMarket(options.sets, options.years);
  const bytesFolder = await mkdtemp(join(tmpdir(), 'brickmarket-bench-bytes-'));
  try {
    const figures = { generator };
    const measure: Readonly<Record<HttpPart, () => Promise<unknown>>> = {
      'warm-start': () => measureWarmStart(market, say),
      contenders: () => compareContenders(market, bytesFolder, options.connections, options, say),
      routes: () => compareRoutes(market, bytesFolder, options, say),
    };
    for (const part of options.parts) Object.assign(figures, { [part]: await measure[part]() });
    return figures;
  } finally {
    await rm(bytesFolder, { recursive: true });
    await market.remove();
  }
}
