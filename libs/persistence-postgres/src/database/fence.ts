import type { Pool, PoolClient } from 'pg';

/** Throws when this process may not write any more. */
export type FenceCheck = (client: PoolClient) => Promise<void>;

/**
 * Keeps a process whose place another one has taken from writing. Every connection that is handed out is checked first.
 * Those in use at that moment are ended by whoever takes the place, so nothing passes between check and use.
 */
export class Fence {
  #check: FenceCheck | null = null;

  /** Checks connections from now on; null: no more. */
  raise(check: FenceCheck | null): void {
    this.#check = check;
  }

  /** To be called before the pool is used. */
  guard(pool: Pool): void {
    const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
    const checked = async (): Promise<PoolClient> => {
      const client = await connect();
      try {
        await this.#check?.(client);
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    };
    type Answer = (error?: Error, client?: PoolClient, release?: PoolClient['release']) => void;
    // `pool.query` asks for its connection by a callback.
    const answered = async (answer: Answer): Promise<void> => {
      const client = await checked().catch((error: Error) => error);
      if (client instanceof Error) answer(client);
      else answer(undefined, client, (error) => client.release(error));
    };
    pool.connect = ((answer?: Answer) => (answer === undefined ? checked() : void answered(answer))) as Pool['connect'];
  }
}
