import { fileURLToPath } from 'node:url';
import { type CatalogSet, parseIsoDay, type SetMinifig } from '@brickmarket/domain';
import { readRebrickableDump } from '@brickmarket/feeds';

const NAME = 'rebrickable-2026-04';

/** Shipped with the product; its NOTICE names source and terms. */
export const SHIPPED_CATALOG = {
  name: NAME,
  asOf: parseIsoDay('2026-04-01')!,
  folder: fileURLToPath(new URL(`../../data/${NAME}`, import.meta.url)),
} as const;

/** What the market is invented on. */
export interface RealCatalog {
  readonly sets: readonly CatalogSet[];
  readonly links: readonly SetMinifig[];
}

export async function readShippedCatalog(): Promise<RealCatalog> {
  const [sets, links]: [CatalogSet[], SetMinifig[]] = [[], []];
  for await (const { kind, batch } of readRebrickableDump(SHIPPED_CATALOG.folder)) {
    if (kind === 'sets') sets.push(...batch.records);
    else if (kind === 'set-minifigs') links.push(...batch.records);
  }
  return { sets, links };
}
