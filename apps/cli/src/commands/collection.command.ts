import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Condition, CONDITIONS } from '@brickmarket/domain';
import {
  exportBrickfolio,
  exportSalesLedger,
  importBrickfolio,
  importSalesLedger,
  type ImportSummary,
} from '@brickmarket/operations';
import { AccountStore, HoldingStore, ItemDirectory, SaleStore, StoreClock } from '@brickmarket/persistence-ports';
import { type Command, Option } from 'commander';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
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
  readonly condition?: Condition;
  readonly replace?: boolean;
}

const BRICKFOLIO_HELP = `
Known by their header: BrickEconomy (new and old), Brickset, a Rebrickable set list, "brickmarket export brickfolio".
A row is the same as a holding when brickfolio, set, quantity, condition, price, date, status and notes are.
Rows that are there already are not added again: of three equal rows in the file, one is added when two are there.
A row that was changed in the file is a new one: use --replace to make the brickfolios in the file exactly what the
file says.
Cells are separated by commas, semicolons or tabs. Prices have a decimal point or comma and at most two decimals.
A purchase date in the future is taken with a warning.`;

const LEDGER_HELP = `
Known by their header: an eBay orders report, an Amazon date-range transactions report, "brickmarket export
sales-ledger".
A row is the same as a sale when everything known of it is; rows that are there already are not added again.
An eBay item without a set number in its custom label is the one set of the catalogue that its title names, with a
warning.`;

/** `import brickfolio | sales-ledger`: the collection and sales of one account. */
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
    .addOption(new Option('--condition <condition>', 'of copies for which the file has none').choices(CONDITIONS))
    .option('--replace', 'also remove what the brickfolios in the file hold and the file does not')
    .addHelpText('after', BRICKFOLIO_HELP)
    .action(async (file: string, flags: BrickfolioFlags) => {
      const {
        account,
        brickfolio,
        dateFormat,
        condition,
        replace: replaces,
        dryRun: isDryRun,
        rejects: rejectsPath,
      } = flags;
      const options = { account, brickfolio, dateFormat, condition, replaces, isDryRun, rejectsPath };
      printOutcome(
        flags,
        await withDatabase((stores) =>
          watchProgress((progress) =>
            importBrickfolio(
              stores.pick({ accounts: AccountStore, items: ItemDirectory, holdings: HoldingStore, clock: StoreClock }),
              file,
              { ...options, progress },
            ),
          ),
        ),
      );
    });

  addOptions(group.command('sales-ledger').description("an account's sales, of any known source"))
    .addHelpText('after', LEDGER_HELP)
    .action(async (file: string, flags: CollectionFlags) => {
      const { account, dryRun: isDryRun, rejects: rejectsPath } = flags;
      printOutcome(
        flags,
        await withDatabase((stores) =>
          watchProgress((progress) =>
            importSalesLedger(
              stores.pick({ accounts: AccountStore, items: ItemDirectory, sales: SaleStore, clock: StoreClock }),
              file,
              {
                account,
                isDryRun,
                rejectsPath,
                progress,
              },
            ),
          ),
        ),
      );
    });
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
    { dry_run: dryRun, ...importJson(summary) },
    `${dryRun ? 'dry run: nothing was written\n' : ''}${importText(summary)}`,
  );
  failIfRejected(summary, strict);
}

type Export = (stores: Stores, account: string) => AsyncIterable<string>;

/** `export brickfolio | sales-ledger`. */
export function addExportCommand(program: Command): void {
  const group = program
    .command('export')
    .description("Write an account's books as CSV")
    .addHelpText('after', '\nWhat is written can be imported again: into the same account it changes nothing.');
  addExport(group, 'brickfolio', "an account's holdings, of all its brickfolios", (stores, account) =>
    exportBrickfolio(stores.pick({ accounts: AccountStore, holdings: HoldingStore }), account),
  );
  addExport(group, 'sales-ledger', "an account's sales", (stores, account) =>
    exportSalesLedger(stores.pick({ accounts: AccountStore, sales: SaleStore }), account),
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
        if (output === undefined) await pipeline(text, process.stdout, { end: false });
        else await pipeline(text, createWriteStream(output));
      });
    });
}
