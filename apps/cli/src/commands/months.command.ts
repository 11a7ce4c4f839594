import { formatIsoMonth, formatUsd, InvalidInputError, parseIsoMonth } from '@brickmarket/domain';
import { DEFAULT_GRACE_DAYS, finalizeMonths, restateMonth } from '@brickmarket/operations';
import { MonthStore, type PublishedMonth, StoreClock } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { print } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { wholeNumber } from './whole-number.argument.ts';

/** `months finalize | restate`. */
export function addMonthsCommand(program: Command): void {
  const months = program.command('months').description('Publish months of value history, once and for all');

  months
    .command('finalize')
    .description('Publish every month that is over. What is published does not change with later sales')
    .option(
      '--grace-days <n>',
      `days after the end of a month that late sales are waited for (default: ${DEFAULT_GRACE_DAYS})`,
      wholeNumber,
    )
    .option('--json', 'print JSON')
    .action(async (flags: { graceDays?: number; json?: boolean }) => {
      const summary = await withDatabase(async (stores) => {
        const now = await stores.get(StoreClock).now();
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
    .description(
      'Compute a published month again, from all sales known now. Who did it, when and why is kept, with what it was',
    )
    .argument('<set>', 'set number')
    .argument('<month>', 'like 2026-10')
    .requiredOption('--by <who>', 'who re-states it')
    .requiredOption('--reason <why>', 'why')
    .option('--json', 'print JSON')
    .action(async (setNumber: string, monthText: string, flags: { by: string; reason: string; json?: boolean }) => {
      const month = parseIsoMonth(monthText);
      if (month === null) throw new InvalidInputError(`${monthText} is no month: write it like 2026-10`);
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
