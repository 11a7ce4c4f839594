import { DEFAULT_MARKET_SIZE } from '@brickmarket/demo-market';
import { type Command, InvalidArgumentError } from 'commander';
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

/** `demo load`. */
export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('An invented market to look at and to measure with');

  demo
    .command('load')
    .description('Invent a market and load it through the imports that real data goes through')
    .option('--sets <n>', `about how many sets (default: ${DEFAULT_MARKET_SIZE.sets})`, wholeNumber)
    .option('--years <n>', `how far sales and prices reach back (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `equal seeds and dates give equal markets (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'the last instant of the market, like 2026-11-15T12:00:00Z (default: now)')
    .option('--truth <file>', 'write the true values behind the sales, as CSV')
    .option('--force', 'also into a database that holds something else')
    .option('--json', 'print JSON')
    .action(async (flags: DemoLoadFlags) => {
      const options = { market: demoMarketOptions(flags, new Date()), force: flags.force, truthPath: flags.truth };
      const summaries = await withDatabase((stores) =>
        watchProgress((progress) => loadDemo(stores, options, progress)),
      );
      print(flags.json, summaries.map(importJson), importsText('demo market', summaries));
    });
}

function years(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('write a number of years like 3 or 0.5');
  return Number(text);
}
