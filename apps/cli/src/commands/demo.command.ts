import { DEFAULT_MARKET_SIZE, TEMPERAMENT_NAMES, type TemperamentName } from '@brickmarket/demo-market';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { backtestTemperaments, presentTemperaments, temperamentsTable } from '../demo/backtest-temperaments.ts';
import { BACKTEST_MONTHS } from '../demo/live-demo.ts';
import { DEFAULT_SEED, type DemoFlags, demoMarketOptions, loadDemo } from '../demo/load-demo.ts';
import { formatTable, print, wholeNumber } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { importJson, importsText } from './import.command.ts';

interface DemoLoadFlags extends DemoFlags {
  readonly truth?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface DemoBacktestFlags extends Omit<DemoFlags, 'temperament'> {
  readonly temperament?: readonly TemperamentName[];
  readonly months: number;
  readonly json?: boolean;
}

/** Enough for figures that hardly depend on the seed, few enough for all profiles in minutes. */
const BACKTEST_SETS = 240;

const TEMPERAMENTS_HELP =
  '\nProfiles: ordinary (scatter differs by item), noisy (sales scatter widely), smooth (monthly averages of ' +
  'offers),\njumps (sudden changes), mixed (other products under a number), thin and thick (few or many sales).';

export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('Load a synthetic market, or measure accuracy on one');

  demo
    .command('load')
    .description('Generate a synthetic market and load it through the usual imports')
    .option('--sets <n>', `approximate number of sets (default: ${DEFAULT_MARKET_SIZE.sets})`, wholeNumber)
    .option('--years <n>', `years of sales and prices (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `seed; equal seeds and dates give equal markets (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'last instant of the market, such as 2026-11-15T12:00:00Z (default: now)')
    .addOption(new Option('--temperament <name>', 'market profile (default: ordinary)').choices(TEMPERAMENT_NAMES))
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
    })
    .addHelpText('after', TEMPERAMENTS_HELP);

  demo
    .command('backtest')
    .description('Measure accuracy on one synthetic market of each profile. Needs no database')
    .option('--sets <n>', 'approximate number of sets in each market', wholeNumber, BACKTEST_SETS)
    .option('--years <n>', `years of sales (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `seed; equal seeds and dates give equal figures (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'last instant of the markets, such as 2026-11-15T12:00:00Z (default: now)')
    .option('--months <n>', 'number of finished months', wholeNumber, BACKTEST_MONTHS)
    .addOption(new Option('--temperament <names...>', 'market profiles (default: all)').choices(TEMPERAMENT_NAMES))
    .option('--json', 'print JSON')
    .action(async ({ temperament = TEMPERAMENT_NAMES, months, json, ...flags }: DemoBacktestFlags) => {
      const market = demoMarketOptions(flags, new Date());
      const reports = await watchProgress(async (progress) =>
        backtestTemperaments(market, temperament, months, progress),
      );
      const { title, headings, rows } = temperamentsTable(reports);
      const cells = rows.map((row) => row.map((cell) => cell ?? '-'));
      print(json, presentTemperaments(reports), `${title}\n${formatTable(headings, cells)}`);
    })
    .addHelpText('after', TEMPERAMENTS_HELP);
}

function years(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('must be a number of years such as 3 or 0.5');
  return Number(text);
}
