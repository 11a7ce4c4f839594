import { undoMarketImport, type UndoneImport } from '@brickmarket/operations';
import { ImportJournal, type RecordedImport } from '@brickmarket/persistence-ports';
import type { Command } from 'commander';
import { formatMoment, formatTable, print, wholeNumber } from '../output/print.ts';
import { withDatabase } from '../persistence.wiring.ts';

const LISTED = 20;
const MONTHS_PRINTED = 10;
const CHECKSUM_SHOWN = 12;

export function addImportsCommand(program: Command): void {
  const imports = program.command('imports').description('Show what market data was imported, and take it back');

  imports
    .command('list')
    .description('List imports of market data, the newest first')
    .option('--limit <n>', `number of rows (default: ${LISTED})`, wholeNumber)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nStates: running, done, undone, failed, interrupted. After the last two, import the file again.' +
        '\nThe checksum is the SHA-256 of the file, or of all its files one after another.',
    )
    .action(async (flags: { limit?: number; json?: boolean }) => {
      const all = await withDatabase((stores) => stores.get(ImportJournal).list(flags.limit ?? LISTED));
      const header = ['id', 'kind', 'started', 'state', 'new', 'changed', 'unchanged', 'rejected', 'checksum', 'file'];
      print(flags.json, all.map(importJson), all.length === 0 ? 'no imports' : formatTable(header, all.map(cells)));
    });

  imports
    .command('undo')
    .description('Undo an import of sales, retail prices or set details')
    .argument('<id>', 'number of the import, from "imports list"', wholeNumber)
    .option('--dry-run', 'show what would be undone, without changing it')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nA row belongs to the first import that had it. If a later import changed the same rows, undo that one first.' +
        '\nThe next valuation computes the values again. Published months and sent alerts stay: `months restate`' +
        '\npublishes a month again.',
    )
    .action(async (id: number, flags: { dryRun?: boolean; json?: boolean }) => {
      const isDryRun = flags.dryRun === true;
      const undone = await withDatabase((stores) => undoMarketImport(stores.get(ImportJournal), id, { isDryRun }));
      print(flags.json, undoneJson(undone, isDryRun), undoneText(undone, isDryRun));
    });
}

function importJson(one: RecordedImport): object {
  return {
    id: one.id,
    kind: one.kind,
    files: one.files,
    state: one.state,
    started_at: one.startedAt.toISOString(),
    undone_at: one.undoneAt?.toISOString() ?? null,
    counts: one.counts,
    checksum: one.checksum,
    fault: one.fault,
  };
}

function cells({ id, kind, startedAt, state, counts, checksum, files }: RecordedImport) {
  const file = files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
  const { inserted, changed, unchanged, rejected } = counts ?? {
    inserted: '-',
    changed: '-',
    unchanged: '-',
    rejected: '-',
  };
  const sum = checksum?.slice(0, CHECKSUM_SHOWN) ?? '-';
  return [id, kind, formatMoment(startedAt), state, inserted, changed, unchanged, rejected, sum, file];
}

function undoneJson({ import: one, wasUndone, removed, restored, publishedMonths }: UndoneImport, isDryRun: boolean) {
  return {
    id: one.id,
    kind: one.kind,
    dry_run: isDryRun,
    was_undone: wasUndone,
    removed,
    restored,
    published_months: publishedMonths.map(({ setNumber, month }) => ({ set_number: setNumber, month })),
  };
}

function undoneText({ import: one, wasUndone, removed, restored, publishedMonths }: UndoneImport, isDryRun: boolean) {
  if (wasUndone) return `import ${one.id} was undone before: nothing is left of it`;
  const would = isDryRun ? 'would be' : 'were';
  const lines = [`${removed} rows of import ${one.id} (${one.kind}) ${would} removed, ${restored} ${would} restored`];
  if (publishedMonths.length > 0) {
    const shown = publishedMonths.slice(0, MONTHS_PRINTED).map(({ setNumber, month }) => `${setNumber} ${month}`);
    const more = publishedMonths.length - shown.length;
    lines.push(
      `${publishedMonths.length} published months may have been computed with them and stay; to compute one again, ` +
        `months restate SET MONTH: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    );
  }
  return lines.join('\n');
}
