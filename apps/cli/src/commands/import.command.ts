import type { EventKinds } from '@brickmarket/alerts';
import {
  addCounts,
  importCatalog,
  type ImportCounts,
  importFault,
  importMinifigNumbers,
  importRenames,
  type ImportOptions,
  importRetailPrices,
  importSales,
  importSetDetails,
  type ImportSummary,
  NO_COUNTS,
  nothingChanged,
  nothingTaken,
} from '@brickmarket/operations';
import { CatalogImport, ItemDirectory, RetailImport, SalesImport, StoreClock } from '@brickmarket/persistence-ports';
import { RETAILERS } from '@brickmarket/domain';
import type { Command } from 'commander';
import { cliConfig } from '../config.ts';
import { formatTable, print } from '../output/print.ts';
import { watchProgress } from '../output/progress.ts';
import { type Stores, withDatabase } from '../persistence.wiring.ts';

type Inputs = readonly [string, ...string[]];
type Import = (stores: Stores, inputs: Inputs, options: ImportOptions, flags: ImportFlags) => Promise<ImportSummary>;

interface ImportFlags {
  readonly rejects?: string;
  readonly strict?: boolean;
  readonly json?: boolean;
  readonly reassign?: boolean;
}

/** Returns the group, to which other imports can be added. */
export function addImportCommand(program: Command, kinds: EventKinds): Command {
  const group = program
    .command('import')
    .description('Import catalog, market data and collections')
    .addHelpText(
      'after',
      '\nImporting a file again changes nothing. It completes an import that was interrupted.' +
        '\nInvalid rows are skipped and listed in FILE.rejects.csv with the reason.' +
        '\nExit code 1 if every row was rejected; with --strict, if any was.',
    );
  addImport(
    group,
    'catalog',
    '<folder>',
    'Import sets and minifigs from a folder with a Rebrickable dump (.csv or .csv.gz)',
    (stores, [folder], options) => importCatalog(stores.get(CatalogImport), folder, options),
  );
  addImport(
    group,
    'set-details',
    '<file>',
    'Import list prices, barcodes, dates and boxes from a Brickset export',
    (stores, [file], options) =>
      importSetDetails(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), file, options),
  );
  addImport(
    group,
    'minifig-numbers',
    '<file>',
    'Import the marketplace numbers of minifigs from CSV or NDJSON, .gz or not. ' +
      'Columns: fig_num (such as fig-000001), marketplace_number (such as sw1219)',
    (stores, [file], options, { reassign }) =>
      importMinifigNumbers(stores.pick({ catalog: CatalogImport, items: ItemDirectory }), file, {
        ...options,
        reassigns: reassign,
      }),
  )
    .option('--reassign', 'move a number from the minifig that has it; otherwise the row is rejected')
    .addHelpText(
      'after',
      '\nThen either number finds the minifig and its sales, in upper or lower case. Responses show the number of' +
        '\nthe marketplace. If sales were rejected before, import their file again.',
    );
  addImport(
    group,
    'renames',
    '<file>',
    'Import new numbers of sets from CSV or NDJSON, .gz or not. Columns: old_number, new_number (empty: removed)',
    (stores, [file], options) => importRenames(stores.get(CatalogImport), file, options),
  ).addHelpText(
    'after',
    '\nAll rows take effect together, so two sets can exchange numbers. Holdings, sales, values and months stay with' +
      '\ntheir sets, and old numbers still find them. If another set has the new number, the two are merged, unless' +
      '\nboth are in use.',
  );
  addImport(
    group,
    'sales',
    '<files...>',
    'Import sales from CSV or NDJSON, .gz or not. Columns: ' +
      'item_type, item_number, condition, sold_at, price_usd, quantity, source, source_ref',
    (stores, files, options) => importSales(stores.pick({ sales: SalesImport, items: ItemDirectory }), files, options),
  );
  addImport(
    group,
    'retail-prices',
    '<files...>',
    'Import retail prices from CSV or NDJSON, .gz or not. Columns: ' +
      'retailer, set_number, asin, upc, ean, observed_at, price_usd, ...',
    (stores, files, options) => {
      const { retailerNames } = cliConfig();
      return importRetailPrices(stores.get(RetailImport), files, { ...options, kinds, retailerNames });
    },
  ).addHelpText(
    'after',
    `\nThe column retailer is ${RETAILERS.join(' or ')}, or the value of RETAILER_A_NAME or RETAILER_B_NAME,` +
      '\nin upper or lower case. Rows of other retailers are rejected.',
  );
  return group;
}

