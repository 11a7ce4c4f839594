import type { RawRow } from './csv-splitter.ts';
import { type DocumentRecord, readJsonRecords, readXmlRecords } from './documents.ts';
import { type FeedBatch, FeedError, type TextOptions } from './feed-text.ts';
import { columnLookup, type KnownHeader, type Layout, missingColumns, rowInterpreter } from './layout.ts';
import { markDamage } from './raw-rows.ts';

/** By the first content of a file. */
export type DocumentForm = 'xml' | 'json';

export async function* readDocument<T>(
  file: string,
  form: DocumentForm,
  layouts: readonly Layout<T>[],
  options: TextOptions,
): AsyncGenerator<FeedBatch<T>> {
  const isOf = (layout: Layout<T>, { root, fields }: DocumentRecord): boolean =>
    layout.documents?.includes(root) === true && missingColumns(layout, fields.map(first)).length === 0;
  let layout: Layout<T> | undefined;
  let read: ((rows: readonly RawRow[]) => FeedBatch<T>) | undefined;
  let columns: readonly string[] = [];
  for await (const batch of form === 'xml' ? readXmlRecords(file, options) : readJsonRecords(file, options)) {
    // JSON nests objects of other kinds; the first item of XML decides for all.
    const records = form === 'xml' ? batch : batch.filter((one) => layouts.some((known) => isOf(known, one)));
    if (records.length === 0) continue;
    layout ??= layouts.find((known) => isOf(known, records[0]!));
    if (layout === undefined) break;
    columns = [...layout.required, ...layout.optional];
    read ??= rowInterpreter(file, columns, layout, null);
    yield read(records.map((record) => rowOfDocument(record, columns, layout!)));
  }
  if (read === undefined) throw unknownDocument(file, form, layouts);
}

const first = ([name]: readonly [string, string]): string => name;

/** Text of the read fields only: orders hold addresses, which are not stored. */
function rowOfDocument({ line, fields }: DocumentRecord, columns: readonly string[], known: KnownHeader): RawRow {
  const column = columnLookup(fields.map(first).toReversed(), known);
  const cells = columns.map((name) => {
    const at = column(name);
    return at < 0 ? '' : fields[fields.length - 1 - at]![1];
  });
  const text = columns.flatMap((name, at) => (cells[at] === '' ? [] : [`${name} ${cells[at]!}`])).join(', ');
  return markDamage({ line, text, cells, damage: null });
}

function unknownDocument(file: string, form: DocumentForm, layouts: readonly KnownHeader[]): FeedError {
  const known = layouts.filter(({ documents = [] }) =>
    documents.some((root) => (root === 'json') === (form === 'json')),
  );
  const names = known.map(({ name }) => name).join(', ');
  const advice = names === '' ? 'save it as CSV' : `we read ${names}; save other lists as CSV`;
  return new FeedError(file, `is ${form.toUpperCase()} without any item that we know: ${advice}`, 'unknown-header');
}
