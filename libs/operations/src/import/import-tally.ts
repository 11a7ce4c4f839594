import type { FeedBatch, RowReport } from '@brickmarket/feeds';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { ImportCounts, ImportSummary, RejectReason } from './import-summary.ts';
import type { RejectsFile } from './rejects-file.ts';

const WARNINGS_SHOWN = 20;
/** So many different reasons are told apart; a file has a handful. */
const MAX_REASONS = 1_000;
/** What differs between rows that are rejected for the same reason: quoted texts, and words with a digit in them. */
const PARTICULARS = /"(?:[^"\\]|\\.)*"|[^\s,:;()"]*\d[^\s,:;()"]*/g;

/** Keeps the books of one import: counts rows, writes down what is rejected, and makes the summary in the end. */
export class ImportTally {
  readonly #startedAt = performance.now();
  readonly #rows = new Map<string, { read: number; rejected: number; merged: MergeCounts }>();
  readonly #findings: Record<string, readonly string[]> = {};
  readonly #firstWarnings: string[] = [];
  readonly #reasons = new Map<string, { count: number; readonly example: string }>();
  #warnings = 0;

  constructor(
    private readonly subject: string,
    private readonly rejects: RejectsFile,
  ) {}

  /**
   * Takes a batch from a reader and returns the records to go on with. `misfit` may refuse a record that reads well
   * (say why, and what to do) because of what the importer knows: an item that does not exist. It may also take it with a
   * warning.
   */
  async take<T>(
    kind: string,
    batch: FeedBatch<T>,
    misfit?: (record: T, warn: (reason: string) => void) => string | null,
  ): Promise<readonly T[]> {
    const rows = this.#rowsOf(kind);
    const records: T[] = misfit ? [] : batch.records;
    const rejects: RowReport[] = batch.rejects.slice();
    const warnings: RowReport[] = batch.warnings.slice();
    if (misfit) {
      for (const [index, record] of batch.records.entries()) {
        const reason = misfit(record, (said) => void warnings.push(batch.rejectionOf(index, said)));
        if (reason === null) records.push(record);
        else rejects.push(batch.rejectionOf(index, reason));
      }
    }
    rows.read += batch.records.length + batch.rejects.length;
    rows.rejected += rejects.length;
    for (const reject of rejects) this.#countReason(reject);
    for (const warning of warnings) this.#warn(warning);
    await this.rejects.write('reject', rejects);
    await this.rejects.write('warning', warnings);
    return records;
  }

  /** What the store did with the records of a kind. */
  merged(kind: string, counts: MergeCounts): void {
    this.#rowsOf(kind).merged = counts;
  }

  /** Something worth saying beside the counts. */
  found(name: string, items: readonly string[]): void {
    if (items.length > 0) this.#findings[name] = items;
  }

  summary(): ImportSummary {
    return {
      subject: this.subject,
      counts: Object.fromEntries(
        [...this.#rows].map(([kind, rows]): [string, ImportCounts] => [
          kind,
          { read: rows.read, ...rows.merged, rejected: rows.rejected },
        ]),
      ),
      rejectReasons: this.#rejectReasons(),
      warnings: this.#warnings,
      firstWarnings: this.#firstWarnings,
      findings: this.#findings,
      rejectsFile: this.rejects.writtenTo,
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
  }

  #countReason({ file, line, reason }: RowReport): void {
    const kind = reason.replaceAll(PARTICULARS, '?').replaceAll(/\?(?:, \?)+/g, '?');
    const known = this.#reasons.get(kind);
    if (known) known.count++;
    else if (this.#reasons.size < MAX_REASONS)
      this.#reasons.set(kind, { count: 1, example: `${file}:${line} ${reason}` });
  }

  #rejectReasons(): readonly RejectReason[] {
    return [...this.#reasons.values()].toSorted((a, b) => b.count - a.count);
  }

  #warn({ file, line, reason }: RowReport): void {
    this.#warnings++;
    if (this.#firstWarnings.length < WARNINGS_SHOWN) this.#firstWarnings.push(`${file}:${line} ${reason}`);
  }

  #rowsOf(kind: string) {
    const known = this.#rows.get(kind);
    if (known) return known;
    const rows = { read: 0, rejected: 0, merged: { inserted: 0, changed: 0, unchanged: 0 } };
    this.#rows.set(kind, rows);
    return rows;
  }
}
