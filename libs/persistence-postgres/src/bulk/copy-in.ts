import { finished } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Days and instants as text; null is NULL. */
export type CopyValue = string | number | boolean | null;

const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const PIECE_SIZE = 1_048_576;

/** Several COPY statements: a single one would hold a snapshot and block vacuum of the quota counters. */
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

  /** Waits only when the database is slower than the input. */
  async write(rows: Iterable<readonly CopyValue[]>): Promise<void> {
    for (const row of rows) {
      this.#piece += copyLine(row);
      this.#rows++;
      if (this.#piece.length >= PIECE_SIZE) await this.#send();
    }
  }

  /** Sends the rest; resolves with the number of rows when all are stored. */
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
    // The next call awaits the failure; without a listener it would end the process.
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
