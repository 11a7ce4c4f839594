import { type CatalogDumpBatch, readRebrickableDump } from '@brickmarket/feeds';
import type { CatalogBatch, CatalogImport } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import type { ImportTally } from './import-tally.ts';
import type { Progress } from './progress.ts';
import { type ImportOptions, runImport } from './run-import.ts';

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
    // A set whose row was rejected has not disappeared.
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
    // A damaged row has no columns: its number is one of its cells, whichever.
    if (kind === 'sets')
      for (const { row } of batch.rejects) for (const cell of row.split(/[",]/)) rejectedCells.add(cell.trim());
    if (kind === 'sets') yield { kind, records: await tally.take(kind, batch) };
    else if (kind === 'minifigs') yield { kind, records: await tally.take(kind, batch) };
    else yield { kind, records: await tally.take(kind, batch) };
  }
  progress.step('Merging the catalogue');
}
