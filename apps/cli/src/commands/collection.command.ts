import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Condition, CONDITIONS } from '@brickmarket/domain';
import {
  type BookImportOptions,
  type BookStores,
  COLLECTION_FORMATS,
  type CollectionFormat,
  collectionSources,
  type ColumnMapping,
  mappableColumnsOf,
  exportBrickfolio,
  exportSalesLedger,
  importBrickfolio,
  importSalesLedger,
  type ImportSummary,
  salesLedgerSources,
} from '@brickmarket/operations';
import { AccountBook, AccountStore, ItemDirectory, StoreClock } from '@brickmarket/persistence-ports';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { orCutShort, streamToOutput } from '../output/standard-output.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';
import { failIfRejected, importJson, importText } from './import.command.ts';

interface CollectionFlags {
  readonly account: string;
  readonly dryRun?: boolean;
  readonly rejects?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly dateFormat?: 'DD/MM/YYYY' | 'MM/DD/YYYY';
}

interface BrickfolioFlags extends CollectionFlags {
  readonly brickfolio?: string;
  readonly column?: ColumnMapping;
  readonly condition?: Condition;
  readonly replace?: boolean;
}

const BOOK_STORES = { accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock };

const knownByHeader = (sources: readonly string[]): string =>
  ['Known by their header:', ...sources.map((source) => `  ${source}`)].join('\n');

const BRICKFOLIO_HELP = `
${knownByHeader(collectionSources())}
For another file, name its columns: --column set_number=Item --column quantity=Pieces.
Columns: set_number (required), quantity, condition, purchase_price_usd, purchase_date, status, brickfolio, notes,
shipping_paid_usd and tax_paid_usd (of one copy; the price includes them), bought_from, stored_at and title.
A row is rejected if its number and its title mean different sets.
A row that any import added before is unchanged, whatever was edited or sold since.
Other rows are matched with existing copies, including sold ones: by all columns of the file, then by set, condition
and date, or by set and condition if the file has no date. Equal rows are counted: of three, one is added if two exist.
A row that matches a holding with other details updates these. Columns that the file lacks are never changed.
A row that could be any of several holdings is rejected. --dry-run lists the result of every row.
--replace makes the brickfolios in the file equal to the file.
Separators are commas, semicolons or tabs. Prices have a decimal point or comma and at most two decimals.
A price paid in another currency is kept in the notes as written. The cost stays empty.
An unknown number is looked up as a barcode. A mistyped number is found if a similar number has exactly this title.
A purchase after tomorrow is rejected.`;

const LEDGER_HELP = `
${knownByHeader(salesLedgerSources())}
A row that any import added before is unchanged, whatever was edited since.
Other rows are matched with existing sales by all columns of the file, then by set, platform and day.
Columns that the file lacks are never changed.
Count and cost of a sale of copies in the collection follow from these copies. A row that contradicts them is rejected.
Sales in another currency are rejected, as no rate is guessed.
An eBay item without a set number in its custom label is matched by its title, with a warning.`;

const COLUMNS = mappableColumnsOf('collection');

/** Collects repeated `ours=theirs` options. */
function addColumn(given: string, before: ColumnMapping = {}): ColumnMapping {
  const [ours = '', ...theirs] = given.split('=');
  const name = theirs.join('=');
  if (!COLUMNS.includes(ours) || name === '')
    throw new InvalidArgumentError(`Write it like set_number=Item; ours are ${COLUMNS.join(', ')}.`);
  return { ...before, [ours]: name };
}

export function addCollectionImports(group: Command): void {
  addOptions(group.command('brickfolio').description('Import the collection of an account from a known source'))
    .option(
      '--brickfolio <name>',
      'brickfolio for all rows, created if missing (default: as in the file, else the first one)',
    )
    .addOption(
      new Option('--column <ours=theirs>', 'name of a column in the file; repeat for each column').argParser(addColumn),
    )
    .addOption(new Option('--condition <condition>', 'condition of rows without one').choices(CONDITIONS))
    .option('--replace', 'remove holdings of these brickfolios that the file lacks')
    .addHelpText('after', BRICKFOLIO_HELP)
    .action(async (file: string, flags: BrickfolioFlags) => {
      const { column: columns, replace: replaces, brickfolio, condition } = flags;
      const told = { columns, replaces, brickfolio, condition };
      await runBookImport(flags, (stores, options) => importBrickfolio(stores, file, { ...told, ...options }));
    });

  addOptions(group.command('sales-ledger').description('Import the sales of an account from a known source'))
    .addHelpText('after', LEDGER_HELP)
    .action((file: string, flags: CollectionFlags) =>
      runBookImport(flags, (stores, options) => importSalesLedger(stores, file, options)),
    );
}

