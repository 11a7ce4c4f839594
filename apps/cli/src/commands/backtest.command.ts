import { StoreClock } from '@brickmarket/persistence-ports';
import { backtestTables, type MarketReport, presentMarketReport } from '@brickmarket/valuation';
import type { Command } from 'commander';
import { BACKTEST_MONTHS, backtestWithTruth } from '../demo/demo-truth.ts';
import { print } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { instantOfDay } from './instant-of-day.ts';
import { retailStaleDays, wholeNumber } from './whole-number.argument.ts';

/** `backtest`. */
export function addBacktestCommand(program: Command): void {
  program
    .command('backtest')
    .description(
      'Measure how good the values are: each month valued with what was known before it, compared with its sales',
    )
    .option('--months <n>', `how many whole months back (default: ${BACKTEST_MONTHS})`, wholeNumber)
    .option('--as-of <day>', 'as if it were this day, like 2026-11-15: the months before it (default: today)')
    .option('--json', 'print JSON')
    .action(async (flags: { months?: number; asOf?: string; json?: boolean }) => {
      const staleDays = retailStaleDays();
      const report = await withDatabase(async (stores) => {
        const now = instantOfDay(flags.asOf, await stores.get(StoreClock).now());
        return watchProgress((progress) =>
          backtestWithTruth(stores, { now, months: flags.months, retailStaleDays: staleDays, progress }),
        );
      });
      print(flags.json, presentMarketReport(report), reportText(report));
    });
}

function reportText(report: MarketReport): string {
  const tables = backtestTables(report).map(
    ({ title, headings, rows }) =>
      `${title}\n${formatTable(
        headings,
        rows.map((row) => row.map((cell) => cell ?? '-')),
      )}`,
  );
  return [
    `Months ${report.firstMonth} to ${report.lastMonth}; errors are medians of the absolute percentage error (MdAPE)`,
    ...tables,
  ].join('\n\n');
}
