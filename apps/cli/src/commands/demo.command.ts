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
  '\nTemperaments: ordinary (items differ in how much their sales scatter), noisy (single sales scatter widely), ' +
  'smooth\n(monthly averages of offers), jumps (values change at once), mixed (other things sold under a number), ' +
  'thin and thick\n(few and many sales).';

export function addDemoCommand(program: Command): void {
  const demo = program.command('demo').description('An invented market to look at and to measure with');

  demo
    .command('load')
    .description('Invent a market and load it through the imports that real data goes through')
    .option('--sets <n>', `about how many sets (default: ${DEFAULT_MARKET_SIZE.sets})`, wholeNumber)
    .option('--years <n>', `how far sales and prices reach back (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `equal seeds and dates give equal markets (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'the last instant of the market, like 2026-11-15T12:00:00Z (default: now)')
    .addOption(
      new Option('--temperament <name>', 'how the market trades (default: ordinary)').choices(TEMPERAMENT_NAMES),
    )
    .option('--truth <file>', 'write the true values behind the sales, as CSV')
    .option('--force', 'also into a database that holds something else')
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
    .description('Measure how good the values are on invented markets, one of each temperament; needs no database')
    .option('--sets <n>', 'about how many sets each', wholeNumber, BACKTEST_SETS)
    .option('--years <n>', `how far sales reach back (default: ${DEFAULT_MARKET_SIZE.years})`, years)
    .option('--seed <text>', `equal seeds and dates give equal figures (default: ${DEFAULT_SEED})`)
    .option('--as-of <instant>', 'the last instant of the markets, like 2026-11-15T12:00:00Z (default: now)')
    .option('--months <n>', 'how many whole months back', wholeNumber, BACKTEST_MONTHS)
    .addOption(new Option('--temperament <names...>', 'only these (default: all)').choices(TEMPERAMENT_NAMES))
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
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('write a number of years like 3 or 0.5');
  return Number(text);
}
