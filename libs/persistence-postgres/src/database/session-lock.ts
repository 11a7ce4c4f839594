import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** Detects lost machines in 25 s instead of two hours. */
export const NOTICE_LOST_MACHINES = `
SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`;

/** Lock on its own connection that shows life, also while a computation blocks timers. */
export class SessionLock {
  #client: PoolClient | null = null;
  #connecting: Promise<void> | null = null;
  #isEnded = false;

  constructor(
    private readonly database: Database,
    private readonly take: (client: PoolClient) => Promise<void>,
  ) {}

  /** Retakes a lost lock. Never concurrently: a second call would wait for the first. */
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