/** Progress on standard error, summary on standard output. */
function addImport(group: Command, name: string, input: string, description: string, run: Import): Command {
  return group
    .command(name)
    .description(description)
    .argument(input)
    .option('--rejects <file>', 'file for rejected rows and warnings (default: next to the input)')
    .option('--strict', 'exit with code 1 if any row was rejected; valid rows are still imported')
    .option('--json', 'print JSON')
    .action(async (given: string | string[], options: ImportFlags) => {
      const importInto = async (stores: Stores): Promise<ImportSummary> => {
        const now = await stores.get(StoreClock).now();
        return watchProgress((progress) =>
          run(stores, [given].flat() as unknown as Inputs, { progress, now, rejectsPath: options.rejects }, options),
        );
      };
      const summary = await withDatabase(importInto, { mayCreate: true });
      print(options.json, importJson(summary), importText(summary));
      failIfRejected(summary, options.strict);
    });
}

const FINDINGS_PRINTED = 10;

export function importJson(summary: ImportSummary): object {
  return {
    subject: summary.subject,
    counts: summary.counts,
    nothing_changed: nothingChanged(summary),
    reject_reasons: summary.rejectReasons,
    warnings: summary.warnings,
    first_warnings: summary.firstWarnings,
    findings: summary.findings,
    rejects_file: summary.rejectsFile,
    duration_ms: summary.durationMs,
  };
}

export function importText(summary: ImportSummary): string {
  const lines = [countsTable(summary.subject, Object.entries(summary.counts))];
  if (summary.rejectReasons.length > 0)
    lines.push(`rejected rows by reason, with an example of each:${reasonLines(summary)}`);
  if (summary.rejectsFile !== null) lines.push(`all rejected rows and warnings: ${summary.rejectsFile}`);
  if (summary.warnings > 0)
    lines.push(`${summary.warnings} warnings${listed(summary.firstWarnings, summary.warnings)}`);
  for (const [name, items] of Object.entries(summary.findings))
    lines.push(`${name}: ${items.length}${listed(items, items.length)}`);
  const verdict = nothingTaken(summary) ? 'failed' : nothingChanged(summary) ? 'nothing changed' : 'done';
  lines.push(`${verdict}, ${(summary.durationMs / 1000).toFixed(1)} s`);
  return lines.join('\n');
}

/** Fails after the summary if nothing was accepted, or with `strict` if anything was rejected. */
export function failIfRejected(summary: ImportSummary, strict: boolean | undefined): void {
  const fault = importFault(summary, strict);
  if (fault !== null) throw new Error(fault);
}

export function importsText(subject: string, summaries: readonly ImportSummary[]): string {
  const seconds = summaries.reduce((sum, summary) => sum + summary.durationMs, 0) / 1000;
  const verdict = summaries.every(nothingChanged) ? 'nothing changed' : 'done';
  return `${countsTable(subject, sumByKind(summaries))}\n${verdict}, ${seconds.toFixed(1)} s`;
}

function sumByKind(summaries: readonly ImportSummary[]): [string, ImportCounts][] {
  const sums = new Map<string, Required<ImportCounts>>();
  for (const { subject, counts } of summaries) {
    for (const [kind, some] of Object.entries(counts)) {
      const name = kind === subject ? kind : `${subject}: ${kind}`;
      sums.set(name, addCounts(sums.get(name) ?? NO_COUNTS, some));
    }
  }
  return [...sums];
}

function countsTable(subject: string, counts: readonly [string, ImportCounts][]): string {
  const rows = counts.map(([kind, { read, inserted, changed, unchanged, rejected, removed }]) => [
    kind,
    read,
    inserted,
    changed,
    unchanged,
    rejected,
    removed ?? 0,
  ]);
  return formatTable([subject, 'read', 'inserted', 'changed', 'unchanged', 'rejected', 'removed'], rows);
}

function reasonLines({ rejectReasons }: ImportSummary): string {
  const width = String(rejectReasons[0]?.count).length;
  return listed(
    rejectReasons.map(({ count, example }) => `${String(count).padStart(width)}  ${example}`),
    rejectReasons.length,
  );
}

function listed(items: readonly string[], total: number): string {
  const shown = items.slice(0, FINDINGS_PRINTED).map((item) => `\n  ${item}`);
  return `${shown.join('')}${total > shown.length ? `\n  and ${total - shown.length} more` : ''}`;
}
