import {
  importCatalog,
  type ImportOptions,
  importRetailPrices,
  importSales,
  importSetDetails,
  type ImportSummary,
} from '@brickmarket/operations';
import { CatalogImport, ItemDirectory, RetailImport, SalesImport } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { failIfRejected, importJson, importText } from '../output/present-import.ts';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';
import { addBookImports } from './import-books.command.ts';

type Inputs = readonly [string, ...string[]];
type Import = (stores: Stores, inputs: Inputs, options: ImportOptions) => Promise<ImportSummary>;

/** `import catalog | set-details | sales | retail-prices | brickfolio | sales-ledger`. */
export function addImportCommand(program: Command): void {
  const group = program
    .command('import')
    .description('Take over data from outside')
    .addHelpText(
      'after',
      '\nImporting the same again changes nothing. What was cut off is finished by importing again.\nRows that cannot be taken are left out and written down with the reason. An import that could take none fails\n(exit code 1), with --strict one that left out any.',
    );
  addImport(
    group,
    'catalog',
    '<folder>',
    'sets and minifigs: a folder with the tables of a Rebrickable dump (.csv or .csv.gz)',
    (stores, [folder], options) => importCatalog(stores.get(CatalogImport), folder, options),
  );
  addImport(
    group,
    'set-details',
    '<file>',
    'list prices, barcodes, dates and boxes: a Brickset export',
    (stores, [file], options) =>
      importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), file, options),
  );
  addImport(
    group,
    'sales',
    '<files...>',
    'observed sales, CSV or NDJSON, .gz or not: item_type, item_number, condition, sold_at, price_usd, quantity, source, source_ref',
    (stores, files, options) => importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), files, options),
  );
  addImport(
    group,
    'retail-prices',
    '<files...>',
    'looks at product pages, CSV or NDJSON, .gz or not: retailer, set_number, asin, upc, ean, observed_at, price_usd, ...',
    (stores, files, options) => importRetailPrices(stores.get(RetailImport), files, options),
  );
  addBookImports(group);
}

/** One kind of import: progress on standard error, the summary on standard output. */
function addImport(group: Command, name: string, input: string, description: string, run: Import): void {
  group
    .command(name)
    .description(description)
    .argument(input)
    .option('--rejects <file>', 'where to write rejected rows and warnings (default: beside the input)')
    .option('--strict', 'fail when any row was rejected; the others are taken all the same')
    .option('--json', 'print JSON')
    .action(async (given: string | string[], options: { rejects?: string; strict?: boolean; json?: boolean }) => {
      const summary = await withDatabase((stores) =>
        watchProgress((progress) =>
          run(stores, [given].flat() as unknown as Inputs, { progress, rejectsPath: options.rejects }),
        ),
      );
      print(options.json, importJson(summary), importText(summary));
      failIfRejected(summary, options.strict);
    });
}
