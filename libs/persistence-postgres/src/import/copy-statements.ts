import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';

/** So much is collected before it is sent. */
export const PIECE_SIZE = 1_048_576;

/**
 * Sends a feed by COPY, each piece as a statement of its own: one is on its way while the next is filled, so memory stays
 * flat whatever the size of the feed. One COPY over a whole feed would keep a snapshot open as long as the feed is read, and
 * no row version of the hot counters could be pruned.
 */
export class CopyStatements {
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
