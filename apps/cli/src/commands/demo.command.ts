import { ACCOUNT_PROFILES, DEFAULT_MARKET_SIZE } from '@brickmarket/demo-market';
import { type RemovedDemo, removeDemo } from '@brickmarket/operations';
import { AccountStore, DemoRecord, MonthStore, StoreClock, ValuationStore } from '@brickmarket/persistence-ports';
import { type Command, InvalidArgumentError } from 'commander';
import { cliConfig } from '../config.ts';
import { removeDemoKey } from '../demo/demo-key.ts';
import { DEFAULT_SEED, type DemoFlags, demoMarketOptions, loadDemo } from '../demo/load-demo.ts';
import { print, wholeNumber } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { importJson, importsText } from './import.command.ts';

interface DemoLoadFlags extends DemoFlags {
  readonly truth?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('Load a synthetic market, or remove it');

  demo
    .command('load')
    .description('Load the real catalog and a synthetic market on it')
    .option('--sets <n>', `number of traded sets (default: ${DEFAULT_MARKET_SIZE.sets})`, wholeNumber)
    .option('--years <n>', `years of sales and prices (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `seed; equal seeds and dates give equal markets (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'last instant of the market, such as 2026-11-15T12:00:00Z (default: now)')
    .option('--truth <file>', 'CSV file for the true values behind the sales')
    .option('--force', 'load into a database that has other data too')
    .option('--json', 'print JSON')
    .action(async (flags: DemoLoadFlags) => {
      const options = { market: demoMarketOptions(flags, new Date()), force: flags.force, truthPath: flags.truth };
      const summaries = await withDatabase(
        (stores) => watchProgress((progress) => loadDemo(stores, options, progress)),
        { mayCreate: true },
      );
      print(flags.json, summaries.map(importJson), importsText('demo market', summaries));
    });

  demo
    .command('remove')
    .description('Remove the synthetic market and its accounts; catalog and own data stay')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nValues are computed again from the remaining sales. An interrupted removal can be repeated.',
    )
    .action(async (flags: DemoRemoveFlags) => {
      const removed = await withDatabase((stores) =>
        watchProgress((progress) =>
          removeDemo(
            stores.pick({
              demo: DemoRecord,
              accounts: AccountStore,
              valuations: ValuationStore,
              months: MonthStore,
              clock: StoreClock,
            }),
            ACCOUNT_PROFILES.map(({ email }) => email),
            progress,
          ),
        ),
      );
      await removeDemoKey(cliConfig().dataDir);
      print(flags.json, removedJson(removed), removedText(removed));
    });
}

interface DemoRemoveFlags {
  readonly json?: boolean;
}

function removedJson({ setDetails, retailObservations, sales, events, accounts }: RemovedDemo): object {
  return { set_details: setDetails, retail_prices: retailObservations, sales, events, accounts };
}

function removedText({ setDetails, retailObservations, sales, events, accounts }: RemovedDemo): string {
  return (
    `removed: ${sales} sales, ${retailObservations} retail prices, details of ${setDetails} sets, ${events} events, ` +
    `${accounts} accounts\nThe catalog and everything that you entered stay.`
  );
}

function years(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('must be a number of years such as 3 or 0.5');
  return Number(text);
}
