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
  const sales = program.command('sales').description('Find outlier sales, and exclude sales permanently');

  sales
    .command('suspicious')
    .description('List outlier sales, which valuation ignores')
    .option('--limit <n>', `number of rows, newest first (default: ${LISTED})`, wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nAn outlier counts as soon as a second sale agrees with it. `sales exclude` excludes it permanently.' +
        '\nLists sales of the last year. Count and median are those of valid sales in the same condition.',
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
    .description('Exclude a sale permanently. Later imports do not bring it back')
    .argument('<source>', 'source of the sale, as in the file')
    .argument('<reference>', 'reference of the sale in that source')
    .requiredOption('--by <who>', 'person who decides')
    .requiredOption('--reason <why>', 'reason, for the record')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe next valuation computes the value again. A published month stays: `months restate` publishes it again.',
    )
    .action(async (source: string, sourceRef: string, { by, reason, json }: DecisionFlags) => {
      const decided = await withDatabase((stores) =>
        excludeSale(stores.get(SaleExclusions), { source, sourceRef, by, reason }),
      );
      print(json, decidedJson(decided), decidedText(`sale ${sourceRef} of ${source} is excluded from now on`, decided));
    });

  sales
    .command('include')
    .description('Include an excluded sale again')
    .argument('<source>', 'source of the sale, as in the file')
    .argument('<reference>', 'reference of the sale in that source')
    .requiredOption('--by <who>', 'person who decides')
    .requiredOption('--reason <why>', 'reason, for the record')
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
    .description('List excluded sales with person, time and reason, newest first')
    .option('--limit <n>', `number of rows (default: ${LISTED})`, wholeNumber)
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
