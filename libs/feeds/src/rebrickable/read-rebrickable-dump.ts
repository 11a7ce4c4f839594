import type { CatalogSet, Minifig, SetMinifig } from '@brickmarket/domain';
import { FeedBatch, type RowSource } from '../reading/feed-batch.ts';
import type { OnProgress } from '../reading/feed-text.ts';
import type { Layout } from '../reading/layout.ts';
import { type ReadOptions, readCsvFeed } from '../reading/read-feed.ts';
import { type DumpFiles, findDumpFiles } from './dump-files.ts';
import { inventoriesLayout, minifigsLayout, setMinifigsLayout, setsLayout, themesLayout } from './dump-layouts.ts';
import { InventoryIndex } from './inventory-index.ts';
import { ThemeTree } from './theme-tree.ts';

const LINKS_PER_BATCH = 5_000;

/** A stretch of a catalogue dump. Batches of one kind follow each other: sets, then minifigs, then which minifigs are in which set. */
export type CatalogDumpBatch =
  | { readonly kind: 'sets'; readonly batch: FeedBatch<CatalogSet> }
  | { readonly kind: 'minifigs'; readonly batch: FeedBatch<Minifig> }
  | { readonly kind: 'set-minifigs'; readonly batch: FeedBatch<SetMinifig> };

/**
 * Reads a folder with the five tables of a Rebrickable dump (.csv or .csv.gz). Every set, minifig and pair of both comes
 * once, and a pair only when the dump has both of its ends. Keeps numbers and pairs in memory, not rows. Throws FeedError.
 */
export async function* readRebrickableDump(
  folder: string,
  options: ReadOptions = {},
): AsyncGenerator<CatalogDumpBatch> {
  const files = await findDumpFiles(folder);
  const read = tableReader(files, options.onProgress);
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

/** Reads the tables one after the other with one progress over all. */
function tableReader(files: DumpFiles, onProgress: OnProgress | undefined) {
  let bytesBefore = 0;
  return async function* read<T>(file: string, layout: Layout<T>): AsyncGenerator<FeedBatch<T>> {
    let bytesHere = 0;
    const track: OnProgress = (bytesRead) => {
      bytesHere = bytesRead;
      onProgress?.(bytesBefore + bytesRead, files.bytesTotal);
    };
    yield* readCsvFeed(file, layout, { onProgress: track });
    bytesBefore += bytesHere;
  };
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** What was said about themes, with those added that lead to no root; known only when all themes are. */
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

/** A minifig that an inventory lists twice is in the set that many times together. */
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
