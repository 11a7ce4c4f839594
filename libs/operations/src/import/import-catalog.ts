import { type SetDetails, setNumberCandidates } from '@brickmarket/domain';
import { type CatalogDumpBatch, type FeedBatch, readRebrickableDump, readSetDetails } from '@brickmarket/feeds';
import type { CatalogBatch, CatalogImport, ItemDirectory } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import { type Progress, type ImportOptions, type ImportTally, runImport } from './run-import.ts';

/** Imports a folder with a catalogue dump. All of it or nothing; importing the same dump again changes nothing. */
export function importCatalog(
  store: CatalogImport,
  folder: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport('catalog', folder, options, async (tally, progress) => {
    progress.step('Reading the catalogue');
    const dump = readRebrickableDump(folder, { onProgress: (done, total) => progress.advance(done, total) });
    const rejectedCells = new Set<string>();
    const merge = await store.mergeCatalog(goodBatches(dump, tally, progress, rejectedCells));
    tally.merged('sets', merge.sets);
    tally.merged('minifigs', merge.minifigs);
    tally.merged('set-minifigs', merge.setMinifigs);
    // A set whose row was rejected is still in the feed: it must not be reported as disappeared.
    tally.found(
      'disappeared sets',
      merge.disappearedSets.filter((number) => !rejectedCells.has(number)),
    );
  });
}

async function* goodBatches(
  dump: AsyncIterable<CatalogDumpBatch>,
  tally: ImportTally,
  progress: Progress,
  rejectedCells: Set<string>,
): AsyncGenerator<CatalogBatch> {
  for await (const { kind, batch } of dump) {
    // A damaged row has no columns, so every cell of it is kept as a possible set number.
    if (kind === 'sets')
      for (const { row } of batch.rejects) for (const cell of row.split(/[",]/)) rejectedCells.add(cell.trim());
    if (kind === 'sets') yield { kind, records: await tally.take(kind, batch) };
    else if (kind === 'minifigs') yield { kind, records: await tally.take(kind, batch) };
    else yield { kind, records: await tally.take(kind, batch) };
  }
  progress.step('Merging the catalogue');
}

/** The store of set details, and the directory of known sets. */
export interface SetDetailsStores {
  readonly catalog: CatalogImport;
  readonly items: ItemDirectory;
}

/** Imports details of sets that are in the catalogue. All of the file or nothing; the same again changes nothing. */
export function importSetDetails(
  stores: SetDetailsStores,
  file: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport('set details', file, options, async (tally, progress) => {
    progress.step('Reading set details');
    const batches = readSetDetails(file, { onProgress: (done, total) => progress.advance(done, total) });
    const { sets } = await stores.items.load();
    tally.merged('set details', await stores.catalog.mergeSetDetails(knownSets(batches, sets, tally, progress)));
  });
}

async function* knownSets(
  batches: AsyncIterable<FeedBatch<SetDetails>>,
  sets: ReadonlyMap<string, number>,
  tally: ImportTally,
  progress: Progress,
): AsyncGenerator<readonly SetDetails[]> {
  const taken = new Set<string>();
  const canonical = (set: SetDetails) => setNumberCandidates(set.setNumber).find((number) => sets.has(number)) ?? null;
  for await (const batch of batches) {
    const records = await tally.take('set details', batch, (set) => {
      const number = canonical(set);
      if (number === null) return `set ${set.setNumber} is not in the catalogue: import a catalogue that has it first`;
      // `75192` and `75192-1` may both be in the file and mean the same set.
      if (taken.has(number)) return `set ${number} is there twice: the first one counts`;
      taken.add(number);
      return null;
    });
    yield records.map((set) => ({ ...set, setNumber: canonical(set)! }));
  }
  progress.step('Merging set details');
}
