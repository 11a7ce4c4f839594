import type { PriceObservation, PriceState } from '@brickmarket/domain';
import { readRetailPrices } from '@brickmarket/feeds';
import type { IdentifiedObservation, RetailImport } from '@brickmarket/persistence-ports';
import { advancePriceState, foldPriceState } from '@brickmarket/retail-tracking';
import type { ImportSummary } from './import-summary.ts';
import type { ImportTally } from './import-tally.ts';
import { ProductIndex } from './product-index.ts';
import type { Progress } from './progress.ts';
import { type ImportOptions, runImport } from './run-import.ts';

const KIND = 'retail prices';

/**
 * Imports files of looks at product pages; how the looks are spread over files does not matter. Only sets with new looks are
 * touched; the same looks again change nothing. Rejects go beside the first file unless told otherwise.
 */
export function importRetailPrices(
  store: RetailImport,
  files: readonly [string, ...string[]],
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport(KIND, files[0], options, async (tally, progress) => {
    tally.merged(KIND, await store.mergeObservations(identified(store, files, tally, progress), nextState));
  });
}

async function* identified(
  store: RetailImport,
  files: readonly string[],
  tally: ImportTally,
  progress: Progress,
): AsyncGenerator<readonly IdentifiedObservation[]> {
  const products = new ProductIndex(await store.loadProducts());
  for (const file of files) {
    progress.step(`Reading ${file}`);
    for await (const batch of readRetailPrices(file, { onProgress: (done, total) => progress.advance(done, total) })) {
      const setIds: number[] = [];
      const records = await tally.take(KIND, batch, (observation) => {
        const meant = products.identify(observation);
        if (typeof meant === 'string') return meant;
        setIds.push(meant);
        return null;
      });
      yield records.map((observation, index) => ({ setId: setIds[index]!, observation }));
    }
  }
  progress.step('Merging retail prices');
}

function nextState(before: PriceState | null, looks: readonly PriceObservation[]): PriceState {
  return before === null ? foldPriceState(looks)! : advancePriceState(before, looks);
}
