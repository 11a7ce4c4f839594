import { join } from 'node:path';
import { NotFoundError } from '@brickmarket/domain';
import {
  CatalogImport,
  ItemDirectory,
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

export function sourceContext(stores: Stores): SourceContext {
  return {
    folders: sourceFolders(),
    stores: stores.pick({
      sources: SourceRegistry,
      budget: SourceBudget,
      queue: SourceQueue,
      clock: StoreClock,
      items: ItemDirectory,
      catalog: CatalogImport,
      sales: SalesImport,
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
