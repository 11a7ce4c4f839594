import { type SetDetails, setNumberCandidates } from '@brickmarket/domain';
import { type FeedBatch, readSetDetails } from '@brickmarket/feeds';
import type { CatalogImport, ItemDirectory } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import type { ImportTally } from './import-tally.ts';
import type { Progress } from './progress.ts';
import { type ImportOptions, runImport } from './run-import.ts';

/** Where set details go, and who knows which sets there are. */
export interface SetDetailsStores {
  readonly catalog: CatalogImport;
  readonly items: ItemDirectory;
}

/** Imports a file with details of sets that are in the catalogue. All of it or nothing; the same file again changes nothing. */
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
