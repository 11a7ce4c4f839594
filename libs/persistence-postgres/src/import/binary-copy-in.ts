import type { ClientBase } from 'pg';
import { BINARY_END, BINARY_START } from './binary-rows.ts';
import { CopyStatements, PIECE_SIZE } from './copy-statements.ts';

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
