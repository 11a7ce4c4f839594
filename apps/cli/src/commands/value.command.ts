import { formatIsoDay } from '@brickmarket/domain';
import { type ValuationSummary, valueMarket } from '@brickmarket/operations';
import { StoreClock, ValuationStore } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { print } from '../output/print.ts';
import { watchProgress } from '../output/watch-progress.ts';
import { withDatabase } from '../persistence.wiring.ts';
import { instantOfDay } from './instant-of-day.ts';
import { retailStaleDays } from './whole-number.argument.ts';

interface ValueFlags {
  readonly all?: boolean;
  readonly asOf?: string;
  readonly json?: boolean;
}

/** `value`. */
export function addValueCommand(program: Command): void {
  program
    .command('value')
    .description('Value what has changed since the last run: sales, retail and list prices, retirements')
    .option('--all', 'value everything and learn the market anew (done by itself every seven days)')
    .option('--as-of <day>', 'with the sales up to this day, like 2026-11-15 (default: today)')
    .option('--json', 'print JSON')
    .action(async (flags: ValueFlags) => {
      const staleDays = retailStaleDays();
      const summary = await withDatabase(async (stores) => {
        const at = instantOfDay(flags.asOf, await stores.get(StoreClock).now());
        return watchProgress((progress) =>
          valueMarket(stores.get(ValuationStore), { at, all: flags.all, retailStaleDays: staleDays, progress }),
        );
      });
      print(flags.json, summaryJson(summary), summaryText(summary));
    });
}

function summaryJson({ asOf, isFull, items, sales, changed, durationMs }: ValuationSummary): object {
  return { as_of: formatIsoDay(asOf), full: isFull, items, sales, changed, duration_ms: durationMs };
}

/** A run for people, in a line. */
export function summaryText({ asOf, isFull, items, sales, changed, durationMs }: ValuationSummary): string {
  if (items === 0) return `nothing has changed since the last run (as of ${formatIsoDay(asOf)})`;
  return `valued ${items} ${isFull ? 'items, all there are,' : 'changed items'} by ${sales} sales as of ${formatIsoDay(asOf)}: ${changed} values are new, ${(durationMs / 1000).toFixed(1)} s`;
}
