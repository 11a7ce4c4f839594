import type { ClientBase } from 'pg';
import { CopyStatements, PIECE_SIZE } from './copy-statements.ts';
import { copyLine, type CopyValue } from './copy-text.ts';

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
