import type { RowReport } from './row-report.ts';

/** Where a record came from. */
export interface RowSource {
  readonly line: number;
  readonly text: string;
}

/** Records read from one stretch of a file, in file order, with what was said about its rows. */
export class FeedBatch<T> {
  readonly file: string;
  readonly records: T[] = [];
  /** `sources[i]` is the row that `records[i]` was read from; one row may give several records. */
  readonly sources: RowSource[] = [];
  readonly rejects: RowReport[] = [];
  readonly warnings: RowReport[] = [];

  constructor(file: string) {
    this.file = file;
  }

  /** A reject for a record that reads well but does not fit what the importer knows. */
  rejectionOf(index: number, reason: string): RowReport {
    const { line, text } = this.sources[index]!;
    return { file: this.file, line, reason, row: text };
  }
}
