import type { RawRow, Separator } from './csv-splitter.ts';
import { FeedBatch } from './feed-text.ts';
import { Row, trimInvisible } from './row.ts';

/** Appends any number of records; those of a rejected row are dropped. */
export type RowReader<T> = (row: Row, records: T[]) => void;

/** -1: the optional column is absent. */
type ColumnLookup = (name: string) => number;

export function positionsOf<Names extends readonly string[]>(
  column: ColumnLookup,
  ...names: Names
): { readonly [At in keyof Names]: number } {
  return names.map((name) => column(name)) as { [At in keyof Names]: number };
}

export interface KnownHeader {
  readonly name: string;
  /** Needed for recognition. Case, spaces and underscores do not matter. */
  readonly required: readonly string[];
  /** Root elements of XML, or `json`; absent: tables only. */
  readonly documents?: readonly string[];
  readonly isTable?: boolean;
  readonly alsoCalled?: Readonly<Record<string, readonly string[]>>;
}

export interface Layout<T> extends KnownHeader {
  readonly optional: readonly string[];
  /** Extra cells allowed per row; 0 by default. */
  readonly extraCells?: number;
  readonly slashedDays?: string | undefined;
  /** Lines around the table that are skipped without a reject. */
  readonly skippedRows?: RegExp;
  /** Written by other software: apostrophes are text, not our marks. */
  readonly isForeign?: boolean;
  reader(column: ColumnLookup): RowReader<T>;
}

/** The first of equal names counts, the usual name before alternatives. */
export function columnLookup(header: readonly string[], { alsoCalled = {} }: Partial<KnownHeader> = {}): ColumnLookup {
  const positions = new Map<string, number>();
  for (const [position, name] of header.entries()) {
    const key = columnKey(name);
    if (!positions.has(key)) positions.set(key, position);
  }
  return (name) => {
    const found = [name, ...(alsoCalled[name] ?? [])].map((called) => positions.get(columnKey(called)));
    return found.find((position) => position !== undefined) ?? -1;
  };
}

export function missingColumns(layout: KnownHeader, header: readonly string[]): string[] {
  const column = columnLookup(header, layout);
  return layout.required.filter((name) => column(name) < 0);
}

export function columnKey(name: string): string {
  return trimInvisible(name).toLowerCase().replaceAll(/[\s_]/g, '');
}

const NAMES: Readonly<Record<Separator, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

export function rowInterpreter<T>(
  file: string,
  header: readonly string[],
  layout: Layout<T>,
  separator: Separator | null,
): (rows: readonly RawRow[]) => FeedBatch<T> {
  const readRow: RowReader<T> = layout.reader(columnLookup(header, layout));
  const most = header.length + (layout.extraCells ?? 0);
  const row = new Row(header, separator, !layout.isForeign);
  return (rows) => {
    const batch = new FeedBatch<T>(file, layout.name);
    for (const raw of rows) {
      if (layout.skippedRows?.test(raw.text)) continue;
      row.moveTo(raw);
      if (raw.damage === null && (raw.cells.length < header.length || raw.cells.length > most)) {
        row.reject(
          `has ${raw.cells.length} cells where the header has ${header.length}: ` +
            `put cells that contain ${NAMES[separator ?? ',']} in quotes`,
        );
      }
      const before = batch.records.length;
      if (row.problem === null) readRow(row, batch.records);
      for (const reason of row.warnings) batch.warnings.push({ file, line: raw.line, reason, row: raw.text });
      if (row.problem !== null) {
        batch.records.length = before;
        batch.rejects.push({ file, line: raw.line, reason: row.problem, row: raw.text });
      }
      while (batch.sources.length < batch.records.length) batch.sources.push(raw);
    }
    return batch;
  };
}
