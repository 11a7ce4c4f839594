import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportBrickfolio, exportSalesLedger } from '@brickmarket/operations';
import { AccountStore, HoldingStore, SaleStore } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

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
