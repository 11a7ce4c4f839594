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
    type Callback = (error?: Error, client?: PoolClient, release?: PoolClient['release']) => void;
    // `pool.query` asks for its connection by a callback.
    const withCallback = (callback: Callback): void =>
      void checked().then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error),
      );
    pool.connect = ((callback?: Callback) =>
      callback === undefined ? checked() : withCallback(callback)) as Pool['connect'];
  }
}
