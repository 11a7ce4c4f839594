import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value of a staged column. Days and instants are texts that the column's type parses; null is NULL. */
export type CopyValue = string | number | boolean | null;

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Characters per COPY statement, about. */
const PIECE_SIZE = 1_048_576;

/**
 * Loads rows into a table by COPY, each piece by a statement of its own: one piece is sent while the next is filled, so
 * memory does not grow with the feed. One COPY over a whole feed would hold its snapshot open while the feed is read,
 * and PostgreSQL could not remove dead row versions of the quota counters, which every request updates.
 */
export class CopyIn {
  readonly #statement: string;
  #sending: Promise<void> = Promise.resolve();
  #piece = '';
  #rows = 0;

  constructor(
    private readonly client: ClientBase,
    table: string,
    columns: readonly string[],
  ) {
    this.#statement = `COPY ${table} (${columns.join(', ')}) FROM STDIN`;
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
    await this.#sending;
    return this.#rows;
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    this.#piece = '';
    await this.#sending;
    this.#sending = this.#copy(piece);
    // Whoever sends or ends next awaits the failure; without a listener until then it would end the process.
    this.#sending.catch(() => undefined);
  }

  async #copy(piece: string): Promise<void> {
    const stream = this.client.query(copyFrom(this.#statement));
    stream.end(piece);
    await finished(stream);
  }
}

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
