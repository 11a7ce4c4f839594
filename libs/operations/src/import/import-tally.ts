import type { FeedBatch, RowReport } from '@brickmarket/feeds';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { ImportCounts, ImportSummary } from './import-summary.ts';
import type { RejectsFile } from './rejects-file.ts';

const WARNINGS_SHOWN = 20;
const FINDINGS_SHOWN = 1_000;

/** Keeps the books of one import: counts rows, writes down what is rejected, and makes the summary in the end. */
export class ImportTally {
  readonly #startedAt = performance.now();
  readonly #rows = new Map<string, { read: number; rejected: number; merged: MergeCounts }>();
  readonly #findings: Record<string, readonly string[]> = {};
  readonly #firstWarnings: string[] = [];
  #warnings = 0;

  constructor(
    private readonly subject: string,
    private readonly rejects: RejectsFile,
  ) {}

  /**
   * Takes a batch from a reader and returns the records to go on with. `misfit` may refuse a record that reads well
   * (say why, and what to do) because of what the importer knows: an item that does not exist.
   */
  async take<T>(kind: string, batch: FeedBatch<T>, misfit?: (record: T) => string | null): Promise<readonly T[]> {
    const rows = this.#rowsOf(kind);
    const records: T[] = misfit ? [] : batch.records;
    const rejects: RowReport[] = batch.rejects.slice();
    if (misfit) {
      for (const [index, record] of batch.records.entries()) {
        const reason = misfit(record);
        if (reason === null) records.push(record);
        else rejects.push(batch.rejectionOf(index, reason));
      }
    }
    rows.read += batch.records.length + batch.rejects.length;
    rows.rejected += rejects.length;
    for (const warning of batch.warnings) this.#warn(warning);
    await this.rejects.write(rejects);
    return records;
  }

  /** What the store did with the records of a kind. */
  merged(kind: string, counts: MergeCounts): void {
    this.#rowsOf(kind).merged = counts;
  }

  /** Something worth saying beside the counts. */
  found(name: string, items: readonly string[]): void {
    if (items.length === 0) return;
    this.#findings[name] =
      items.length <= FINDINGS_SHOWN
        ? items
        : [...items.slice(0, FINDINGS_SHOWN), `and ${items.length - FINDINGS_SHOWN} more`];
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
      warnings: this.#warnings,
      firstWarnings: this.#firstWarnings,
      findings: this.#findings,
      rejectsFile: this.rejects.writtenTo,
      durationMs: Math.round(performance.now() - this.#startedAt),
    };
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
