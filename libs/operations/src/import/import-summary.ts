/** `read` is the sum of the others except `removed`, unless rows were merged. */
export interface ImportCounts {
  readonly read: number;
  readonly inserted: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Only for imports that replace everything. */
  readonly removed?: number;
}

export interface RejectReason {
  readonly count: number;
  readonly example: string;
}

/** A row that a dry run would change or reject. */
export interface PreviewLine {
  readonly line: number;
  readonly state: 'new' | 'changed' | 'rejected';
  readonly what: string;
  readonly reason: string | null;
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

export interface ImportSummary {
  /** `catalog`, `sales`. */
  readonly subject: string;
  /** By row type, in file order: `sets`, `minifigs`. */
  readonly counts: Readonly<Record<string, ImportCounts>>;
  /** Most frequent first; numbers and quoted text do not distinguish reasons. */
  readonly rejectReasons: readonly RejectReason[];
  readonly warnings: number;
  /** At most 20: file, line and what was not imported. */
  readonly firstWarnings: readonly string[];
  /** By name: `disappeared sets`. Empty lists are absent. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  readonly rejectsFile: string | null;
  /** Absent without dry run support. */
  readonly preview?: readonly PreviewLine[];
  readonly durationMs: number;
}

export const NO_COUNTS: Required<ImportCounts> = {
  read: 0,
  inserted: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  removed: 0,
};

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

export function totalCounts(summary: ImportSummary): Required<ImportCounts> {
  return Object.values(summary.counts).reduce(addCounts, NO_COUNTS);
}

export function nothingChanged(summary: ImportSummary): boolean {
  const { inserted, changed, removed } = totalCounts(summary);
  return inserted === 0 && changed === 0 && removed === 0;
}

/** Rows were read and all rejected. */
export function nothingTaken(summary: ImportSummary): boolean {
  const { inserted, changed, unchanged, rejected } = totalCounts(summary);
  return rejected > 0 && inserted + changed + unchanged === 0;
}

/** Fault: no row accepted, or strict and one rejected. Null: success. */
export function importFault(summary: ImportSummary, isStrict = false): string | null {
  const { read, rejected } = totalCounts(summary);
  if (nothingTaken(summary)) return `nothing was taken over: all ${read} rows were rejected`;
  return isStrict && rejected > 0 ? `${rejected} of ${read} rows were rejected; the others were taken over` : null;
}
