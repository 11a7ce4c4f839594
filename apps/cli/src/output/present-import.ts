import { addCounts, type ImportCounts, type ImportSummary, NO_COUNTS, nothingChanged } from '@brickmarket/operations';
import { formatTable } from './table.ts';

const FINDINGS_PRINTED = 10;

/** A summary as JSON; names as on the wire. */
export function importJson(summary: ImportSummary): object {
  return {
    subject: summary.subject,
    counts: summary.counts,
    nothing_changed: nothingChanged(summary),
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
  if (summary.rejectsFile !== null) lines.push(`rejected rows, with reasons: ${summary.rejectsFile}`);
  if (summary.warnings > 0)
    lines.push(`${summary.warnings} warnings${listed(summary.firstWarnings, summary.warnings)}`);
  for (const [name, items] of Object.entries(summary.findings))
    lines.push(`${name}: ${items.length}${listed(items, items.length)}`);
  lines.push(`${nothingChanged(summary) ? 'nothing changed' : 'done'}, ${(summary.durationMs / 1000).toFixed(1)} s`);
  return lines.join('\n');
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

function listed(items: readonly string[], total: number): string {
  const shown = items.slice(0, FINDINGS_PRINTED).map((item) => `\n  ${item}`);
  return `${shown.join('')}${total > shown.length ? `\n  and ${total - shown.length} more` : ''}`;
}
