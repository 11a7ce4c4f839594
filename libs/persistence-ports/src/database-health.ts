/** How this process uses its connections to the store. */
export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Whether the store can serve. */
export abstract class DatabaseHealth {
  /** Resolves when the store answers and its schema is at least the one this build was made for; otherwise rejects with the reason. */
  abstract check(): Promise<void>;

  abstract connections(): PoolUse;
}
