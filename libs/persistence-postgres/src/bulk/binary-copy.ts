import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** What binary COPY begins with: its signature, no flags, no extension. */
export const BINARY_START = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** What it ends with: a row of -1 fields. */
export const BINARY_END = Buffer.from([0xff, 0xff]);

/** The rows that a `COPY ... TO STDOUT (FORMAT binary)` sends, in batches as they arrive. */
export async function* binaryRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let hasStarted = false;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!hasStarted && rest.length < BINARY_START.length) continue;
    const rows = cutRows(hasStarted ? rest : rest.subarray(BINARY_START.length));
    hasStarted = true;
    rest = rows.rest;
    if (rows.complete.length > 0) yield rows.complete;
  }
}

/** Cuts bytes into complete rows. `rest` is the beginning of the next row, or the trailer. */
export function cutRows(bytes: Buffer): { readonly complete: readonly Buffer[]; readonly rest: Buffer } {
  const complete: Buffer[] = [];
  let at = 0;
  for (let end = endOfRow(bytes, at); end > 0; end = endOfRow(bytes, at)) {
    complete.push(bytes.subarray(at, end));
    at = end;
  }
  return { complete, rest: bytes.subarray(at) };
}

/** Where the row at a position ends; -1 when it is not complete, or is the trailer. */
function endOfRow(bytes: Buffer, from: number): number {
  if (from + 2 > bytes.length) return -1;
  let at = from + 2;
  const fields = bytes.readInt16BE(from);
  for (let field = 0; field < fields; field++) {
    if (at + 4 > bytes.length) return -1;
    // A length of -1 is NULL.
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return fields < 0 || at > bytes.length ? -1 : at;
}

/** Reads the fields of a row of binary COPY, one after the other. */
export class FieldReader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  integer(): number | null {
    const from = this.next();
    return from < 0 ? null : this.bytes.readInt32BE(from);
  }

  truth(): boolean | null {
    const from = this.next();
    return from < 0 ? null : this.bytes[from] === 1;
  }

  text(): string | null {
    const from = this.next();
    return from < 0 ? null : this.bytes.toString('utf8', from, this.at);
  }

  /** One of a few words. Comparing bytes is several times faster than decoding a text. */
  oneOf<Word extends string>(words: readonly Word[]): Word | null {
    const from = this.next();
    if (from < 0) return null;
    return words.find((word) => this.reads(word, from)) ?? unknownWord(this.bytes.toString('utf8', from, this.at));
  }

  skip(): void {
    this.next();
  }

  private reads(word: string, from: number): boolean {
    if (this.at - from !== word.length) return false;
    for (let i = 0; i < word.length; i++) if (this.bytes[from + i] !== word.charCodeAt(i)) return false;
    return true;
  }

  /** Steps over a field and returns where its value begins; -1 for NULL. */
  private next(): number {
    const length = this.bytes.readInt32BE(this.at);
    const from = this.at + 4;
    this.at = from + Math.max(0, length);
    return length < 0 ? -1 : from;
  }
}

function unknownWord(word: string): never {
  throw new TypeError(`a stored row has the unknown word ${word}`);
}

/** A value of a staged column. Days and instants are texts that the column's type parses; null is NULL. */
export type CopyValue = string | number | boolean | null;

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of COPY's text format. */
function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let i = 0; i < values.length; i++) line += (i === 0 ? '' : '\t') + copyValue(values[i]!);
  return `${line}\n`;
}

function copyValue(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replaceAll(SPECIALS, (character) => ESCAPES[character]!) : value;
}

/** Rows are sent in pieces of about this many characters or bytes. */
const PIECE_SIZE = 1_048_576;

/**
 * Sends a feed by COPY, each piece as a statement of its own: one piece is sent while the next is filled, so memory
 * does not grow with the feed. One COPY over a whole feed would hold its snapshot open while the feed is read, and
 * PostgreSQL could not remove dead row versions of the quota counters, which every request updates.
 */
class CopyStatements {
  #sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: ClientBase,
    private readonly statement: string,
  ) {}

  /** Waits only when the database is slower than the feed: until the piece before this one has arrived. */
  async send(piece: string | Buffer): Promise<void> {
    await this.#sending;
    this.#sending = this.#copy(piece);
    // Whoever sends or ends next awaits the failure; without a listener until then it would end the process.
    this.#sending.catch(() => undefined);
  }

  /** Resolves once all that was sent is in the table. */
  async arrived(): Promise<void> {
    await this.#sending;
  }

  async #copy(piece: string | Buffer): Promise<void> {
    const stream = this.client.query(copyFrom(this.statement));
    stream.end(piece);
    await finished(stream);
  }
}

/** Loads rows of values into a table. */
export class CopyIn {
  readonly #statements: CopyStatements;
  #piece = '';
  #rows = 0;

  constructor(client: ClientBase, table: string, columns: readonly string[]) {
    this.#statements = new CopyStatements(client, `COPY ${table} (${columns.join(', ')}) FROM STDIN`);
  }

  /** Adds rows, each with a value for every column; waits only when the database is slower than the feed. */
  async write(rows: Iterable<readonly CopyValue[]>): Promise<void> {
    for (const row of rows) {
      this.#piece += copyLine(row);
      this.#rows++;
      if (this.#piece.length >= PIECE_SIZE) await this.#send();
    }
  }

  /** Sends the rest; resolves with the number of rows once all of them are in the table. */
  async end(): Promise<number> {
    if (this.#piece !== '') await this.#send();
    await this.#statements.arrived();
    return this.#rows;
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    await this.#statements.send(piece);
  }
}

/** Loads rows that are in PostgreSQL's binary form already: the database need not read numbers and times from text. */
export class BinaryCopyIn {
  readonly #statements: CopyStatements;
  #piece: Buffer[] = [BINARY_START];
  #bytes = 0;
  #rows = 0;

  constructor(client: ClientBase, table: string, columns: readonly string[]) {
    this.#statements = new CopyStatements(client, `COPY ${table} (${columns.join(', ')}) FROM STDIN (FORMAT binary)`);
  }

  /** Adds rows, which must not change any more; waits only when the database is slower than the feed. */
  async write(rows: Iterable<Buffer>): Promise<void> {
    for (const row of rows) {
      this.#piece.push(row);
      this.#bytes += row.length;
      this.#rows++;
      if (this.#bytes >= PIECE_SIZE) await this.#send();
    }
  }

  /** Sends the rest; resolves with the number of rows once all of them are in the table. */
  async end(): Promise<number> {
    if (this.#bytes > 0) await this.#send();
    await this.#statements.arrived();
    return this.#rows;
  }

  async #send(): Promise<void> {
    const piece = Buffer.concat([...this.#piece, BINARY_END]);
    this.#piece = [BINARY_START];
    this.#bytes = 0;
    await this.#statements.send(piece);
  }
}
