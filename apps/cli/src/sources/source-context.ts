import { join } from 'node:path';
import type { EventKinds } from '@brickmarket/alerts';
import { NotFoundError } from '@brickmarket/domain';
import {
  CatalogImport,
  ExchangeRates,
  ItemDirectory,
  RetailImport,
  SalesImport,
  SourceBudget,
  SourceQueue,
  SourceRegistry,
  StoreClock,
  type StoredSource,
} from '@brickmarket/persistence-ports';
import { type Source, type SourceContext, SourceFolders, SOURCES } from '@brickmarket/sources';
import { cliConfig } from '../config.ts';
import type { Stores } from '../persistence.wiring.ts';

export function sourceFolders(): SourceFolders {
  return new SourceFolders(join(cliConfig().dataDir, 'sources'));
}

export function sourceContext(stores: Stores, kinds?: EventKinds): SourceContext {
  return {
    kinds,
    folders: sourceFolders(),
    stores: stores.pick({
      sources: SourceRegistry,
      budget: SourceBudget,
      queue: SourceQueue,
      clock: StoreClock,
      items: ItemDirectory,
      catalog: CatalogImport,
      sales: SalesImport,
      retail: RetailImport,
      rates: ExchangeRates,
    }),
  };
}

export function knownSource(name: string): Source {
  const source = SOURCES.find((one) => one.name === name);
  if (source === undefined)
    throw new NotFoundError(`there is no source ${name}. Sources: ${SOURCES.map((one) => one.name).join(', ')}`);
  return source;
}

export async function addedSource(name: string, { stores }: SourceContext): Promise<StoredSource> {
  const { title } = knownSource(name);
  const stored = await stores.sources.find(name);
  if (stored === null) throw new NotFoundError(`${title} is not added: run "brickmarket sources add ${name}" first`);
  return stored;
}
