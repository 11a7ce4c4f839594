import { InvalidInputError } from '@brickmarket/domain';

/** A report on one row of a file: why it was left out (a reject), or which part of it was not imported (a warning). */
export interface RowReport {
  readonly file: string;
  /** The physical line on which the row starts; the first line of the file is 1. */
  readonly line: number;
  /** For people: what is wrong and what to do about it. */
  readonly reason: string;
  /** The row as it stands in the file, without its line end. */
  readonly row: string;
}

/** The row a record was read from: its line, from 1, and its text as it stands in the file. */
export interface RowSource {
  readonly line: number;
  readonly text: string;
}

/** Records read from consecutive rows of a file, in file order, with the rejects and warnings of those rows. */
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

  /** A report on the row of `records[index]`, for a record that parses but that the importer refuses. */
  rejectionOf(index: number, reason: string): RowReport {
    const { line, text } = this.sources[index]!;
    return { file: this.file, line, reason, row: text };
  }
}

/** A file that cannot be read: none of it may be imported. The message names the file and what to do. */
export class FeedError extends InvalidInputError {
  readonly file: string;

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
    this.file = file;
  }
}
