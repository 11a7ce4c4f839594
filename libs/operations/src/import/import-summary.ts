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

/** What a dry run says about one row that is not the same as what is there. */
export interface PreviewLine {
  readonly line: number;
  readonly state: 'new' | 'changed' | 'rejected';
  /** The number of its set. */
  readonly what: string;
  /** Why it is rejected; null otherwise. */
  readonly reason: string | null;
  /** Cells that would change, with both values. */
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
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
  /** What a dry run would do, row by row; absent from imports that have none. */
  readonly preview?: readonly PreviewLine[];
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
