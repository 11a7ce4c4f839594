import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';
import { copyLine, type CopyValue } from './copy-text.ts';

const PIECE_CHARS = 1_048_576;

/**
 * Loads rows into a table by COPY, a piece of about a megabyte at a time: one piece is on its way while the next is
 * filled, so memory stays flat whatever the size of the feed. Each piece is a statement of its own. One COPY over a whole
 * feed would keep a snapshot open as long as the feed is read, and no row version of the hot counters could be pruned.
 */
export class CopyIn {
  readonly #statement: string;
  #piece = '';
  #sending: Promise<void> = Promise.resolve();
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
      if (this.#piece.length >= PIECE_CHARS) await this.#send();
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
    const stream = this.client.query(from(this.#statement));
    stream.end(piece);
    await finished(stream);
  }
}
