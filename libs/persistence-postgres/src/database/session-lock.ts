import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** The server notices within 25 s that the machine of a connection is gone, instead of within two hours. */
export const NOTICE_LOST_MACHINES = `
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/**
 * A lock by which other processes see that this one lives. It belongs to a connection of its own: it ends with the
 * process, and lasts while a long computation blocks the event loop, in which a timer would be late.
 */
export class SessionLock {
  #client: PoolClient | null = null;
  #connecting: Promise<void> | null = null;
  #isEnded = false;

  constructor(
    private readonly database: Database,
    /** Takes the lock on a connection; throws when somebody else has it. */
    private readonly take: (client: PoolClient) => Promise<void>,
  ) {}

  /** Takes the lock, again when its connection was lost. One at a time: a second one would wait for the first. */
  hold(): Promise<void> {
    if (this.#client !== null || this.#isEnded) return Promise.resolve();
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
    return this.#connecting;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#connecting?.catch(() => undefined);
    const client = this.#client;
    this.#client = null;
    client?.release(true);
  }

  async #connect(): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      await client.query(NOTICE_LOST_MACHINES);
      await this.take(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = null;
      client.release(true);
    });
  }
}
