import { formatIsoDay, formatUsd } from '@brickmarket/domain';
import { excludeSale, includeSale, listSuspiciousSales, type SuspiciousSale } from '@brickmarket/operations';
import {
  type DecidedSale,
  type SaleExclusion,
  SaleExclusions,
  StoreClock,
  type StoredSale,
  ValuationStore,
} from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { formatMoment, formatTable, print, wholeNumber } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { withDatabase } from '../persistence.wiring.ts';

const LISTED = 50;

const SALE_HEADINGS = ['source', 'reference', 'item', 'condition', 'day', 'price'] as const;

interface DecisionFlags {
  readonly by: string;
  readonly reason: string;
  readonly json?: boolean;
}

export function addSalesCommand(program: Command): void {
  const sales = program.command('sales').description('Find sales that cannot be true, and leave them out for good');

  sales
    .command('suspicious')
    .description('List the sales that values leave out, because their price is far from all that is known of the item')
    .option('--limit <n>', `how many, the newest first (default: ${LISTED})`, wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nSuch a sale counts as soon as a second one agrees with it. `sales exclude` leaves it out for good. The sales' +
        '\nof the last year are looked at; the number and the median are of those that count, in the same condition.',
    )
    .action(async (flags: { limit?: number; json?: boolean }) => {
      const { retailStaleDays } = cliConfig();
      const all = await withDatabase(async (stores) => {
        const now = await stores.get(StoreClock).now();
        const used = { valuations: stores.get(ValuationStore), exclusions: stores.get(SaleExclusions) };
        return watchProgress((progress) => listSuspiciousSales(used, { now, retailStaleDays, progress }));
      });
      const listed = all.slice(0, flags.limit ?? LISTED);
      print(flags.json, listed.map(suspiciousJson), suspiciousText(listed, all.length));
    });

  sales
    .command('exclude')
    .description('Leave a sale out of values, months and backtests for good, whatever imports bring it again')
    .argument('<source>', 'where it comes from, as the feed calls it')
    .argument('<reference>', 'its reference there')
    .requiredOption('--by <who>', 'who decides it')
    .requiredOption('--reason <why>', 'why')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe next valuation follows. A month that was published with it stays: `months restate` computes it again.',
    )
    .action(async (source: string, sourceRef: string, { by, reason, json }: DecisionFlags) => {
      const decided = await withDatabase((stores) =>
        excludeSale(stores.get(SaleExclusions), { source, sourceRef, by, reason }),
      );
      print(json, decidedJson(decided), decidedText(`sale ${sourceRef} of ${source} is left out from now on`, decided));
    });

  sales
    .command('include')
    .description('Let a sale count again that was left out')
    .argument('<source>', 'where it comes from, as the feed calls it')
    .argument('<reference>', 'its reference there')
    .requiredOption('--by <who>', 'who decides it')
    .requiredOption('--reason <why>', 'why')
    .option('--json', 'print JSON')
    .action(async (source: string, sourceRef: string, { by, reason, json }: DecisionFlags) => {
      const decided = await withDatabase((stores) =>
        includeSale(stores.get(SaleExclusions), { source, sourceRef, by, reason }),
      );
      const when = decided.sale === null ? 'when it is imported again: its import was undone' : 'again';
      print(json, decidedJson(decided), decidedText(`sale ${sourceRef} of ${source} counts ${when}`, decided));
    });

  sales
    .command('excluded')
    .description('List the sales that are left out for good, with who decided it, when and why, the newest first')
    .option('--limit <n>', `how many (default: ${LISTED})`, wholeNumber)
    .option('--json', 'print JSON')
    .action(async (flags: { limit?: number; json?: boolean }) => {
      const all = await withDatabase((stores) => stores.get(SaleExclusions).list(flags.limit ?? LISTED));
      const headings = [...SALE_HEADINGS, 'excluded', 'by', 'reason'];
      print(flags.json, all.map(exclusionJson), formatTable(headings, all.map(exclusionCells)));
    });
}

function saleJson(sale: StoredSale): object {
  return {
    source: sale.source,
    source_ref: sale.sourceRef,
    item_type: sale.itemKind,
    item_number: sale.itemNumber,
    condition: sale.condition,
    sold_on: formatIsoDay(sale.day),
    price_cents: sale.priceCents,
    quantity: sale.quantity,
  };
}

function saleCells({ source, sourceRef, itemKind, itemNumber, condition, day, priceCents }: StoredSale): string[] {
  return [source, sourceRef, `${itemKind} ${itemNumber}`, condition, formatIsoDay(day), `$${formatUsd(priceCents)}`];
}

function suspiciousJson({ sale, countedSales, medianCents, listPriceCents }: SuspiciousSale): object {
  return {
    ...saleJson(sale),
    counted_sales: countedSales,
    median_cents: medianCents,
    list_price_cents: listPriceCents,
  };
}

function suspiciousText(listed: readonly SuspiciousSale[], total: number): string {
  if (total === 0) return 'no sale is far from all that is known of its item';
  const dollars = (cents: number | null): string => (cents === null ? '-' : `$${formatUsd(cents)}`);
  const table = formatTable(
    [...SALE_HEADINGS, 'other sales', 'their median', 'list price'],
    listed.map(({ sale, countedSales, medianCents, listPriceCents }) => [
      ...saleCells(sale),
      countedSales,
      dollars(medianCents),
      dollars(listPriceCents),
    ]),
  );
  const more = total - listed.length;
  return more === 0 ? table : `${table}\nand ${more} more: give --limit ${total} to see all`;
}

function decidedJson({ sale, publishedMonth }: DecidedSale): object {
  return {
    sale: sale && saleJson(sale),
    published_month: publishedMonth && { set_number: publishedMonth.setNumber, month: publishedMonth.month },
  };
}

function decidedText(done: string, { sale, publishedMonth }: DecidedSale): string {
  const lines = [done];
  if (sale !== null) lines.push(`the next valuation values ${sale.itemKind} ${sale.itemNumber} again`);
  if (publishedMonth !== null)
    lines.push(
      `its month is published and stays; to compute it again, ` +
        `months restate ${publishedMonth.setNumber} ${publishedMonth.month}`,
    );
  return lines.join('\n');
}

function exclusionJson({ source, sourceRef, sale, excludedAt, by, reason }: SaleExclusion): object {
  return {
    source,
    source_ref: sourceRef,
    sale: sale && saleJson(sale),
    excluded_at: excludedAt.toISOString(),
    excluded_by: by,
    reason,
  };
}

function exclusionCells({ source, sourceRef, sale, excludedAt, by, reason }: SaleExclusion): string[] {
  const cells = sale === null ? [source, sourceRef, '-', '-', '-', '-'] : saleCells(sale);
  return [...cells, formatMoment(excludedAt), by, reason];
}
