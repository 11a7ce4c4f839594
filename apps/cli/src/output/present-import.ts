import {
  addCounts,
  type ImportCounts,
  importFault,
  type ImportSummary,
  NO_COUNTS,
  nothingChanged,
  nothingTaken,
} from '@brickmarket/operations';
import { formatTable } from './table.ts';

const FINDINGS_PRINTED = 10;

/** A summary as JSON; names as on the wire. */
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

/** A summary for people. */
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

/** Fails an import that took nothing, and with `strict` one that rejected anything, after its summary is printed. */
export function failIfRejected(summary: ImportSummary, strict: boolean | undefined): void {
  const fault = importFault(summary, strict);
  if (fault !== null) throw new Error(fault);
}

/** Many summaries for people: the counts in one table, and whether anything is new. */
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