async function runBookImport(
  flags: CollectionFlags,
  take: (stores: BookStores, options: BookImportOptions) => Promise<ImportSummary>,
): Promise<void> {
  const { account, dryRun: isDryRun, rejects: rejectsPath, dateFormat } = flags;
  const summary = await withDatabase((stores) =>
    watchProgress((progress) =>
      take(stores.pick(BOOK_STORES), { account, isDryRun, rejectsPath, progress, dateFormat }),
    ),
  );
  printOutcome(flags, summary);
}

function addOptions(command: Command): Command {
  return command
    .argument('<file>')
    .requiredOption('--account <email>', 'account that owns the data')
    .addOption(
      new Option('--date-format <format>', 'order of dates with slashes, if the file is ambiguous').choices([
        'DD/MM/YYYY',
        'MM/DD/YYYY',
      ]),
    )
    .option('--dry-run', 'show what would change, without changing it; rejected rows are still written')
    .option('--rejects <file>', 'file for rejected rows and warnings (default: next to the input)')
    .option('--strict', 'exit with code 1 if any row was rejected; valid rows are still imported')
    .option('--json', 'print JSON');
}

function printOutcome({ dryRun = false, strict, json }: CollectionFlags, summary: ImportSummary): void {
  print(
    json,
    { dry_run: dryRun, ...importJson(summary), ...(dryRun && { preview: summary.preview ?? [] }) },
    `${dryRun ? 'dry run: nothing was written\n' : ''}${importText(summary)}${previewText(summary)}`,
  );
  failIfRejected(summary, strict);
}

const LINES_SHOWN = 200;

function previewText({ preview = [] }: ImportSummary): string {
  const lines = preview.slice(0, LINES_SHOWN).map(({ line, state, what, reason, changes }) => {
    const changed = changes.map(({ name, before, after }) => `${name} ${before || 'none'} -> ${after || 'none'}`);
    const more = [...(reason === null ? [] : [reason]), ...changed].join(', ');
    return `  line ${line}: ${state} ${what}${more === '' ? '' : `: ${more}`}`;
  });
  const left = preview.length - lines.length;
  if (left > 0) lines.push(`  and ${left} more: --json has all of them`);
  return lines.map((line) => `\n${line}`).join('');
}

type Export = (stores: Stores, flags: ExportFlags) => AsyncIterable<string>;

interface ExportFlags {
  readonly account: string;
  readonly output?: string;
  readonly format?: CollectionFormat;
}

export function addExportCommand(program: Command): void {
  const group = program
    .command('export')
    .description('Write the portfolio of an account as a file')
    .addHelpText('after', '\nThe file can be imported again. Into the same account, it changes nothing.');
  addExport(group, 'brickfolio', 'Write the holdings of all brickfolios of an account', (stores, { account, format }) =>
    exportBrickfolio(stores.pick({ accounts: AccountStore, book: AccountBook }), account, format),
  ).addOption(
    new Option('--format <format>', 'own CSV, or unsold holdings for BrickStore')
      .choices(COLLECTION_FORMATS)
      .default('csv'),
  );
  addExport(group, 'sales-ledger', 'Write the sales of an account as CSV', (stores, { account }) =>
    exportSalesLedger(stores.pick({ accounts: AccountStore, book: AccountBook }), account),
  );
}

function addExport(group: Command, name: string, description: string, textOf: Export): Command {
  return group
    .command(name)
    .description(description)
    .requiredOption('--account <email>', 'account that owns the data')
    .option('--output <file>', 'file to write (default: standard output)')
    .action(async (flags: ExportFlags) => {
      const { output } = flags;
      await withDatabase(async (stores) => {
        const text = Readable.from(textOf(stores, flags));
        if (output === undefined) await streamToOutput((stdout) => pipeline(text, stdout, { end: false }));
        else await orCutShort(output, pipeline(text, createWriteStream(output)));
      });
    });
}
