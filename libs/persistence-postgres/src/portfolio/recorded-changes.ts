import type { BookTable, RowChange } from '@brickmarket/domain';
import { fieldsOf } from './book-rows.ts';

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
    const { table, before } = changes[from]!;
    const [side, other] = before === null ? (['after', 'before'] as const) : (['before', 'after'] as const);
    let to = from;
    while (changes[to]?.table === table && changes[to]![other] === null) to++;
    if (to - from < RUN || table === 'rule') recorded.push(changes[from++]!);
    else {
      const fields = fieldsOf(table);
      const rows = changes.slice(from, to).map((change) => valuesOf(change[side]!, fields));
      recorded.push({ table, side, fields, rows });
      from = to;
    }
  }
  return recorded;
}

function valuesOf(row: object, fields: readonly string[]): readonly unknown[] {
  return fields.map((name) => (row as Readonly<Record<string, unknown>>)[name]);
}

/** The changes that were recorded. */
export function changesOf(recorded: readonly (RowChange | RecordedRows)[]): readonly RowChange[] {
  return recorded.flatMap((one) => {
    if (!('rows' in one)) return [one];
    const { table, side, fields, rows } = one;
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < fields.length; at++) row[fields[at]!] = values[at];
      return { table, before: null, after: null, [side]: row };
    });
  });
}
