import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { BINARY_END, BINARY_START } from './binary-rows.ts';

/** A value of a staged column. Numbers, days and instants go as text that the column's type reads; null is NULL. */
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

/** So much is collected before it is sent. */
const PIECE_SIZE = 1_048_576;

/**
 * Sends a feed by COPY, each piece as a statement of its own: one is on its way while the next is filled, so memory stays
 * flat whatever the size of the feed. One COPY over a whole feed would keep a snapshot open as long as the feed is read, and
 * no row version of the hot counters could be pruned.
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
    const stream = this.client.query(from(this.statement));
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
