import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogSet, Minifig, SetMinifig } from '@brickmarket/domain';
import { FeedBatch, FeedError, type RowSource, type OnProgress } from '../reading/feed-text.ts';
import type { Layout } from '../reading/layout.ts';
import { readCsvFeed, type ReadOptions } from '../reading/read-feed.ts';
import { InventoryIndex, ThemeTree } from './dump-index.ts';
import { inventoriesLayout, minifigsLayout, setMinifigsLayout, setsLayout, themesLayout } from './dump-layouts.ts';

const LINKS_PER_BATCH = 5_000;

/** In order: sets, minifigs, then which minifigs are in which set. */
export type CatalogDumpBatch =
  | { readonly kind: 'sets'; readonly batch: FeedBatch<CatalogSet> }
  | { readonly kind: 'minifigs'; readonly batch: FeedBatch<Minifig> }
  | { readonly kind: 'set-minifigs'; readonly batch: FeedBatch<SetMinifig> };

/** Reads the five tables. Distinct records, and pairs only of known items. Throws FeedError. */
export async function* readRebrickableDump(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<CatalogDumpBatch> {
  const files = await findDumpFiles(folder);
  const read = tableReader(files, options);
  const themes = new ThemeTree();
  const [knownSets, knownMinifigs] = [new Set<string>(), new Set<string>()];
  const inventories = new InventoryIndex();

  const themeBatches = await collect(read(files.path.themes, themesLayout(themes)));
  for (const batch of themeBatches) yield { kind: 'sets', batch: themeFlaws(batch, themes) };
  for await (const batch of read(files.path.sets, setsLayout(themes, knownSets))) yield { kind: 'sets', batch };
  for await (const batch of read(files.path.minifigs, minifigsLayout(knownMinifigs))) yield { kind: 'minifigs', batch };
  for await (const batch of read(files.path.inventories, inventoriesLayout(inventories, knownSets)))
    yield { kind: 'set-minifigs', batch };

  const links = new LinkSums();
  for await (const batch of read(files.path.inventory_minifigs, setMinifigsLayout(inventories, knownMinifigs))) {
    for (const [index, link] of batch.records.entries()) links.add(link, batch.sources[index]!);
    yield { kind: 'set-minifigs', batch: reportsOf(batch) };
  }
  for (const batch of links.batches(files.path.inventory_minifigs)) yield { kind: 'set-minifigs', batch };
}

/** Reads tables in turn; progress covers all five. */
function tableReader(files: DumpFiles, options: ReadOptions) {
  let bytesBefore = 0;
  return async function* read<T>(file: string, layout: Layout<T>): AsyncGenerator<FeedBatch<T>> {
    let bytesHere = 0;
    const track: OnProgress = (bytesRead) => {
      bytesHere = bytesRead;
      options.onProgress?.(bytesBefore + bytesRead, files.bytesTotal);
    };
    yield* readCsvFeed(file, layout, { ...options, onProgress: track });
    bytesBefore += bytesHere;
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Warns about themes without a root, known only after the last theme. */
function themeFlaws(ids: FeedBatch<string>, themes: ThemeTree): FeedBatch<CatalogSet> {
  const batch = reportsOf<CatalogSet>(ids);
  for (const [index, id] of ids.records.entries()) {
    const flaw = themes.flawOf(id);
    if (flaw !== null) batch.warnings.push(ids.rejectionOf(index, flaw));
  }
  return batch;
}

function reportsOf<T>(source: FeedBatch<unknown>): FeedBatch<T> {
  const batch = new FeedBatch<T>(source.file);
  batch.rejects.push(...source.rejects);
  batch.warnings.push(...source.warnings);
  return batch;
}

/** Sums quantities of minifigs listed repeatedly. */
class LinkSums {
  readonly #links = new Map<string, { link: SetMinifig; source: RowSource }>();

  add(link: SetMinifig, source: RowSource): void {
    const key = `${link.setNumber} ${link.minifigNumber}`;
    const known = this.#links.get(key);
    if (known) known.link = { ...known.link, quantity: known.link.quantity + link.quantity };
    else this.#links.set(key, { link, source: { line: source.line, text: source.text } });
  }

  *batches(file: string): Generator<FeedBatch<SetMinifig>> {
    let batch = new FeedBatch<SetMinifig>(file);
    for (const { link, source } of this.#links.values()) {
      batch.records.push(link);
      batch.sources.push(source);
      if (batch.records.length < LINKS_PER_BATCH) continue;
      yield batch;
      batch = new FeedBatch(file);
    }
    if (batch.records.length > 0) yield batch;
  }
}

const TABLES = ['themes', 'sets', 'minifigs', 'inventories', 'inventory_minifigs'] as const;
type Table = (typeof TABLES)[number];

interface DumpFiles {
  readonly path: Readonly<Record<Table, string>>;
  readonly bytesTotal: number;
}

/** Finds .csv or .csv.gz. FeedError names every missing file. */
async function findDumpFiles(folder: string): Promise<DumpFiles> {
  const found = await Promise.all(TABLES.map(async (table) => [table, await findTable(folder, table)] as const));
  const missing = found.filter(([, path]) => path === null).map(([table]) => `${table}.csv`);
  if (missing.length > 0) throw new FeedError(folder, `lacks ${missing.join(', ')} (or the same with .gz)`);
  const paths = found.map(([table, path]) => [table, path!] as const);
  const sizes = await Promise.all(paths.map(async ([, path]) => (await stat(path)).size));
  return {
    path: Object.fromEntries(paths) as Record<Table, string>,
    bytesTotal: sizes.reduce((sum, size) => sum + size, 0),
  };
}

async function findTable(folder: string, table: Table): Promise<string | null> {
  for (const name of [`${table}.csv`, `${table}.csv.gz`]) {
    const path = join(folder, name);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return null;
}
