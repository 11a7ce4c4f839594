import {
  type FeedBatch,
  FeedError,
  readCollection,
  readMarketSales,
  readMinifigNumbers,
  type ReadOptions,
  readRetailPrices,
  readSalesLedger,
  readSetDetails,
  readSetRenames,
} from '@brickmarket/feeds';

type Read = (file: string, options: ReadOptions) => AsyncGenerator<FeedBatch<unknown>>;

/** Readers that know fewer columns come later. */
const READERS: Readonly<Record<string, Read>> = {
  sales: readMarketSales,
  'retail-prices': readRetailPrices,
  'minifig-numbers': readMinifigNumbers,
  renames: readSetRenames,
  'sales-ledger': (file, options) => readSalesLedger(file, { ...options, findSet: (number) => number }),
  brickfolio: readCollection,
  'set-details': readSetDetails,
};

/** Suggests the import that knows the header. Other errors pass unchanged. */
export async function withOtherImport(error: unknown, options: ReadOptions): Promise<unknown> {
  if (!(error instanceof FeedError) || error.flaw !== 'unknown-header') return error;
  for (const [name, read] of Object.entries(READERS)) {
    const source = await sourceOf(read(error.file, options));
    if (source !== null)
      return new FeedError(error.file, `is of the kind "${source}": import it with "import ${name}"`);
  }
  return error;
}

/** Null: no record found, as JSON objects have no header. */
async function sourceOf(batches: AsyncGenerator<FeedBatch<unknown>>): Promise<string | null> {
  try {
    for await (const { records, source } of batches) return records.length > 0 ? source : null;
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
  }
  return null;
}
