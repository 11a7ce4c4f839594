import { importCatalog, type ImportOptions, importSetDetails, type ImportSummary } from '@brickmarket/operations';
import type { Command } from 'commander';
import { importJson, importText } from '../output/present-import.ts';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

type Import = (stores: Stores, input: string, options: ImportOptions) => Promise<ImportSummary>;

/** `import catalog | set-details`. */
export function addImportCommand(program: Command): void {
  const group = program
    .command('import')
    .description('Take over data from outside')
    .addHelpText('after', '\nEach import is taken over as a whole or not at all. Importing the same again changes nothing.');
  addImport(group, 'catalog', '<folder>', 'sets and minifigs: a folder with the tables of a Rebrickable dump (.csv or .csv.gz)', (stores, folder, options) => importCatalog(stores.catalogImport, folder, options));
  addImport(group, 'set-details', '<file>', 'list prices, barcodes, dates and boxes: a Brickset export', (stores, file, options) => importSetDetails({ catalog: stores.catalogImport, items: stores.items }, file, options));
}

/** One kind of import: progress on standard error, the summary on standard output. */
function addImport(group: Command, name: string, input: string, description: string, run: Import): void {
  group
    .command(name)
    .description(description)
    .argument(input)
    .option('--rejects <file>', 'where to write rejected rows (default: beside the input)')
    .option('--json', 'print JSON')
    .action(async (path: string, options: { rejects?: string; json?: boolean }) => {
      const summary = await withDatabase((stores) => watchProgress((progress) => run(stores, path, { progress, rejectsPath: options.rejects })));
      print(options.json, importJson(summary), importText(summary));
    });
}
