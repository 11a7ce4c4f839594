import { aheadFault, epochDayOf, type MarketSale, MAX_INTEGER } from '@brickmarket/domain';
import { type ReadOptions, readMarketSales } from '@brickmarket/feeds';
import type { IdentifiedSale, ItemDirectory, ItemIds, SalesImport } from '@brickmarket/persistence-ports';
import type { ImportSummary } from './import-summary.ts';
import { type Progress, type ImportOptions, type ImportTally, runImport } from './run-import.ts';

const KIND = 'sales';

export interface SalesStores {
  readonly sales: SalesImport;
  readonly items: ItemDirectory;
}

/** Source and reference identify a sale; a changed one is corrected. Rejects go next to the first file by default. */
export function importSales(
  stores: SalesStores,
  files: readonly [string, ...string[]],
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return runImport(KIND, files, options, async (tally, progress, reading, origin) => {
    const sales = identified(await stores.items.load(), files, tally, progress, reading);
    tally.merged(KIND, await stores.sales.mergeSales(sales, origin));
  });
}

async function* identified(
  items: ItemIds,
  files: readonly string[],
  tally: ImportTally,
  progress: Progress,
  reading: ReadOptions,
): AsyncGenerator<readonly IdentifiedSale[]> {
  for (const file of files) {
    progress.step(`Reading ${file}`);
    for await (const batch of readMarketSales(file, reading)) {
      const itemIds: number[] = [];
      const sales = await tally.take(KIND, batch, (sale) => {
        const itemId = findItem(items, sale);
        if (itemId === null)
          return `${sale.itemKind} ${sale.itemNumber} is not in the catalog: import a catalog that has it first`;
        if (sale.priceCents > MAX_INTEGER || sale.quantity > MAX_INTEGER)
          return 'the price or quantity is larger than any real one';
        const fault = aheadFault(epochDayOf(sale.soldAt), tally.today);
        if (fault === null) itemIds.push(itemId);
        return fault;
      });
      yield sales.map((sale, index) => ({ itemId: itemIds[index]!, sale }));
    }
  }
}

function findItem(items: ItemIds, { itemKind, itemNumber }: MarketSale): number | null {
  const number = itemKind === 'set' ? items.findSetNumber(itemNumber) : itemNumber;
  return number === null ? null : items.find(itemKind, number);
}
