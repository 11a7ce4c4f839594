import { CONDITIONS, type Condition } from '@brickmarket/domain';
import { importBrickfolio, importSalesLedger, type ImportSummary } from '@brickmarket/operations';
import { AccountStore, HoldingStore, ItemDirectory, SaleStore, StoreClock } from '@brickmarket/persistence-ports';
import { type Command, Option } from 'commander';
import { failIfRejected, importJson, importText } from '../output/present-import.ts';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { withDatabase } from '../persistence.wiring.ts';

interface BookFlags {
  readonly account: string;
  readonly dryRun?: boolean;
  readonly rejects?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
}

interface BrickfolioFlags extends BookFlags {
  readonly brickfolio?: string;
  readonly dateFormat?: 'DD/MM/YYYY' | 'MM/DD/YYYY';
  readonly condition?: Condition;
  readonly replace?: boolean;
}

const BRICKFOLIO_HELP = `
Known by their header: BrickEconomy (new and old), Brickset, a Rebrickable set list, and "brickmarket export brickfolio".
A row is the same as a holding when brickfolio, set, quantity, condition, price, date, status and notes are. Rows that are
there already are not added again: of three equal rows in the file, one is added when two are there. A row that was changed
in the file is a new one: use --replace to make the brickfolios in the file exactly what the file says.
Cells are separated by commas, semicolons or tabs. Prices have a decimal point or comma and at most two decimals.
A purchase date in the future is taken with a warning.`;

const LEDGER_HELP = `
Known by their header: an eBay orders report, an Amazon date-range transactions report, and "brickmarket export sales-ledger".
A row is the same as a sale when everything known of it is; rows that are there already are not added again.
An eBay item without a set number in its custom label is the one set of the catalogue that its title names, with a warning.`;

/** `import brickfolio | sales-ledger`: the books of one account. */
export function addBookImports(group: Command): void {
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
    .action(async (file: string, flags: BookFlags) => {
      const { account, dryRun: isDryRun, rejects: rejectsPath } = flags;
      printOutcome(
        flags,
        await withDatabase((stores) =>
          watchProgress((progress) =>
            importSalesLedger(stores.pick({ accounts: AccountStore, items: ItemDirectory, sales: SaleStore }), file, {
              account,
              isDryRun,
              rejectsPath,
              progress,
            }),
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

function printOutcome({ dryRun = false, strict, json }: BookFlags, summary: ImportSummary): void {
  print(
    json,
    { dry_run: dryRun, ...importJson(summary) },
    `${dryRun ? 'dry run: nothing was written\n' : ''}${importText(summary)}`,
  );
  failIfRejected(summary, strict);
}
