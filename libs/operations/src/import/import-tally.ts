import type { FeedBatch, RowReport } from '@brickmarket/feeds';
import type { MergeCounts } from '@brickmarket/persistence-ports';
import type { RejectsFile } from './run-import.ts';

/**
 * Rows of one kind by outcome. `read` is the sum of the others except `removed`, unless rows were added up into one.
 */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Rows deleted because the feed no longer has them; only for kinds that a feed replaces as a whole. */
  readonly removed?: number;
}

/** Rows that were rejected for the same reason. */
export interface RejectReason {
  readonly count: number;
  /** The first of them: file, line and reason. */
  readonly example: string;
}

/** What an import did. */
export interface ImportSummary {
  /** The kind of import: `catalog`, `sales`. */
  readonly subject: string;
  /** By kind of row, in the order of the files: `sets`, `minifigs`. */
  readonly counts: Readonly<Record<string, ImportCounts>>;
  /** Why rows were rejected, most frequent first. Reasons that differ only in numbers or quoted text are one reason. */
  readonly rejectReasons: readonly RejectReason[];
  readonly warnings: number;
  /** At most 20 warnings, for people: file, line and what was not imported. */
  readonly firstWarnings: readonly string[];
  /** Other findings by name: `disappeared sets`. Empty lists are left out. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  /** Where rejected rows and warnings were written; null when there were none. */
  readonly rejectsFile: string | null;
  readonly durationMs: number;
}

/** No rows. */
export const NO_COUNTS: Required<ImportCounts> = {
  read: 0,
  inserted: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  removed: 0,
};

/** The sum of two counts, by outcome. */
export function addCounts(one: Required<ImportCounts>, other: ImportCounts): Required<ImportCounts> {
  return {
    read: one.read + other.read,
    inserted: one.inserted + other.inserted,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    rejected: one.rejected + other.rejected,
    removed: one.removed + (other.removed ?? 0),
  };
}

/** The counts of all kinds of rows together. */
export function totalCounts(summary: ImportSummary): Required<ImportCounts> {
  return Object.values(summary.counts).reduce(addCounts, NO_COUNTS);
}

/** Whether the import changed no row. */
export function nothingChanged(summary: ImportSummary): boolean {
  const { inserted, changed, removed } = totalCounts(summary);
  return inserted === 0 && changed === 0 && removed === 0;
}

/** Whether rows were read and every one of them was rejected. */
export function nothingTaken(summary: ImportSummary): boolean {
  const { inserted, changed, unchanged, rejected } = totalCounts(summary);
  return rejected > 0 && inserted + changed + unchanged === 0;
}

/** Why an import counts as failed: no row was taken, or it was strict and one was rejected. Null when it succeeded. */
export function importFault(summary: ImportSummary, isStrict = false): string | null {
  const { read, rejected } = totalCounts(summary);
  if (nothingTaken(summary)) return `nothing was taken over: all ${read} rows were rejected`;
  return isStrict && rejected > 0 ? `${rejected} of ${read} rows were rejected; the others were taken over` : null;
}

const WARNINGS_SHOWN = 20;
/** Bounds memory for a file whose every row has another reason; further reasons are not listed. */
const MAX_REASONS = 1_000;
/** The variable parts of a reason: quoted text, and words with a digit in them. */
const PARTICULARS = /"(?:[^"\\]|\\.)*"|[^\s,:;()"]*\d[^\s,:;()"]*/g;

/** Counts the rows of one import, writes rejects and warnings to their file, and builds the summary. */
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
   * Counts a batch and returns its accepted records. `misfit` returns why a record that parses is rejected all the same
   * (its item does not exist), with what to do, or null to accept it; it may also add a warning.
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
        const reason = misfit(record, (warning) => void warnings.push(batch.rejectionOf(index, warning)));
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

  /** Records what the store did with the records of a kind. */
  merged(kind: string, counts: MergeCounts): void {
    this.#rowsOf(kind).merged = counts;
  }

  /** Adds a finding to the summary. */
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
