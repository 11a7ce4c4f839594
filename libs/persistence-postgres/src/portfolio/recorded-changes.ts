import type { BookTable, RowChange } from '@brickmarket/domain';

/** Rows of one table that were all added or all deleted, with the names of their fields said once. */
interface RecordedRows {
  readonly table: BookTable;
  readonly side: 'before' | 'after';
  readonly fields: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** A run of fewer is recorded change by change. */
const RUN = 100;

/**
 * Changes as they are recorded with an edit. The thousands of rows that an import adds, and its undo deletes, are
 * written and read in a fraction of the time when they are not objects.
 */
export function recordedChanges(changes: readonly RowChange[]): readonly (RowChange | RecordedRows)[] {
  const recorded: (RowChange | RecordedRows)[] = [];
  for (let from = 0; from < changes.length;) {
    const run = runFrom(changes, from);
    if (run.rows.length < RUN) recorded.push(changes[from++]!);
    else {
      recorded.push(run);
      from += run.rows.length;
    }
  }
  return recorded;
}

function runFrom(changes: readonly RowChange[], from: number): RecordedRows {
  const { table, before, after } = changes[from]!;
  const side = before === null ? 'after' : 'before';
  const fields = Object.keys(before ?? after!);
  const rows: unknown[][] = [];
  for (let at = from; at < changes.length; at++) {
    const change = changes[at]!;
    const [row, other] = side === 'after' ? [change.after, change.before] : [change.before, change.after];
    if (change.table !== table || row === null || other !== null || !hasFields(row, fields)) break;
    rows.push(Object.values(row));
  }
  return { table, side, fields, rows };
}

function hasFields(row: object, fields: readonly string[]): boolean {
  const own = Object.keys(row);
  return own.length === fields.length && own.every((name, at) => name === fields[at]);
}

/** The changes that were recorded. */
export function changesOf(recorded: readonly (RowChange | RecordedRows)[]): readonly RowChange[] {
  return recorded.flatMap((one) => {
    if (!('rows' in one)) return [one];
    const { table, side, fields, rows } = one;
    return rows.map((values) => {
      const row = Object.fromEntries(fields.map((name, at) => [name, values[at]]));
      return { table, before: null, after: null, [side]: row };
    });
  });
}
