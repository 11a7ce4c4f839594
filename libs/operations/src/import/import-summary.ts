/** What became of the rows of one kind. `read` = `inserted` + `changed` + `unchanged` + `rejected`, unless a row only adds to another. */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** What was there and the feed no longer has, for kinds that a feed replaces as a whole. */
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
  /** What was imported: `catalog`, `sales`. */
  readonly subject: string;
  /** By kind of row, in the order of the files: `sets`, `minifigs`. */
  readonly counts: Readonly<Record<string, ImportCounts>>;
  /** Why rows were rejected, the most frequent reason first: rows with other numbers or texts in the same sentence together. */
  readonly rejectReasons: readonly RejectReason[];
  readonly warnings: number;
  /** The first warnings, for people: file, line and what was not taken over. */
  readonly firstWarnings: readonly string[];
  /** What else is worth saying, by name: `disappeared sets`. Empty lists are left out. */
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

/** Rows of two lots together. */
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

/** All kinds of rows together. */
export function totalCounts(summary: ImportSummary): Required<ImportCounts> {
  return Object.values(summary.counts).reduce(addCounts, NO_COUNTS);
}

/** Whether everything read was there already. */
export function nothingChanged(summary: ImportSummary): boolean {
  const { inserted, changed, removed } = totalCounts(summary);
  return inserted === 0 && changed === 0 && removed === 0;
}

/** Whether rows were read and every one of them was rejected. */
export function nothingTaken(summary: ImportSummary): boolean {
  const { inserted, changed, unchanged, rejected } = totalCounts(summary);
  return rejected > 0 && inserted + changed + unchanged === 0;
}

/** Why an import counts as failed, for people: it took nothing, or was to be strict and rejected something. Null when it does not. */
export function importFault(summary: ImportSummary, isStrict = false): string | null {
  const { read, rejected } = totalCounts(summary);
  if (nothingTaken(summary)) return `nothing was taken over: all ${read} rows were rejected`;
  return isStrict && rejected > 0 ? `${rejected} of ${read} rows were rejected; the others were taken over` : null;
}
