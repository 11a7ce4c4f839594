import { formatIsoDay, formatIsoMonth, formatUsd, InvalidInputError, parseIsoMonth } from '@brickmarket/domain';
import {
  DEFAULT_GRACE_DAYS,
  earlierNow,
  finalizeMonths,
  listScores,
  reportScores,
  restateMonth,
  trustedNow,
  undoFutureRuns,
  type ValuationSummary,
  valueMarket,
  writeItemErrors,
} from '@brickmarket/operations';
import {
  MonthStore,
  type PublishedMonth,
  ScorecardStore,
  StoreClock,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import {
  backtestTables,
  type MarketReport,
  presentMarketReport,
  presentScores,
  type ReportTable,
  scorecardTables,
} from '@brickmarket/valuation';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { BACKTEST_MONTHS, backtestWithTruth } from '../demo/live-demo.ts';
import { formatTable, print, instantOfDay, wholeNumber } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { valuationText } from '../output/valuation-text.ts';
import { withDatabase } from '../persistence.wiring.ts';

interface ValueFlags {
  readonly all?: boolean;
  readonly asOf?: string;
  readonly json?: boolean;
}

export function addValueCommand(program: Command): void {
  const value = program
    .command('value')
    .description('Compute values for items that changed since the last run')
    .option('--all', 'compute all values and learn the market again (automatic every seven days)')
    .option('--as-of <day>', 'last day of sales to use, such as 2026-11-15 (default: today)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA market of more than a million sales is valued in parts, by this process and every idle `work` process.',
    )
    .action(async (flags: ValueFlags) => {
      const { retailStaleDays, shardSales } = cliConfig();
      const summary = await withDatabase(async (stores) => {
        const servedAt = await trustedNow(stores.get(StoreClock));
        const at = instantOfDay(flags.asOf, servedAt);
        return watchProgress((progress) =>
          valueMarket(stores.get(ValuationStore), {
            at,
            servedAt,
            all: flags.all,
            retailStaleDays,
            shardSales,
            progress,
          }),
        );
      });
      print(flags.json, valuationJson(summary), valuationText(summary));
    });

  value
    .command('undo')
    .description('Undo runs dated after today (caused by a wrong clock), then compute all values')
    .option('--json', 'print JSON')
    .action(async (_flags: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      const { retailStaleDays, shardSales } = cliConfig();
      const { undone, summary } = await withDatabase(async (stores) => {
        const at = await trustedNow(stores.get(StoreClock));
        const store = stores.get(ValuationStore);
        const taken = await undoFutureRuns(store, at);
        if (taken.runs === 0) return { undone: taken, summary: null };
        const again = await watchProgress((progress) =>
          valueMarket(store, { at, all: true, retailStaleDays, shardSales, progress }),
        );
        return { undone: taken, summary: again };
      });
      const text =
        summary === null
          ? 'no run is dated after today'
          : `took back ${undone.runs} runs of ${undone.items} items; ${valuationText(summary)}`;
      print(json, { ...undone, valued: summary && valuationJson(summary) }, text);
    });
}

function valuationJson(summary: ValuationSummary): object {
  const { asOf, isFull, items, sales, areSalesEstimated, changed, durationMs } = summary;
  return {
    as_of: formatIsoDay(asOf),
    full: isFull,
    items,
    sales,
    sales_estimated: areSalesEstimated,
    changed,
    duration_ms: durationMs,
  };
}

export function addMonthsCommand(program: Command): void {
  const months = program
    .command('months')
    .description('Publish finished months of value history. Published months never change');

  months
    .command('finalize')
    .description('Publish every finished month. Later sales do not change it')
    .option(
      '--grace-days <n>',
      `days after the end of a month to wait for late sales (default: ${DEFAULT_GRACE_DAYS})`,
      wholeNumber,
    )
    .option('--json', 'print JSON')
    .action(async (flags: { graceDays?: number; json?: boolean }) => {
      const summary = await withDatabase(async (stores) => {
        const now = await earlierNow(stores.get(StoreClock));
        return watchProgress((progress) =>
          finalizeMonths(stores.get(MonthStore), { now, graceDays: flags.graceDays, progress }),
        );
      });
      const through = formatIsoMonth(summary.through);
      const published =
        summary.series === 0
          ? `nothing to publish: all is published through ${through}`
          : `published ${summary.months} months of ${summary.series} sets and conditions, through ${through}`;
      const backed = `; published again ${summary.backed} months that had no sales before`;
      const text = summary.backed === 0 ? published : published + backed;
      print(flags.json, { ...summary, through }, text);
    });

  months
    .command('restate')
    .description('Publish a month again, from all sales known now. Person, time, reason and old values are recorded')
    .argument('<set>', 'set number')
    .argument('<month>', 'month, such as 2026-10')
    .requiredOption('--by <who>', 'person who decides')
    .requiredOption('--reason <why>', 'reason, for the record')
    .option('--json', 'print JSON')
    .action(async (setNumber: string, monthText: string, flags: { by: string; reason: string; json?: boolean }) => {
      const month = parseIsoMonth(monthText);
      if (month === null) throw new InvalidInputError(`the month must be written like 2026-10, not "${monthText}"`);
      const restated = await withDatabase((stores) =>
        restateMonth(stores.get(MonthStore), { setNumber, month, by: flags.by, reason: flags.reason }),
      );
      const json = restated.map(({ condition, before, after }) => ({
        condition,
        before: before && monthJson(before),
        after: monthJson(after),
      }));
      print(
        flags.json,
        json,
        formatTable(
          ['condition', 'before', 'after'],
          restated.map(({ condition, before, after }) => [condition, describeMonth(before), describeMonth(after)]),
        ),
      );
    });
}

function monthJson({ month, valueCents, lowCents, highCents, salesCount, event }: PublishedMonth): object {
  return {
    month: formatIsoMonth(month),
    value_cents: valueCents,
    low_cents: lowCents,
    high_cents: highCents,
    sales_count: salesCount,
    event,
  };
}

function describeMonth(month: PublishedMonth | null): string {
  return month === null || month.valueCents === null
    ? 'no sales'
    : `$${formatUsd(month.valueCents)} from ${month.salesCount} sales`;
}

export function addBacktestCommand(program: Command): void {
  program
    .command('backtest')
    .description('Measure accuracy on past months, using only data known before each month')
    .option('--months <n>', `number of finished months (default: ${BACKTEST_MONTHS})`, wholeNumber)
    .option('--as-of <day>', 'measure the months before this day, such as 2026-11-15 (default: today)')
    .option('--publish', 'publish the report at /methodology; otherwise nothing is stored')
    .option('--items <file>', 'CSV file for the errors of each item, with those of each baseline')
    .option('--json', 'print JSON')
    .action(async (flags: BacktestFlags) => {
      const publishes = flags.publish === true;
      const { retailStaleDays } = cliConfig();
      const { report, itemErrors } = await withDatabase(async (stores) => {
        const now = instantOfDay(flags.asOf, await stores.get(StoreClock).now());
        return watchProgress((progress) =>
          backtestWithTruth(stores, { now, months: flags.months, publishes, retailStaleDays, progress }),
        );
      });
      if (flags.items !== undefined) await writeItemErrors(flags.items, itemErrors);
      print(flags.json, presentMarketReport(report), `${reportText(report)}\n\n${publicationText(report, publishes)}`);
    });
}

interface BacktestFlags {
  readonly months?: number;
  readonly asOf?: string;
  readonly publish?: boolean;
  readonly items?: string;
  readonly json?: boolean;
}

export function addScorecardCommand(program: Command): void {
  program
    .command('scorecard')
    .description('Show how accurate published values were, per month')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const months = await withDatabase(async (stores) => {
        const store = stores.get(ScorecardStore);
        await reportScores(store, await trustedNow(stores.get(StoreClock)));
        return listScores(store);
      });
      const text = months.length === 0 ? NOTHING_SCORED : tablesText(scorecardTables(months));
      print(flags.json, presentScores(months), text);
    });
}

const NOTHING_SCORED =
  'no sale has been scored yet: those count that were sold after values were first served, and arrived since';

function publicationText(report: MarketReport, publishes: boolean): string {
  if (!publishes) return 'not published: give --publish to show this report at /methodology';
  return report.againstSales.overall.sales === 0
    ? 'not published: there is no sale to compare with'
    : 'published: /methodology shows it';
}

function reportText(report: MarketReport): string {
  return [
    `Months ${report.firstMonth} to ${report.lastMonth}. ` +
      'MALE is the mean absolute log error, MdAPE the median absolute percentage error',
    tablesText(backtestTables(report)),
  ].join('\n\n');
}

function tablesText(tables: readonly ReportTable[]): string {
  return tables
    .map(
      ({ title, headings, rows }) =>
        `${title}\n${formatTable(
          headings,
          rows.map((row) => row.map((cell) => cell ?? '-')),
        )}`,
    )
    .join('\n\n');
}
