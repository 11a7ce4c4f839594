import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Condition, CONDITIONS } from '@brickmarket/domain';
import {
  type BookImportOptions,
  type BookStores,
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
}

interface BrickfolioFlags extends CollectionFlags {
  readonly brickfolio?: string;
  readonly dateFormat?: 'DD/MM/YYYY' | 'MM/DD/YYYY';
  readonly column?: ColumnMapping;
  readonly condition?: Condition;
  readonly replace?: boolean;
}

const BOOK_STORES = { accounts: AccountStore, items: ItemDirectory, book: AccountBook, clock: StoreClock };

const knownByHeader = (sources: readonly string[]): string =>
  ['Known by their header:', ...sources.map((source) => `  ${source}`)].join('\n');

const BRICKFOLIO_HELP = `
${knownByHeader(collectionSources())}
Of another file say which column is what, by its name: --column set_number=Item --column quantity=Pieces;
ours are set_number (needed), quantity, condition, purchase_price_usd, purchase_date, status, brickfolio, notes,
shipping_paid_usd and tax_paid_usd (of one copy; the price includes them), bought_from, stored_at and title.
A row is rejected if its number and its title mean different sets.
A row that was taken before, by any import, is the same, whatever was edited or sold since. Another one is matched with
the copies that are there, sold ones too: by all that the file says, then by set, condition and date, or by set and
condition where the file has no date. Equal rows are counted: of three in the file, one is added when two are there.
A row that matches a holding of other details changes these; what the file does not say is never written. A row that
could be any of several holdings is rejected. --dry-run shows what would happen, row by row.
Use --replace to make the brickfolios in the file exactly what the file says.
Cells are separated by commas, semicolons or tabs. Prices have a decimal point or comma and at most two decimals.
A purchase after tomorrow is rejected.`;

const LEDGER_HELP = `
${knownByHeader(salesLedgerSources())}
A row that was taken before is the same, whatever was edited since. Another one is matched with the sales that are there
by all that the file says, then by set, platform and day; what the file does not say is never written. Number and cost
of a sale that took copies of the collection follow from these: a row that says otherwise is rejected.
An eBay item without a set number in its custom label is the one set of the catalogue that its title names, with a
warning.`;

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
  addOptions(group.command('brickfolio').description("an account's collection, of any known source"))
    .option(
      '--brickfolio <name>',
      'put all rows into this brickfolio, made when missing (default: what the file says, else the default one)',
    )
    .addOption(
      new Option('--date-format <format>', 'how dates with slashes are written, when the file does not tell').choices([
        'DD/MM/YYYY',
        'MM/DD/YYYY',
      ]),
    )
    .addOption(
      new Option('--column <ours=theirs>', 'which column of the file is what; once for each').argParser(addColumn),
    )
    .addOption(new Option('--condition <condition>', 'of copies for which the file has none').choices(CONDITIONS))
    .option('--replace', 'also remove what the brickfolios in the file hold and the file does not')
    .addHelpText('after', BRICKFOLIO_HELP)
    .action(async (file: string, flags: BrickfolioFlags) => {
      const { column: columns, replace: replaces, brickfolio, dateFormat, condition } = flags;
      const told = { columns, replaces, brickfolio, dateFormat, condition };
      await runBookImport(flags, (stores, options) => importBrickfolio(stores, file, { ...told, ...options }));
    });

  addOptions(group.command('sales-ledger').description("an account's sales, of any known source"))
    .addHelpText('after', LEDGER_HELP)
    .action((file: string, flags: CollectionFlags) =>
      runBookImport(flags, (stores, options) => importSalesLedger(stores, file, options)),
    );
}

async function runBookImport(
  flags: CollectionFlags,
  take: (stores: BookStores, options: BookImportOptions) => Promise<ImportSummary>,
): Promise<void> {
  const { account, dryRun: isDryRun, rejects: rejectsPath } = flags;
  const summary = await withDatabase((stores) =>
    watchProgress((progress) => take(stores.pick(BOOK_STORES), { account, isDryRun, rejectsPath, progress })),
  );
  printOutcome(flags, summary);
}

function addOptions(command: Command): Command {
  return command
    .argument('<file>')
    .requiredOption('--account <email>', 'whose')
    .option('--dry-run', 'say what would be done, and do nothing (rejected rows are written down all the same)')
    .option('--rejects <file>', 'where to write rejected rows and warnings (default: beside the input)')
    .option('--strict', 'fail when any row was rejected; the others are taken all the same')
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

type Export = (stores: Stores, account: string) => AsyncIterable<string>;

export function addExportCommand(program: Command): void {
  const group = program
    .command('export')
    .description("Write an account's books as CSV")
    .addHelpText('after', '\nWhat is written can be imported again: into the same account it changes nothing.');
  addExport(group, 'brickfolio', "an account's holdings, of all its brickfolios", (stores, account) =>
    exportBrickfolio(stores.pick({ accounts: AccountStore, book: AccountBook }), account),
  );
  addExport(group, 'sales-ledger', "an account's sales", (stores, account) =>
    exportSalesLedger(stores.pick({ accounts: AccountStore, book: AccountBook }), account),
  );
}

function addExport(group: Command, name: string, description: string, textOf: Export): void {
  group
    .command(name)
    .description(description)
    .requiredOption('--account <email>', 'whose')
    .option('--output <file>', 'where to write (default: standard output)')
    .action(async ({ account, output }: { account: string; output?: string }) => {
      await withDatabase(async (stores) => {
        const text = Readable.from(textOf(stores, account));
        if (output === undefined) await streamToOutput((stdout) => pipeline(text, stdout, { end: false }));
        else await orCutShort(output, pipeline(text, createWriteStream(output)));
      });
    });
}
