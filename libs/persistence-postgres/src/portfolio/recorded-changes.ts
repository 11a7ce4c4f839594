import type { RowChange } from '@brickmarket/domain';
import { fieldsOf } from './book-rows.ts';

/** Rows all added or all deleted, with shared field names. */
interface RecordedRows {
  readonly table: Exclude<RowChange['table'], 'rule'>;
  readonly side: 'before' | 'after';
  readonly fields: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Minimum length of a run; others are recorded singly. */
const RUN = 100;

/** Compact form for thousands of rows of an import or undo, much faster than objects. */
export function recordedChanges(changes: readonly RowChange[]): readonly (RowChange | RecordedRows)[] {
  const recorded: (RowChange | RecordedRows)[] = [];
  for (let from = 0; from < changes.length;) {
    const { table, before } = changes[from]!;
    const [side, other] = before === null ? (['after', 'before'] as const) : (['before', 'after'] as const);
    let to = from;
    while (changes[to]?.table === table && changes[to]![other] === null) to++;
    if (to - from < RUN || table === 'rule') recorded.push(changes[from++]!);
    else {
      const rows = changes.slice(from, to).map((change) => change[side] as object as Readonly<Record<string, unknown>>);
      const fields = fieldsOf(table).filter((name) => rows.some((row) => row[name] !== undefined));
      recorded.push({ table, side, fields, rows: rows.map((row) => fields.map((name) => row[name])) });
      from = to;
    }
  }
  return recorded;
}

export function changesOf(recorded: readonly (RowChange | RecordedRows)[]): readonly RowChange[] {
  return recorded.flatMap((one) => {
    if (!('rows' in one)) return [one];
    const { table, side, fields, rows } = one;
    const places = fieldsOf(table).map((name) => [name, fields.indexOf(name)] as const);
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (const [name, at] of places) row[name] = at < 0 ? null : values[at];
      return { table, before: null, after: null, [side]: row };
    });
  });
}
